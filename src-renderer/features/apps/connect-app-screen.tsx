import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import type { AuthorizationRequest } from '../../../src-main/domain/people/connected-app.ts'
import { useQuery } from '../../client/client-context.tsx'
import { errorWords } from '../../client/error-words.ts'
import { useCall } from '../../client/use-call.ts'
import { Problem } from '../../components/feedback/problem.tsx'
import { Icon } from '../../components/icon.tsx'
import '../../locales/later-words.ts'
import { text } from '../../locales/messages.ts'
import type { AskingApp, Outcome } from './asking-app.ts'
import { ConnectDevice } from './connect-device.tsx'
import { Consent } from './consent.tsx'
import styles from './connect-app.module.css'

/** A person's consent to a program that acts in their name. */
export function ConnectAppScreen({ asking, onDone }: { asking: AskingApp; onDone: () => void }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  return (
    <main className={styles.page} data-environment="sandbox">
      <div className={styles.panel}>
        <span className={styles.name}>
          <Icon name="cards" /> {text('app.name')}
        </span>
        {outcome !== null && <Ending outcome={outcome} onDone={onDone} />}
        {outcome === null && asking.kind === 'device' && <ConnectDevice onOutcome={setOutcome} />}
        {outcome === null && asking.kind === 'app' && <ConnectApp request={asking.request} onOutcome={setOutcome} />}
      </div>
    </main>
  )
}

function Ending({ outcome, onDone }: { outcome: Outcome; onDone: () => void }) {
  return (
    <Stack gap="md" role="status">
      <h1>{text(`apps.${outcome}.title`)}</h1>
      <p>{text(`apps.${outcome}.text`)}</p>
      <Button variant="default" w="fit-content" onClick={onDone}>
        {text('apps.open')}
      </Button>
    </Stack>
  )
}

/** The desktop app, which has opened this page in the browser and waits for its answer. */
function ConnectApp({ request, onOutcome }: { request: AuthorizationRequest; onOutcome: (outcome: Outcome) => void }) {
  const { value, error } = useQuery('apps.look', request)
  const answerWith = (outcome: Outcome) => (answer: { redirectTo: string }) => {
    onOutcome(outcome)
    window.location.assign(answer.redirectTo)
  }
  const approve = useCall('apps.decide', ['profile.sessions'], answerWith('connected'))
  const refuse = useCall('apps.decide', [], answerWith('refused'))
  if (error !== null) return <Problem words={errorWords(error)} />
  if (value === undefined) return <div aria-busy="true" aria-label={text('app.loading')} />
  return (
    <Consent
      app={value.app}
      facts={[['device', value.device]]}
      busy={approve.busy || refuse.busy}
      problem={approve.problem ?? refuse.problem}
      onApprove={() => approve.run({ request, approved: true })}
      onRefuse={() => refuse.run({ request, approved: false })}
    />
  )
}
