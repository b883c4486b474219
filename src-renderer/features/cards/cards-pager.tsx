import { ActionIcon, NativeSelect, Tooltip } from '@mantine/core'
import { Icon } from '../../components/icon.tsx'
import { text } from '../../locales/messages.ts'
import { PAGE_SIZES, type CardsView } from './cards-view.ts'
import styles from './cards.module.css'

interface CardsPagerProps {
  view: CardsView
  total: number
  onChange: (changes: Partial<CardsView>) => void
}

export function CardsPager({ view: { page, pageSize }, total, onChange }: CardsPagerProps) {
  const lastPage = Math.max(1, Math.ceil(total / pageSize))
  const from = Math.min((page - 1) * pageSize + 1, total)
  const to = Math.min(page * pageSize, total)
  return (
    <nav className={styles.pager} aria-label={text('pager.label')}>
      <label className={styles.size}>
        {text('pager.size')}
        <NativeSelect size="xs" data={PAGE_SIZES.map(String)} value={String(pageSize)} onChange={(event) => onChange({ pageSize: Number(event.currentTarget.value) })} />
      </label>
      <span className={styles.spacer} />
      <span>{text('pager.range', { from, to, total })}</span>
      <Step label={text('pager.previous')} icon="chevronLeft" disabled={page <= 1} onStep={() => onChange({ page: page - 1 })} />
      <Step label={text('pager.next')} icon="chevronRight" disabled={page >= lastPage} onStep={() => onChange({ page: page + 1 })} />
    </nav>
  )
}

function Step({ label, icon, disabled, onStep }: { label: string; icon: 'chevronLeft' | 'chevronRight'; disabled: boolean; onStep: () => void }) {
  return (
    <Tooltip label={label} disabled={disabled}>
      <ActionIcon variant="default" aria-label={label} disabled={disabled} onClick={onStep}>
        <Icon name={icon} size={16} />
      </ActionIcon>
    </Tooltip>
  )
}
