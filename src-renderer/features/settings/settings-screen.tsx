import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { ScreenTitle } from '../../components/screen-title.tsx'
import { text } from '../../locales/messages.ts'

export function SettingsScreen(_place: { projectId: string; environment: EnvironmentName }) {
  return <ScreenTitle title={text('settings.title')} />
}
