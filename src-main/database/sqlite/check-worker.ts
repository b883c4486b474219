import { answerCalls } from '../thread.ts'
import { openReadOnlyConnection } from './connection.ts'
import type { CheckCalls } from './damage-check.ts'
import { findDamage } from './integrity.ts'

// The worker thread that checks one file for damage; it lives for one check.
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
