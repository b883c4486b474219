import { later } from './en/later/later.ts'
import { learn } from './messages.ts'

// Imported by each part of the page that is fetched on demand and says one of these words (a test finds those).
learn(later)
