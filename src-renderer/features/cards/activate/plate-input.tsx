import { TextInput } from '@mantine/core'
import { useLayoutEffect, useState, type RefObject } from 'react'
import { normalisePlate } from './normalise-plate.ts'
import styles from '../drawer/drawer.module.css'

interface PlateInputProps {
  field: RefObject<HTMLInputElement | null>
  label: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onBlur: () => void
}

/** Normalises a plate while typing; the cursor stays in place. */
export function PlateInput({ field, label, value, error, onChange, onBlur }: PlateInputProps) {
  const [caret, setCaret] = useState<{ at: number } | null>(null)
  useLayoutEffect(() => {
    if (caret !== null && document.activeElement === field.current) field.current?.setSelectionRange(caret.at, caret.at)
  }, [caret, field])
  return (
    <TextInput
      ref={field}
      data-autofocus
      classNames={{ input: styles.plateInput ?? '' }}
      label={label}
      value={value}
      error={error}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => {
        const typed = event.currentTarget
        setCaret({ at: normalisePlate(typed.value.slice(0, typed.selectionStart ?? typed.value.length)).length })
        onChange(normalisePlate(typed.value))
      }}
      onBlur={onBlur}
    />
  )
}
