import { Permitted } from '../../../components/button/permitted.tsx'
import { Button, Flex, Group, Stack } from '@mantine/core'
import { useState, type ComponentType, type FormEventHandler, type ReactNode } from 'react'
import type { Card } from '../../../../src-main/domain/card.ts'
import { Icon } from '../../../components/icon.tsx'
import { useQuestion } from '../../../layers.ts'
import { text } from '../../../locales/messages.ts'
import styles from './drawer.module.css'

interface SectionProps {
  title: string
  children: ReactNode
}

/** A titled section of the drawer. */
export function Section({ title, beside, children }: SectionProps & { beside?: ReactNode }) {
  return (
    <Stack gap={10} role="group" aria-label={title}>
      <div className={styles.sectionHeading}>
        <h3>{title}</h3>
        {beside}
      </div>
      {children}
    </Stack>
  )
}

interface EditableSectionProps extends SectionProps {
  /** Names the button that opens the editor in this part's place. */
  edit: string
  card: Card
  editor: ComponentType<{ card: Card; onEnd: () => void }>
}

/** A part whose fields can be edited in place. */
export function EditableSection({ edit, card, editor: CardEditor, ...section }: EditableSectionProps) {
  const [editing, setEditing] = useState(false)
  if (editing) return <CardEditor card={card} onEnd={() => setEditing(false)} />
  return (
    <Section
      {...section}
      beside={
        <Permitted call="cards.update">
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<Icon name="edit" size={16} />}
            onClick={() => setEditing(true)}
          >
            {edit}
          </Button>
        </Permitted>
      }
    />
  )
}

interface EditorProps extends SectionProps {
  busy: boolean
  onSubmit: FormEventHandler
  onEnd: () => void
}

/** The section's edit form; Escape and *Cancel* discard. */
export function Editor({ busy, onSubmit, onEnd, children, ...section }: EditorProps) {
  useQuestion(onEnd)
  return (
    <Section {...section}>
      <Flex component="form" direction="column" gap="md" onSubmit={onSubmit}>
        {children}
        <Group gap="sm" wrap="nowrap">
          <Button type="submit" loading={busy}>
            {text('save')}
          </Button>
          <Button variant="default" onClick={onEnd}>
            {text('cancel')}
          </Button>
        </Group>
      </Flex>
    </Section>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
