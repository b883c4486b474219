import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CONTRACT, type CrossedError } from '../../../src-preload/contract.ts'
import { PROBLEMS, type Problem, type ProblemCode } from '../../../src-main/domain/problem.ts'
import { invalidFields } from '../../../src-main/domain/issue-fault.ts'
import {
  errorWords,
  fieldWords,
  framedWords,
  problemWords,
  restWords,
} from '../../../src-renderer/client/error-words.ts'
import { de } from '../../../src-renderer/locales/de.ts'
import { en } from '../../../src-renderer/locales/en.ts'
import { fr } from '../../../src-renderer/locales/fr.ts'
import { speak } from '../../../src-renderer/locales/messages.ts'
import { nl } from '../../../src-renderer/locales/nl.ts'

/** Values that are shown by a title of their own. */
const NAMED: Readonly<Record<string, string>> = { field: 'driver', other: 'licensePlate' }
const CODES = Object.keys(PROBLEMS) as ProblemCode[]
/** Every code with values that its sentence must contain. */
const EVERY = CODES.map(
  (code) =>
    ({ code, ...Object.fromEntries(PROBLEMS[code].map((name) => [name, NAMED[name] ?? `<${name}>`])) }) as Problem,
)
const refused = (...details: NonNullable<CrossedError['details']>): CrossedError => ({
  code: 'error.validation',
  message: 'Validation failed',
  requestId: 'r-1',
  details,
})

afterEach(() => speak(en, 'en-GB'))

describe.each([
  ['en', en],
  ['de', de],
  ['fr', fr],
  ['nl', nl],
] as const)('in %s', (locale, messages) => {
  it('every fault of an input or a file has a whole sentence, with its values filled in', () => {
    speak(messages, locale)
    for (const problem of EVERY) {
      const words = problemWords(problem)
      expect([problem.code, words]).toEqual([problem.code, expect.stringMatching(/^[\p{Lu}“„«‘h][^{}]*\.$/u)])
      for (const name of PROBLEMS[problem.code]) if (NAMED[name] === undefined) expect(words).toContain(`<${name}>`)
    }
    expect(new Set(EVERY.map((problem) => problemWords(problem))).size).toBe(EVERY.length)
  })

  it('no code falls back to the service’s English', () => {
    speak(messages, locale)
    for (const problem of EVERY)
      expect(errorWords(refused({ field: 'x', message: 'English', problem })).service).toBeNull()
  })
})

describe('in German', () => {
  it('an untranslated fault is a whole sentence, with the service’s English apart from it', () => {
    speak(de, 'de')
    const strange = { code: 'of_tomorrow' } as unknown as Problem
    const apart = { text: 'Der Dienst hat einen Wert nicht angenommen.', service: 'Must be blue' }
    expect(errorWords(refused({ field: 'x', message: 'Must be blue' }))).toEqual(apart)
    expect(errorWords(refused({ field: 'x', message: 'Must be blue', problem: strange }))).toEqual(apart)
    expect(framedWords('download.failed', refused({ field: 'x', message: 'Must be blue' }))).toEqual({
      text: 'Die Datei konnte nicht erstellt werden: Der Dienst hat einen Wert nicht angenommen.',
      service: 'Must be blue',
    })
    expect(errorWords({ code: 'error.data_key', message: 'The data key is missing', requestId: 'r-1' })).toEqual({
      text: 'Der Dienst hat das abgelehnt.',
      service: 'The data key is missing',
    })
  })

  it('a service that is full is not described as starting', () => {
    speak(de, 'de')
    const full = 'The disk that holds /data is full'
    expect(errorWords({ code: 'error.unavailable', message: full, requestId: 'r-1' })).toEqual({
      text: 'Der Dienst kann das gerade nicht ausführen.',
      service: full,
    })
  })

  it('each fault is shown at its own field, and the rest below them', () => {
    speak(de, 'de')
    const error = refused(
      { field: 'url', message: 'Must begin with https://', problem: { code: 'url_not_https' } },
      { field: 'events.0', message: 'x', problem: { code: 'event_unknown' } },
    )
    expect(fieldWords(error, 'url')?.text).toBe('Die Adresse muss mit https:// beginnen.')
    expect(fieldWords(error, 'description')).toBeNull()
    expect(restWords(error, ['url', 'description'])?.text).toBe('Dieses Ereignis gibt es nicht.')
    expect(restWords(error, ['url', 'events'])).toBeNull()
  })

  it('fields that a problem names are called by their titles', () => {
    speak(de, 'de')
    expect(
      problemWords({ code: 'column_for_two_fields', column: 'Name', field: 'driver', other: 'licensePlate' }),
    ).toBe('Die Spalte „Name“ kann nicht zugleich „Kennzeichen“ und „Fahrer“ sein.')
  })
})

it.each([
  ['projects.create', { name: '' }, 'name', 'required'],
  ['projects.create', {}, 'name', 'required'],
  ['projects.create', { name: 'x'.repeat(101) }, 'name', 'too_long'],
  ['projects.create', { name: 'Fl\u202eeet' }, 'name', 'direction_characters'],
  ['settings.update', { api: { port: 70_000 } }, 'api.port', 'too_large'],
  ['settings.update', { backup: { keep: 0 } }, 'backup.keep', 'too_small'],
  ['settings.update', { backup: { keep: 1.5 } }, 'backup.keep', 'not_a_whole_number'],
  ['settings.update', { theme: 'blue' }, 'theme', 'unknown_value'],
] as const)('%s of %j is refused with a code', (call, input, field, code) => {
  const { error } = CONTRACT[call].input.safeParse(input)
  expect(error === undefined ? null : invalidFields(error)).toEqual([
    { field, message: expect.any(String), problem: expect.objectContaining({ code }) },
  ])
})

it('a rule without a code of its own is described by its form', () => {
  const { error } = z.object({ x: z.string().refine(() => false, 'No') }).safeParse({ x: 'y' })
  expect(error === undefined ? null : invalidFields(error)).toEqual([
    { field: 'x', message: 'No', problem: { code: 'wrong_form' } },
  ])
})
