import { Radio } from '@mantine/core'
import { text } from '../../../locales/messages.ts'
import styles from './connect.module.css'

const ADAPTERS = ['rest', 'file'] as const

/** How to reach the provider, each with when to choose it. */
export function AdapterChoice({
  value,
  onChange,
}: {
  value: 'rest' | 'file'
  onChange: (adapter: 'rest' | 'file') => void
}) {
  return (
    <Radio.Group
      aria-label={text('connect.adapter')}
      value={value}
      onChange={(chosen) => onChange(chosen === 'file' ? 'file' : 'rest')}
    >
      <div className={styles.adapters}>
        {ADAPTERS.map((adapter) => (
          <Radio.Card key={adapter} className={styles.adapter} value={adapter}>
            <Radio.Indicator size="sm" />
            <span>
              <strong>{text(`sync.adapter.${adapter}`)}</strong>
              {text(`connect.adapter.${adapter}.text`)}
            </span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  )
}
