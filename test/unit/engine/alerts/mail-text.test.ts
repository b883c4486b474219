import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { oneLine, renderMail } from '../../../../src-main/engine/alerts/mail-text.ts'
import { wordsOf } from '../../../../src-main/engine/alerts/words/words-of.ts'

const content = (text: string) => ({
  subject: text,
  lead: text,
  sections: [{ heading: text, lines: [text] }],
  hidden: 2,
  after: text,
  link: 'https://desk.example/#/production/sync?project=1',
  footer: text,
})

/** The tags of a mail without anyone's text in it. */
const tagsOf = (html: string) => html.match(/<[^>]*>/g)

test('no text adds a tag, an attribute or a line to a header', () => {
  const words = wordsOf('en')
  const plain = tagsOf(renderMail(content('text'), 'Anna', words).html)
  assert(
    property(string({ unit: 'binary', maxLength: 60 }), (text) => {
      const { subject, html } = renderMail(content(text), text, words)
      expect(tagsOf(html)).toEqual(plain)
      expect(subject).not.toMatch(/[\r\n]/)
      expect(subject.isWellFormed()).toBe(true)
    }),
  )
})

test('a line is cut before it fills a screen, and reads in the direction it was written', () => {
  expect(oneLine('a'.repeat(1_000))).toHaveLength(400)
  expect(oneLine('plate \u202e12 YX-B')).toBe('plate 12 YX-B')
  expect(oneLine('one\r\n\u2028two')).toBe('one two')
})

test('every language says the same things', () => {
  const shape = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]))
      : typeof value
  for (const language of ['de', 'fr', 'nl']) {
    expect(shape(wordsOf(language))).toEqual(shape(wordsOf('en')))
    expect(wordsOf(language)).not.toBe(wordsOf('en'))
  }
  expect(wordsOf('xx')).toBe(wordsOf('en'))
  expect(wordsOf(null)).toBe(wordsOf('en'))
})
