import type { HolderKind, UsedName } from '../../../src-main/domain/cards/holder.ts'
import { LicensePlate } from '../../components/text/card-text.tsx'
import { plural } from '../../locales/messages.ts'
import styles from './palette.module.css'

/** A found driver or vehicle in one line. */
export function HolderLine({ kind, name, cards }: UsedName & { kind: HolderKind }) {
  return (
    <span className={styles.card}>
      {kind === 'driver' ? name : <LicensePlate value={name} />}
      <span className={styles.driver}>{plural('cards.count', cards)}</span>
    </span>
  )
}
