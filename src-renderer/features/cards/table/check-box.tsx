import { useEffect, useRef } from 'react'
import styles from './check-box.module.css'

interface CheckBoxProps {
  label: string
  checked: boolean
  /** Some but not all of its cards are selected. */
  partly?: boolean
  tabIndex?: number
  /** Called with whether shift was held, which selects a range. */
  onToggle: (range: boolean) => void
}

/** A native checkbox, since a table may hold a hundred of them. */
export function CheckBox({ label, checked, partly = false, tabIndex, onToggle }: CheckBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = partly
  }, [partly])
  return (
    // Enlarges the click target.
    <label className={styles.room}>
      <input
        ref={box}
        className={styles.box}
        type="checkbox"
        aria-label={label}
        checked={checked}
        tabIndex={tabIndex}
        onChange={(event) => onToggle(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
      />
    </label>
  )
}
