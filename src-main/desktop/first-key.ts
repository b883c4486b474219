import { clipboard, dialog } from 'electron'
import type { Demo } from '../bridge/first-start.ts'
import type { Words } from './words.ts'

/** Shows the demo fleet's key, this once, in a command that works as it stands. */
export async function showFirstKey({ project, key }: Demo, baseUrl: string, words: Words): Promise<void> {
  if (key === null) return
  const line = `curl -H "Authorization: Bearer ${key.key}" "${baseUrl}/projects/${project.id}/cards?limit=3"`
  const { response } = await dialog.showMessageBox({
    type: 'info',
    message: words('first.title', { project: project.name }),
    detail: `${words('first.text')}\n\n${line}`,
    buttons: [words('first.copy'), words('first.close')],
    defaultId: 1,
    cancelId: 1,
  })
  if (response === 0) await clipboard.writeText(line)
}
