import styles from './drawer.module.css'

/** Header lines, names dimmed; long values wrap. */
export function HeaderTable({ headers, label }: { headers: Readonly<Record<string, string>>; label: string }) {
  return (
    <div className={styles.headers}>
      <span className={styles.headersLabel}>{label}</span>
      <dl>
        {Object.entries(headers).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
