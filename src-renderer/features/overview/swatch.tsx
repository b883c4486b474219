import styles from './overview.module.css'

/** A chart's colour next to its word. */
export function Swatch({ color }: { color: string }) {
  return <span className={styles.swatch} style={{ background: color }} aria-hidden="true" />
}

/** @param share of one */
export function Bar({ share }: { share: number }) {
  return (
    <span className={styles.bar} aria-hidden="true">
      <span style={{ width: `${share * 100}%` }} />
    </span>
  )
}
