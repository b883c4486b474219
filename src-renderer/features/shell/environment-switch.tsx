import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import { useAppStore } from '../../app-store.ts'
import { Icon } from '../../components/icon.tsx'
import { text } from '../../locales/messages.ts'
import { ENVIRONMENTS } from '../../place.ts'
import { ENVIRONMENT_ICONS } from './environment-icons.ts'
import styles from './shell.module.css'

/** Two radio buttons: arrow keys move between the halves of a project. */
export function EnvironmentSwitch({ environment }: { environment: EnvironmentName }) {
  const choose = useAppStore((state) => state.chooseEnvironment)
  return (
    <div className={styles.environment} role="radiogroup" aria-label={text('environment.switch')}>
      {ENVIRONMENTS.map((name) => (
        <label key={name} className={styles.choice}>
          <input
            type="radio"
            name="environment"
            value={name}
            checked={name === environment}
            onChange={() => choose(name)}
          />
          <Icon name={ENVIRONMENT_ICONS[name]} size={15} />
          {text(`environment.${name}`)}
        </label>
      ))}
    </div>
  )
}
