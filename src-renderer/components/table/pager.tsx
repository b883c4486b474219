import { ActionIcon, Box, Flex, NativeSelect, Tooltip } from '@mantine/core'
import { Icon } from '../icon.tsx'
import { text } from '../../locales/messages.ts'
import styles from './pager.module.css'

interface PagerProps {
  page: number
  pageSize: number
  total: number
  onPage: (page: number) => void
  /** The page sizes on offer, if any. */
  sizes?: readonly number[]
  onSize?: (pageSize: number) => void
}

/** The foot of a list that comes in pages. */
export function Pager({ page, pageSize, total, onPage, sizes = [], onSize }: PagerProps) {
  const lastPage = Math.max(1, Math.ceil(total / pageSize))
  const from = Math.min((page - 1) * pageSize + 1, total)
  const to = Math.min(page * pageSize, total)
  return (
    <nav className={styles.pager} aria-label={text('pager.label')}>
      {onSize !== undefined && (
        <Flex component="label" gap="sm" align="center">
          {text('pager.size')}
          <NativeSelect
            size="xs"
            data={sizes.map(String)}
            value={String(pageSize)}
            onChange={(event) => onSize(Number(event.currentTarget.value))}
          />
        </Flex>
      )}
      <Box component="span" flex={1} />
      <span>{text('pager.range', { from, to, total })}</span>
      <Step label={text('pager.previous')} icon="chevronLeft" disabled={page <= 1} onStep={() => onPage(page - 1)} />
      <Step
        label={text('pager.next')}
        icon="chevronRight"
        disabled={page >= lastPage}
        onStep={() => onPage(page + 1)}
      />
    </nav>
  )
}

function Step({
  label,
  icon,
  disabled,
  onStep,
}: {
  label: string
  icon: 'chevronLeft' | 'chevronRight'
  disabled: boolean
  onStep: () => void
}) {
  return (
    <Tooltip label={label} disabled={disabled}>
      <ActionIcon variant="default" aria-label={label} disabled={disabled} onClick={onStep}>
        <Icon name={icon} size={16} />
      </ActionIcon>
    </Tooltip>
  )
}
