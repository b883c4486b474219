import styles from './card-text.module.css'

/** A card number in groups of four, its tail bold; copying it leaves out the gaps. */
export function CardNumber({ value }: { value: string }) {
  const groups = value.match(/.{1,4}/g) ?? []
  const tailFrom = tailStart(value)
  return (
    <span className={styles.number}>
      {groups.map((group, index) => (
        // The position is the group's identity: the same four digits may occur twice.
        <span key={index * 4} className={index * 4 >= tailFrom ? `${styles.group} ${styles.tail}` : styles.group}>
          {group}
        </span>
      ))}
    </span>
  )
}

/** The tail in the same groups as the whole number: people read it to each other. */
export function cardTail(value: string): string {
  return `… ${(value.slice(tailStart(value)).match(/.{1,4}/g) ?? []).join('\u00a0')}`
}

/** The last six digits or so. */
function tailStart(value: string): number {
  return Math.max(0, value.length - (value.length % 4 === 0 ? 4 : 4 + (value.length % 4)))
}

/** Looks like a plate: light field, dark mono text, a thin border, in both themes. */
export function LicensePlate({ value }: { value: string }) {
  return <span className={styles.plate}>{value}</span>
}
