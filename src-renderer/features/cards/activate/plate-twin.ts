import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import type { Card } from '../../../../src-main/domain/card.ts'
import { compactKey } from '../../../../src-main/domain/cards/card-list.ts'
import { useService } from '../../../client/client-context.tsx'

const DELAY_MS = 250
/** The list matches plates by prefix; an equal one is among the first. */
const LOOKED_AT = 20

/** Another card with this plate, or null. That may be right, so it only warns. */
export function usePlateTwin(card: Card, plate: string): Card | null {
  const { client } = useService()
  const [asked] = useDebouncedValue(plate.trim(), DELAY_MS)
  const [twin, setTwin] = useState<{ plate: string; card: Card } | null>(null)
  const { projectId, environment, id } = card
  useEffect(() => {
    if (asked === '') return
    let stale = false
    const look = async () => {
      const result = await client.call('cards.list', {
        projectId,
        environment,
        query: { licensePlate: asked, limit: LOOKED_AT, sortField: 'licensePlate', sortDirection: 'asc' },
      })
      const found = result.ok
        ? result.value.docs.find(
            (other) => other.id !== id && compactKey(other.licensePlate ?? '') === compactKey(asked),
          )
        : undefined
      if (!stale) setTwin(found === undefined ? null : { plate: asked, card: found })
    }
    void look()
    return () => {
      stale = true
    }
  }, [client, projectId, environment, id, asked])
  return twin !== null && compactKey(twin.plate) === compactKey(plate) ? twin.card : null
}
