import { useQuery } from '../../../client/client-context.tsx'
import { ErrorMessage } from '../../../components/feedback/state-message.tsx'
import { text } from '../../../locales/messages.ts'
import { SkeletonGroup } from '../skeleton-group.tsx'
import { AllowListForm } from './allow-list-form.tsx'
import { ExtraCaForm } from './extra-ca-form.tsx'
import { PolicyNote } from './policy-note.tsx'
import { RateLimitsForm } from './rate-limits-form.tsx'
import { RequestLogForm } from './request-log-form.tsx'

/** The service's limits. Values fixed on the command line or by a policy are shown but cannot be changed here. */
export function ServiceSection() {
  const { value, error, reload } = useQuery('settings.get', {})
  if (error !== null) return <ErrorMessage title={text('settings.error.title')} error={error} onRetry={reload} />
  if (value === undefined) return <SkeletonGroup title={text('settings.service')} rows={4} />
  const { settings, fixed } = value
  return (
    <>
      <PolicyNote />
      <RateLimitsForm limits={settings.rateLimits} fixed={fixed} />
      <AllowListForm
        setting="allowedNetworks"
        values={settings.allowedNetworks}
        isFixed={fixed.includes('allowedNetworks')}
      />
      <AllowListForm setting="corsOrigins" values={settings.corsOrigins} isFixed={fixed.includes('corsOrigins')} />
      <RequestLogForm masked={settings.maskRequests} isFixed={fixed.includes('maskRequests')} />
      <ExtraCaForm certificates={settings.extraCa} isFixed={fixed.includes('extraCa')} />
    </>
  )
}
