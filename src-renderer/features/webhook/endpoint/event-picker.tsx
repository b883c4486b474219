import { Box, Checkbox, Group, UnstyledButton } from '@mantine/core'
import { useId, useState } from 'react'
import type { EnvironmentName } from '../../../../src-main/domain/environment-name.ts'
import { EVENT_CATALOGUE, type EventName, type EventType } from '../../../../src-main/domain/event-catalogue.ts'
import { CodeView } from '../../../components/code/code-view.tsx'
import { Icon } from '../../../components/icon.tsx'
import { text } from '../../../locales/messages.ts'
import styles from './endpoint.module.css'

interface EventPickerProps {
  chosen: readonly EventName[]
  environment: EnvironmentName
  missing: boolean
  onChange: (chosen: readonly EventName[]) => void
}

/** Every event with what it means and an example of its body. */
export function EventPicker({ chosen, environment, missing, onChange }: EventPickerProps) {
  const label = useId()
  const [example, setExample] = useState<EventName | null>(null)
  const all = chosen.length === EVENT_CATALOGUE.length
  const toggle = (name: EventName) =>
    onChange(
      EVENT_CATALOGUE.map((event) => event.name).filter((known) =>
        known === name ? !chosen.includes(name) : chosen.includes(known),
      ),
    )
  return (
    <div role="group" aria-labelledby={label}>
      <Group gap={0} wrap="nowrap" justify="space-between" pb={6}>
        <Box id={label} component="span" fz="sm" fw={500}>
          {text('webhook.events')}
        </Box>
        <Checkbox
          size="xs"
          label={text('webhook.events.all')}
          checked={all}
          indeterminate={!all && chosen.length > 0}
          onChange={() => onChange(all ? [] : EVENT_CATALOGUE.map(({ name }) => name))}
        />
      </Group>
      <ul className={styles.picker}>
        {EVENT_CATALOGUE.map((event) => (
          <EventLine
            key={event.name}
            event={event}
            environment={environment}
            checked={chosen.includes(event.name)}
            open={example === event.name}
            onToggle={() => toggle(event.name)}
            onOpen={() => setExample(example === event.name ? null : event.name)}
          />
        ))}
      </ul>
      {missing && (
        <Box component="p" mt={6} mx={0} mb={0} c="var(--status-failed-ink)" fz="sm" role="alert">
          {text('webhook.events.missing')}
        </Box>
      )}
    </div>
  )
}

interface EventLineProps {
  event: EventType
  environment: EnvironmentName
  checked: boolean
  open: boolean
  onToggle: () => void
  onOpen: () => void
}

function EventLine({
  event: { name, environments, example },
  environment,
  checked,
  open,
  onToggle,
  onOpen,
}: EventLineProps) {
  return (
    <li className={styles.event}>
      <Checkbox
        size="sm"
        label={<code>{name}</code>}
        description={
          <>
            {text(`event.${name}`)}
            {!environments.includes(environment) && ` ${text('webhook.events.simulatedOnly')}`}
          </>
        }
        checked={checked}
        onChange={onToggle}
      />
      <UnstyledButton
        className={styles.exampleButton}
        aria-expanded={open}
        aria-label={text('webhook.events.example.of', { event: name })}
        onClick={onOpen}
      >
        {text('webhook.events.example')}
        <Icon name={open ? 'chevronDown' : 'chevronRight'} size={14} />
      </UnstyledButton>
      {open && (
        <div className={styles.example}>
          <CodeView
            syntax="json"
            code={JSON.stringify(example, null, 2)}
            label={text('webhook.events.example.of', { event: name })}
          />
        </div>
      )}
    </li>
  )
}
