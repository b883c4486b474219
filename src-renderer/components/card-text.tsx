import styles from './card-text.module.css'

/** A card number in groups of four, its tail bold; selected and copied it is ungrouped. */
export function CardNumber({ value }: { value: string }) {
  const groups = value.match(/.{1,4}/g) ?? []
  // The last six digits or so are what people read to each other.
  const tailFrom = value.length - (value.length % 4 === 0 ? 4 : 4 + (value.length % 4))
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

/** Looks like a plate: light field, dark mono text, a thin border, in both themes. */
export function LicensePlate({ value }: { value: string }) {
  return <span className={styles.plate}>{value}</span>
}
