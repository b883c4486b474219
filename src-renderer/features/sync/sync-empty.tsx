import { Button } from '@mantine/core'
import { CommandLine } from '../../components/command-line.tsx'
import { Icon, type IconName } from '../../components/icon.tsx'
import { StateMessage } from '../../components/state-message.tsx'
import { text } from '../../locales/messages.ts'
import { showSync } from './sync-place.ts'
import styles from './sync.module.css'

const STEPS = [['download', 'pull'], ['send', 'push'], ['differ', 'drift']] as const satisfies readonly (readonly [IconName, string])[]

/** What a provider's connection is for, and the way to one. */
export function SyncEmpty() {
  return (
    <div className={styles.empty}>
      <StateMessage icon="sync" title={text('sync.empty.title')} text={text('sync.empty.text')}>
        <ul className={styles.steps}>
          {STEPS.map(([icon, step]) => (
            <li key={step}>
              <Icon name={icon} />
              <span>
                <strong>{text(`sync.empty.${step}`)}</strong>
                {text(`sync.empty.${step}.text`)}
              </span>
            </li>
          ))}
        </ul>
        <Button leftSection={<Icon name="plug" />} onClick={() => showSync({ task: 'connect' })}>
          {text('sync.connect')}
        </Button>
        <div className={styles.reference}>
          <p>{text('sync.empty.reference')}</p>
          <CommandLine command="fuelcard-desk portal" />
        </div>
      </StateMessage>
    </div>
  )
}
