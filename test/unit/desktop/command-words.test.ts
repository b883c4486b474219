import { expect, it } from 'vitest'
import { commandIn } from '../../../src-main/desktop/command-words.ts'

it.each([
  [
    ['cards', 'list', '--json'],
    ['cards', 'list', '--json'],
  ],
  [['--help'], ['--help']],
  [
    ['--', 'serve', '--port', '0'],
    ['serve', '--port', '0'],
  ],
  [
    ['--', '--data-dir', 'x', 'check'],
    ['--data-dir', 'x', 'check'],
  ],
  [['--'], ['--help']],
  [['--no-sandbox', 'serve'], ['serve']],
])('%j is a command', (words, command) => {
  expect(commandIn(words)).toEqual(command)
})

it.each([
  [[]],
  [['--hidden']],
  [['--no-sandbox']],
  [['--no-sandbox', '--hidden']],
  [['--data-dir=/srv/fleet', '--port=4011']],
  [['fuelcard-desk://open/sandbox/cards']],
  // A link with words of its own is no command.
  [['fuelcard-desk://open/sandbox/cards', '--', 'keys', 'create']],
  [['/home/mia/cards.csv']],
  [['-psn_0_12345']],
])('%j opens the app', (words) => {
  expect(commandIn(words)).toBeNull()
})
