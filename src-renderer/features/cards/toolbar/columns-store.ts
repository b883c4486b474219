import { useMemo } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import {
  COLUMN_FIELDS,
  columnOf,
  PINNED_FIELD,
  USUAL_FIELDS,
  type CardsColumn,
  type ColumnField,
} from '../table/cards-columns.tsx'

interface TableLook {
  /** All but the pinned column, in order. */
  fields: readonly ColumnField[]
  compact: boolean
  setFields: (fields: readonly ColumnField[]) => void
  setCompact: (compact: boolean) => void
}

/** This person's table layout; survives a reload. */
export const useTableLook = create<TableLook>()(
  persist(
    (set) => ({
      fields: USUAL_FIELDS,
      compact: false,
      setFields: (fields) => set({ fields }),
      setCompact: (compact) => set({ compact }),
    }),
    {
      name: 'fuelcard-desk.cards-table',
      partialize: ({ fields, compact }) => ({ fields, compact }),
      // Stored by another version, it may name unknown columns: they are left out.
      merge: (stored, now) => {
        const { fields, compact } = (stored ?? {}) as { fields?: unknown; compact?: unknown }
        return { ...now, ...(Array.isArray(fields) ? { fields: knownFields(fields) } : {}), compact: compact === true }
      },
    },
  ),
)

/** The movable columns among the names, without duplicates. */
export function knownFields(names: readonly unknown[]): ColumnField[] {
  const known = names.flatMap((name) => COLUMN_FIELDS.filter((field) => field === name && field !== PINNED_FIELD))
  return [...new Set(known)]
}

/** The columns on screen, the pinned one first. */
export function useColumns(): readonly CardsColumn[] {
  const fields = useTableLook((state) => state.fields)
  return useMemo(() => [columnOf(PINNED_FIELD), ...fields.map((field) => columnOf(field))], [fields])
}
