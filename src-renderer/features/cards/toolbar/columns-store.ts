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
  /** In pixels, of the columns that the person has resized. */
  widths: Widths
  /** The person's own columns while a saved view shows others; null while these are their own. */
  own: readonly ColumnField[] | null
  setFields: (fields: readonly ColumnField[]) => void
  /** Shows the columns of a saved view, or with null the person's own again. */
  showFields: (fields: readonly ColumnField[] | null) => void
  setCompact: (compact: boolean) => void
  /** Null gives a column its own width again. */
  setWidth: (field: ColumnField, width: number | null) => void
  resetWidths: () => void
}

type Widths = Readonly<Partial<Record<ColumnField, number>>>

/** Narrower, a heading says nothing; wider, it fills a window. */
export const WIDTH_LIMITS = { least: 56, most: 960 }

/** This person's table layout; survives a reload. */
export const useTableLook = create<TableLook>()(
  persist(
    (set) => ({
      fields: USUAL_FIELDS,
      compact: false,
      widths: {},
      own: null,
      setFields: (fields) => set({ fields, own: null }),
      showFields: (shown) =>
        set(({ fields, own }) =>
          shown === null ? { fields: own ?? fields, own: null } : { fields: shown, own: own ?? fields },
        ),
      setCompact: (compact) => set({ compact }),
      setWidth: (field, width) =>
        set(({ widths: { [field]: _before, ...others } }) => ({
          widths: width === null ? others : { ...others, [field]: within(width) },
        })),
      resetWidths: () => set({ widths: {} }),
    }),
    {
      name: 'fuelcard-desk.cards-table',
      partialize: ({ fields, compact, widths, own }) => ({ fields, compact, widths, own }),
      // Stored by another version, it may name unknown columns: they are left out.
      merge: (stored, now) => {
        const { fields, compact, widths, own } = (stored ?? {}) as Readonly<Record<string, unknown>>
        return {
          ...now,
          ...(Array.isArray(fields) ? { fields: knownFields(fields) } : {}),
          own: Array.isArray(own) ? knownFields(own) : null,
          compact: compact === true,
          widths: knownWidths(widths),
        }
      },
    },
  ),
)

function knownWidths(stored: unknown): Widths {
  const widths = (stored ?? {}) as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    COLUMN_FIELDS.flatMap((field) => {
      const width = widths[field]
      return typeof width === 'number' && Number.isFinite(width) ? [[field, within(width)]] : []
    }),
  )
}

function within(width: number): number {
  return Math.round(Math.min(Math.max(width, WIDTH_LIMITS.least), WIDTH_LIMITS.most))
}

/** The movable columns among the names, without duplicates. */
export function knownFields(names: readonly unknown[]): ColumnField[] {
  const known = names.flatMap((name) => COLUMN_FIELDS.filter((field) => field === name && field !== PINNED_FIELD))
  return [...new Set(known)]
}

/** The columns on screen, the pinned one first. */
export function useColumns(): readonly ShownColumn[] {
  const { fields, widths } = useTableLook()
  return useMemo(() => columnsOf([PINNED_FIELD, ...fields], widths), [fields, widths])
}

/** A column as this person has it. */
export interface ShownColumn extends CardsColumn {
  /** In pixels; null if it has its share of what is left. */
  width: number | null
}

function columnsOf(fields: readonly ColumnField[], widths: Widths): readonly ShownColumn[] {
  return fields.map((field) => ({ ...columnOf(field), width: widths[field] ?? null }))
}
