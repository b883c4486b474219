import { Box, Stack } from '@mantine/core'
import { CopyButton } from '../button/copy-button.tsx'
import styles from './copy-line.module.css'

interface CopyLineProps {
  label: string
  /** Null if there is nothing to copy; `nothing` says why. */
  value: string | null
  hint?: string
  nothing?: string
}

/** A named value in a mono face, with a copy button. */
export function CopyLine({ label, value, hint, nothing }: CopyLineProps) {
  return (
    <Stack gap="xs" miw={0}>
      <Box component="span" fz="sm" fw={500}>
        {label}
      </Box>
      <div className={styles.field}>
        {value === null ? <span className={styles.nothing}>{nothing}</span> : <code>{value}</code>}
        {value !== null && <CopyButton value={value} />}
      </div>
      {hint !== undefined && <span className={styles.hint}>{hint}</span>}
    </Stack>
  )
}
