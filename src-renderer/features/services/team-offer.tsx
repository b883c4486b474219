import { useQuery } from '../../client/client-context.tsx'
import { useCall } from '../../client/use-call.ts'
import { onDemand } from '../../on-demand.ts'

const ConnectServiceDialog = onDemand(async () => (await import('./connect-service-dialog.tsx')).ConnectServiceDialog)

/** At the first start: the service that this computer's administrator named, to connect to now or later. */
export function TeamOffer() {
  const { value } = useQuery('services.state', {})
  const decline = useCall('services.decline', ['services.state'], () => {})
  if (value?.services?.isOffered !== true) return null
  return <ConnectServiceDialog onClose={() => decline.run({})} />
}
