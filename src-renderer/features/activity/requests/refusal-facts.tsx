import { Text } from '@mantine/core'
import type { RequestRefusal } from '../../../../src-main/domain/desk/request-refusal.ts'
import { CodeView } from '../../../components/code/code-view.tsx'
import { Fact } from '../../../components/text/facts.tsx'
import { text } from '../../../locales/messages.ts'
import { inWords } from './left-out.ts'

/** Why a request was refused, and what it had asked. */
export function RefusalFacts({ refusal: { masked, query, body, answer } }: { refusal: RequestRefusal }) {
  const note = masked ? <Text fz="xs">{text('requests.masked')}</Text> : null
  return (
    <>
      {answer !== null && (
        <Fact name={text('requests.refused')}>
          <CodeView code={shown(answer)} label={text('requests.refused')} syntax="json" />
        </Fact>
      )}
      {query !== null && (
        <Fact name={text('requests.asked.query')}>
          <CodeView code={shown(query)} label={text('requests.asked.query')} syntax="json" />
          {body === null && note}
        </Fact>
      )}
      {body !== null && (
        <Fact name={text('requests.asked.body')}>
          <CodeView code={shown(body)} label={text('requests.asked.body')} syntax="json" />
          {note}
        </Fact>
      )}
    </>
  )
}

function shown(kept: unknown): string {
  const value = inWords(kept)
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
