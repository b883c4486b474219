import { useState } from 'react'
import type { EnvironmentName } from '../../../../src-main/domain/environment-name.ts'
import { useQuery } from '../../../client/client-context.tsx'
import { fillPath, OPERATIONS, type Method, type Operation } from './operations.ts'

interface Typed {
  method: Method
  path: string
  body: string
  idempotencyKey: string
}

interface Request extends Typed {
  operation: Operation
  choose: (operation: Operation) => void
  change: (changes: Partial<Typed>) => void
}

/** The request in the form: an operation filled with real ids until a person edits it. */
export function useRequest(projectId: string, environment: EnvironmentName): Request {
  const [operation, setOperation] = useState<Operation>(
    OPERATIONS[0] ?? { group: 'service', method: 'GET', path: '/health' },
  )
  const [typed, setTyped] = useState<Partial<Typed>>({})
  const [example, setExample] = useState('')
  const place = { projectId, environment }
  const { cardStatus } = operation
  const cards = useQuery('cards.list', {
    ...place,
    query: { limit: 1, ...(cardStatus === undefined ? {} : { status: cardStatus }) },
  })
  const deliveries = useQuery('webhook.deliveries.list', { ...place, limit: 1 })
  const values = {
    projectId,
    cardId: cards.isPrevious ? undefined : cards.value?.docs[0]?.id,
    deliveryId: deliveries.value?.docs[0]?.id,
  }
  return {
    operation,
    method: typed.method ?? operation.method,
    path: typed.path ?? fillPath(operation, values),
    body: typed.body ?? example,
    idempotencyKey: typed.idempotencyKey ?? '',
    choose: (next) => {
      setOperation(next)
      setExample(next.body === undefined ? '' : JSON.stringify(next.body(), null, 2))
      setTyped({})
    },
    change: (changes) => setTyped({ ...typed, ...changes }),
  }
}
