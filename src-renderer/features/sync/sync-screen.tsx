import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { ScreenTitle } from '../../components/screen-title.tsx'
import { text } from '../../locales/messages.ts'
import { SyncInSandbox } from './sync-in-sandbox.tsx'

/** The way between this project and its provider. */
export function SyncScreen({ environment }: { projectId: string; environment: EnvironmentName }) {
  return (
    <>
      <ScreenTitle title={text('sync.title')} />
      {environment === 'sandbox' && <SyncInSandbox />}
    </>
  )
}
