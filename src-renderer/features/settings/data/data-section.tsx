import { Permitted } from '../../../components/button/permitted.tsx'
import { Button, Group } from '@mantine/core'
import { useQuery, useService } from '../../../client/client-context.tsx'
import { CopyButton } from '../../../components/button/copy-button.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Problem } from '../../../components/feedback/problem.tsx'
import { text } from '../../../locales/messages.ts'
import { Foot, SettingsGroup, Row } from '../settings-group.tsx'
import { useSaveFile } from '../../../client/use-save-file.ts'
import styles from '../settings.module.css'
import { PersonalData } from './personal-data.tsx'

export function DataSection({ projectId }: { projectId: string }) {
  const { value: info } = useQuery('service.info', {})
  const { client } = useService()
  const bundle = useSaveFile(() => client.call('diagnostics.download', {}))
  return (
    <>
      <SettingsGroup title={text('settings.folder')} lead={text('settings.folder.lead')}>
        {/* Only administrators learn it. */}
        {info?.dataDir !== '' && (
          <Row label={text('settings.folder.path')}>
            <Group component="span" gap={6} wrap="nowrap" miw={0}>
              <code className={styles.path}>{info?.dataDir ?? ''}</code>
              {info !== undefined && <CopyButton value={info.dataDir} label={text('settings.folder.copy')} />}
            </Group>
          </Row>
        )}
        <Row label={text('settings.version')}>{info?.version}</Row>
      </SettingsGroup>
      <PersonalData projectId={projectId} />
      <SettingsGroup title={text('settings.diagnostics')} lead={text('settings.diagnostics.lead')}>
        <Foot>
          <Problem words={bundle.problem} />
          <Permitted call="diagnostics.download">
            <Button
              variant="default"
              leftSection={<Icon name="diagnose" size={16} />}
              loading={bundle.busy}
              onClick={bundle.run}
            >
              {text('settings.diagnostics.do')}
            </Button>
          </Permitted>
        </Foot>
      </SettingsGroup>
    </>
  )
}
