import { answerCalls } from '../thread.ts'
import { openReadOnlyConnection } from './connection.ts'
import type { CheckCalls } from './damage-check.ts'
import { findDamage } from './integrity.ts'

// The program of the thread that looks through one file: it lives for one look.
answerCalls<CheckCalls>({
  look: ({ file }) => {
    const sqlite = openReadOnlyConnection(file)
    try {
      return findDamage(sqlite)
    } finally {
      sqlite.close()
    }
  },
})
