import { Box, Menu, UnstyledButton } from '@mantine/core'
import { text } from '../../locales/messages.ts'
import { Icon } from '../icon.tsx'
import { SearchedOptions, type Option } from './searched-options.tsx'
import styles from './filter-chip.module.css'

interface FilterChipProps<Value extends string> {
  name: string
  options: readonly Option<Value>[]
  value: Value | null
  onChange: (value: Value | null) => void
}

/** The value of no filter. */
const ANY = ''
/** Longer lists get a search. */
const MOST_AT_A_GLANCE = 10

/** One filter: dashed while it lets everything through, "Status: Active ×" once it does not. */
export function FilterChip<Value extends string>({ name, options, value, onChange }: FilterChipProps<Value>) {
  const chosen = options.find((option) => option.value === value)
  const all = [{ value: ANY, label: text('filter.any') }, ...options]
  const choose = (picked: string) => onChange(options.find((option) => option.value === picked)?.value ?? null)
  const words = (
    <>
      {chosen === undefined && <Icon name="filter" size={15} />}
      <span>{chosen === undefined ? name : text('named', { name })}</span>
      {chosen !== undefined && (
        <Box component="span" fw={600}>
          {chosen.label}
        </Box>
      )}
    </>
  )
  return (
    <span className={chosen === undefined ? styles.chip : `${styles.chip} ${styles.set}`}>
      {options.length > MOST_AT_A_GLANCE ? (
        <SearchedOptions name={name} options={all} value={value ?? ANY} onChange={choose}>
          {words}
        </SearchedOptions>
      ) : (
        <Menu position="bottom-start" width={180}>
          <Menu.Target>
            <UnstyledButton className={styles.open}>{words}</UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.RadioGroup value={value ?? ANY} onChange={choose}>
              {all.map((option) => (
                <Menu.RadioItem key={option.value} value={option.value} closeMenuOnClick>
                  {option.label}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Dropdown>
        </Menu>
      )}
      {chosen !== undefined && (
        <UnstyledButton
          className={styles.remove}
          aria-label={text('filter.remove', { name })}
          onClick={() => onChange(null)}
        >
          <Icon name="close" size={14} />
        </UnstyledButton>
      )}
    </span>
  )
}
