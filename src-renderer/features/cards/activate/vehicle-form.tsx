import { useRef, useState, type FormEvent, type RefObject } from 'react'
import type { Card } from '../../../../src-main/domain/card.ts'
import {
  DRIVER_LENGTH,
  LICENSE_PLATE_LENGTH,
  driverSchema,
  licensePlateSchema,
} from '../../../../src-main/domain/cards/card-fields.ts'
import { cardTail } from '../../../components/text/card-text.tsx'
import { Icon } from '../../../components/icon.tsx'
import { text } from '../../../locales/messages.ts'
import { DriverInput } from './driver-input.tsx'
import { fieldProblem } from './field-problem.ts'
import { PlateInput } from './plate-input.tsx'
import { usePlateTwin } from './plate-twin.ts'
import styles from '../drawer/drawer.module.css'

interface VehicleValues {
  licensePlate: string
  driver: string
}

export interface VehicleForm {
  values: VehicleValues
  change: (changes: Partial<VehicleValues>) => void
  /** Shown after leaving a field or submitting, never while typing. */
  problems: Partial<Record<keyof VehicleValues, string>>
  leave: (field: keyof VehicleValues) => void
  submit: (event: FormEvent) => void
  busy: boolean
  plateField: RefObject<HTMLInputElement | null>
  driverField: RefObject<HTMLInputElement | null>
}

/** Plate and driver under the domain's own schemas. */
export function useVehicleForm(
  initial: Pick<Card, 'licensePlate' | 'driver'>,
  save: (values: VehicleValues) => Promise<void>,
): VehicleForm {
  const [values, setValues] = useState<VehicleValues>({
    licensePlate: initial.licensePlate ?? '',
    driver: initial.driver ?? '',
  })
  const [judged, setJudged] = useState<ReadonlySet<keyof VehicleValues>>(new Set())
  const [busy, setBusy] = useState(false)
  const plateField = useRef<HTMLInputElement>(null)
  const driverField = useRef<HTMLInputElement>(null)
  const found = {
    licensePlate: fieldProblem(
      licensePlateSchema,
      values.licensePlate,
      text('card.field.licensePlate.required'),
      LICENSE_PLATE_LENGTH,
    ),
    driver: fieldProblem(driverSchema, values.driver, text('card.field.driver.required'), DRIVER_LENGTH),
  }
  const send = async () => {
    setJudged(new Set(['licensePlate', 'driver']))
    if (found.licensePlate !== null) return plateField.current?.focus()
    if (found.driver !== null) return driverField.current?.focus()
    setBusy(true)
    await save({ licensePlate: values.licensePlate.trim(), driver: values.driver.trim() })
    setBusy(false)
  }
  return {
    values,
    change: (changes) => setValues((before) => ({ ...before, ...changes })),
    problems: {
      ...(judged.has('licensePlate') && found.licensePlate !== null ? { licensePlate: found.licensePlate } : {}),
      ...(judged.has('driver') && found.driver !== null ? { driver: found.driver } : {}),
    },
    // A required field that was only tabbed through is validated on submit.
    leave: (field) => values[field] !== '' && setJudged((before) => new Set([...before, field])),
    submit: (event) => {
      event.preventDefault()
      if (!busy) void send()
    },
    busy,
    plateField,
    driverField,
  }
}

export function VehicleFields({ card, form }: { card: Card; form: VehicleForm }) {
  const { driverField } = form
  const twin = usePlateTwin(card, form.values.licensePlate)
  return (
    <>
      <div>
        <PlateInput
          field={form.plateField}
          label={text('card.plate')}
          value={form.values.licensePlate}
          error={form.problems.licensePlate}
          onChange={(licensePlate) => form.change({ licensePlate })}
          onBlur={() => form.leave('licensePlate')}
        />
        <div role="status">
          {twin !== null && (
            <p className={styles.twin}>
              <Icon name="alert" size={16} />
              {text('card.plate.twin', {
                plate: twin.licensePlate ?? '',
                number: cardTail(twin.cardNumber),
                driver: twin.driver ?? '',
              })}
            </p>
          )}
        </div>
      </div>
      <DriverInput
        field={driverField}
        card={card}
        value={form.values.driver}
        error={form.problems.driver}
        first={twin?.driver ?? null}
        onChange={(driver) => form.change({ driver })}
        onBlur={() => form.leave('driver')}
      />
    </>
  )
}
