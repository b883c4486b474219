import { UnstyledButton } from '@mantine/core'
import type { AuditEntry } from '../../../src-main/domain/audit.ts'
import { ENVIRONMENTS } from '../../place.ts'
import { useAppStore } from '../../app-store.ts'
import { useCardName } from '../../client/card-names.tsx'
import { useQuery } from '../../client/client-context.tsx'
import { CardNumber, LicensePlate } from '../../components/text/card-text.tsx'
import { text, textIfKnown } from '../../locales/messages.ts'
import styles from './activity.module.css'

/** An entry's subject by its familiar name; a card links to its drawer. Below a `CardNames`. */
export function AuditTarget({ entry }: { entry: AuditEntry }) {
  const { target, projectId } = entry
  if (target.type === 'card' && target.id !== null && projectId !== null) return <TargetCard cardId={target.id} />
  const kind = textIfKnown(`target.${target.type}`) ?? text('target.other')
  const name = nameIn(entry)
  if (target.type === 'project' && target.id !== null)
    return <TargetProject projectId={target.id} name={name} kind={kind} />
  return (
    <span>
      {kind}
      {name !== null && <span className={styles.dim}> · {name}</span>}
    </span>
  )
}

function TargetCard({ cardId }: { cardId: string }) {
  const open = useAppStore((state) => state.open)
  const card = useCardName(cardId)
  if (card === null) return <span className={styles.dim}>{text('activity.goneCard')}</span>
  if (card === undefined) return null
  return (
    <span className={styles.target}>
      <UnstyledButton
        className={styles.link}
        aria-label={text('cards.open', { number: card.cardNumber })}
        onClick={() => open('cards', { card: cardId })}
      >
        <CardNumber value={card.cardNumber} />
      </UnstyledButton>
      {card.licensePlate !== null && <LicensePlate value={card.licensePlate} />}
    </span>
  )
}

function TargetProject({ projectId, name, kind }: { projectId: string; name: string | null; kind: string }) {
  const { value } = useQuery('projects.list', {})
  return <span>{value?.find(({ id }) => id === projectId)?.name ?? name ?? kind}</span>
}

/** The name at that time, if recorded; an environment goes by its label. */
function nameIn({ target, before, after }: AuditEntry): string | null {
  const environment = ENVIRONMENTS.find((known) => known === target.id)
  if (environment !== undefined) return text(`environment.${environment}`)
  const name = after?.['name'] ?? before?.['name']
  return typeof name === 'string' ? name : null
}
