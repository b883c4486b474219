import type { Command } from 'commander'
import type { Shell } from '../shell.ts'
import { registerAudit } from './audit.ts'
import { registerBackup } from './backup.ts'
import { registerCardFiles } from './card-files.ts'
import { registerCards } from './cards.ts'
import { registerKeys } from './keys.ts'
import { registerProjects } from './projects.ts'
import { registerServe } from './serve.ts'
import { registerService } from './service.ts'

/** Every command of the command line, in the order of its help. */
export function registerCommands(program: Command, shell: Shell): void {
  registerServe(program, shell)
  registerService(program, shell)
  registerProjects(program, shell)
  registerKeys(program, shell)
  const cards = registerCards(program, shell)
  registerCardFiles(cards, shell)
  registerBackup(program, shell)
  registerAudit(program, shell)
}
