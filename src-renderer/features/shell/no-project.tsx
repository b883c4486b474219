import { StateMessage } from '../../components/feedback/state-message.tsx'
import { useMay } from '../../client/rights.tsx'
import { text } from '../../locales/messages.ts'
import { FirstProject } from './first-project.tsx'

/** Everything needs a project: the first one is made here, or given by an administrator. */
export function NoProject() {
  const { may } = useMay('projects.create')
  if (may) return <FirstProject />
  return <StateMessage icon="projects" title={text('may.project.title')} text={text('may.project.text')} />
}
