import { describe, expect, it } from 'vitest'
import { matching, type Findable } from '../../../src-renderer/features/palette/palette-match.ts'
import { de } from '../../../src-renderer/locales/de.ts'
import { en } from '../../../src-renderer/locales/en.ts'
import { fr } from '../../../src-renderer/locales/fr.ts'
import type { Messages } from '../../../src-renderer/locales/messages.ts'
import { nl } from '../../../src-renderer/locales/nl.ts'

/** The palette of a language, in its own order: screens, then actions. */
function paletteOf(messages: Messages): (Findable & { id: string })[] {
  const screen = (id: 'overview' | 'cards' | 'webhook' | 'sync' | 'activity' | 'access' | 'settings') => ({
    id,
    group: 'screens',
    label: messages[`${id}.title`],
  })
  const onCard = (id: 'activateOne' | 'disable' | 'enable') => ({
    id,
    group: 'actions',
    label: messages[`palette.action.${id}`],
    words: messages[`palette.words.${id}`],
    daily: true,
  })
  const action = (id: 'activate' | 'import' | 'activateFile' | 'failed' | 'expiring' | 'key') => ({
    id,
    group: 'actions',
    label: messages[`palette.action.${id}`],
    words: messages[`palette.words.${id}`],
  })
  return [
    ...(['overview', 'cards', 'webhook', 'sync', 'activity', 'access', 'settings'] as const).map(screen),
    ...(['activateOne', 'disable', 'enable'] as const).map(onCard),
    ...(['activate', 'import', 'activateFile', 'failed', 'expiring', 'key'] as const).map(action),
  ]
}

const SAID: readonly [language: string, messages: Messages, said: Record<string, readonly string[]>][] = [
  [
    'English',
    en,
    {
      activateOne: ['activ', 'activate', 'new card'],
      disable: ['disable', 'block', 'lost', 'stolen', 'stop', 'lost card'],
      enable: ['enable', 'unblock', 'found'],
      activity: ['activity'],
      cards: ['cards', 'card'],
      import: ['import', 'excel'],
    },
  ],
  [
    'German',
    de,
    {
      activateOne: ['aktiv', 'aktivieren', 'neue karte'],
      disable: ['sperren', 'block', 'verloren', 'gestohlen', 'deaktivieren'],
      enable: ['freischalten', 'entsperren', 'gefunden'],
      activity: ['aktivität', 'aktivitat'],
      cards: ['karten'],
      import: ['import', 'excel'],
    },
  ],
  [
    'French',
    fr,
    {
      activateOne: ['activ', 'activer', 'nouvelle carte'],
      disable: ['bloquer', 'bloqu', 'perdue', 'volee', 'désactiver', 'desactiver'],
      enable: ['débloquer', 'debloquer', 'réactiver'],
      activity: ['activité', 'activite'],
      cards: ['cartes'],
      import: ['import', 'excel'],
    },
  ],
  [
    'Dutch',
    nl,
    {
      activateOne: ['activ', 'activeren', 'nieuwe kaart'],
      disable: ['blokkeren', 'blok', 'verloren', 'kwijt', 'gestolen', 'deactiveren'],
      enable: ['deblokkeren', 'vrijgeven', 'teruggevonden'],
      activity: ['activiteit'],
      cards: ['kaarten'],
      import: ['import', 'excel'],
    },
  ],
]

describe('the palette finds what people mean by their words', () => {
  for (const [language, messages, said] of SAID) {
    it(`in ${language}`, () => {
      for (const [id, words] of Object.entries(said))
        for (const word of words) expect([word, matching(paletteOf(messages), word)[0]?.id]).toEqual([word, id])
    })
  }
})

describe('a match of the palette', () => {
  it('contains every word, in any order', () => {
    expect(matching(paletteOf(en), 'key create').map(({ id }) => id)).toEqual(['key'])
    expect(matching(paletteOf(en), 'key zebra')).toEqual([])
  })

  it('is grouped, with the best group first', () => {
    const groups = matching(paletteOf(en), 'activ').map(({ group }) => group)
    expect(groups).toEqual([...groups].sort())
    expect(groups[0]).toBe('actions')
    expect(matching(paletteOf(en), 'sync')[0]?.id).toBe('sync')
  })

  it('is everything while nothing is typed', () => {
    expect(matching(paletteOf(en), '  ')).toEqual(paletteOf(en))
  })
})
