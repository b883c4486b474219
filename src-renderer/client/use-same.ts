import { useState } from 'react'

/** The same object from render to render for as long as its JSON stays the same, so that effects may depend on it. */
export function useSame<Value>(value: Value): Value {
  const json = JSON.stringify(value)
  const [kept, setKept] = useState({ value, json })
  if (kept.json === json) return kept.value
  setKept({ value, json })
  return value
}
