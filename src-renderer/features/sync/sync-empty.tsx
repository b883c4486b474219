import { Permitted } from '../../components/button/permitted.tsx'
import { Button } from '@mantine/core'
import { CommandLine } from '../../components/code/command-line.tsx'
import { ExplainedEmpty } from '../../components/feedback/explained-empty.tsx'
import { Icon, type IconName } from '../../components/icon.tsx'
import { text } from '../../locales/messages.ts'
import { showSync } from './sync-place.ts'
import styles from './sync.module.css'

const POINTS = [
  ['download', 'pull'],
  ['send', 'push'],
  ['differ', 'drift'],
] as const satisfies readonly (readonly [IconName, string])[]

/** What connecting a provider does, and the button to start. */
export function SyncEmpty() {
  return (
    <ExplainedEmpty
      icon="sync"
      title={text('sync.empty.title')}
      text={text('sync.empty.text')}
      points={POINTS.map(([icon, point]) => ({
        icon,
        title: text(`sync.empty.${point}`),
        text: text(`sync.empty.${point}.text`),
      }))}
    >
      <Permitted call="provider.set">
        <Button leftSection={<Icon name="plug" />} onClick={() => showSync({ task: 'connect' })}>
          {text('sync.connect')}
        </Button>
      </Permitted>
      <div className={styles.reference}>
        <p>{text('sync.empty.reference')}</p>
        <CommandLine command="fuelcard-desk portal" />
        <p>{text('sync.empty.reference.source')}</p>
        <CommandLine command="npm run -s cli -- portal" />
      </div>
    </ExplainedEmpty>
  )
}
