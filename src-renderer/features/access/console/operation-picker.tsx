import { NativeSelect } from '@mantine/core'
import { text } from '../../../locales/messages.ts'
import { OPERATIONS, shortName, type Operation } from './operations.ts'

const GROUPS = { cards: 'cards.title', webhook: 'webhook.title', service: 'settings.service' } as const

/** The operations by group; choosing one fills the line below. */
export function OperationPicker({ chosen, onChoose }: { chosen: Operation; onChoose: (operation: Operation) => void }) {
  return (
    <NativeSelect
      label={text('console.operation')}
      value={shortName(chosen)}
      onChange={({ currentTarget }) =>
        onChoose(OPERATIONS.find((operation) => shortName(operation) === currentTarget.value) ?? chosen)
      }
    >
      {Object.entries(GROUPS).map(([group, name]) => (
        <optgroup key={group} label={text(name)}>
          {OPERATIONS.filter((operation) => operation.group === group).map((operation) => (
            <option key={shortName(operation)}>{shortName(operation)}</option>
          ))}
        </optgroup>
      ))}
    </NativeSelect>
  )
}
