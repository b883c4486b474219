import { useAnswer } from '../../../client/client-context.tsx'
import { ErrorMessage } from '../../../components/feedback/state-message.tsx'
import { text } from '../../../locales/messages.ts'
import { SkeletonGroup } from '../skeleton-group.tsx'
import { ExtraCaForm } from './extra-ca-form.tsx'
import { NetworksForm } from './networks-form.tsx'
import { OriginsForm } from './origins-form.tsx'
import { RateLimitsForm } from './rate-limits-form.tsx'

/** What the service allows. What the command line fixed for this run is shown, and cannot be changed here. */
export function ServiceSection() {
  const { value, error, reload } = useAnswer('settings.get', {})
  if (error !== null) return <ErrorMessage title={text('settings.error.title')} error={error} onRetry={reload} />
  if (value === undefined) return <SkeletonGroup title={text('settings.service')} rows={4} />
  const { settings, fixed } = value
  return (
    <>
      <RateLimitsForm limits={settings.rateLimits} fixed={fixed} />
      <NetworksForm networks={settings.allowedNetworks} isFixed={fixed.includes('allowedNetworks')} />
      <OriginsForm origins={settings.corsOrigins} isFixed={fixed.includes('corsOrigins')} />
      <ExtraCaForm certificates={settings.extraCa} isFixed={fixed.includes('extraCa')} />
    </>
  )
}
