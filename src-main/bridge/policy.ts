import { readFileSync, statSync } from 'node:fs'
import { win32 } from 'node:path'
import { ServiceError } from '../domain/errors.ts'
import { invalidFields } from '../domain/issue-fault.ts'
import { droppedFields } from '../domain/dropped-fields.ts'
import { FEATURES, NO_POLICY, policySchema, type Feature, type Policy, type PolicyView } from '../domain/desk/policy.ts'
import { settingsByPath, type SettingsChange } from '../domain/desk/settings.ts'
import { serviceAddress } from './remote/service-address.ts'
import { checkedChange } from '../engine/settings/settings-change.ts'

/** Far more than any real policy. */
const LARGEST_BYTES = 64_000

/** The policy in force, read once at the start. */
export interface HostPolicy {
  readonly policy: Policy
  view(): PolicyView
  isOff(feature: Feature): boolean
  /** @throws ServiceError `error.forbidden` if the feature is turned off */
  require(feature: Feature): void
  /** @throws ServiceError `error.forbidden` if the API is turned off */
  requireApi(): void
  /** @throws ServiceError `error.forbidden` if another service than this one, by its origin, is the team's */
  requireService(address: string): void
}

/** The policy file on each system, in a place that only an administrator can write to. */
export function policyFile(
  platform: NodeJS.Platform = process.platform,
  programData: string | undefined = process.env['ProgramData'],
): string {
  if (platform === 'win32') return win32.join(programData ?? 'C:\\ProgramData', 'Fuelcard Desk', 'policy.json')
  if (platform === 'darwin') return '/Library/Application Support/Fuelcard Desk/policy.json'
  return '/etc/fuelcard-desk/policy.json'
}

/**
 * Reads the administrator's policy. An unreadable one prevents every start: going on without it would turn on what it
 * turns off.
 *
 * @throws ServiceError `error.unavailable` naming the file and what is wrong in it
 */
export function readPolicy(file: string = policyFile()): HostPolicy {
  const text = readIfThere(file)
  const policy = text === null ? NO_POLICY : parsePolicy(text, file)
  const isOff = (feature: Feature) => policy.features[feature] === false
  return {
    policy,
    isOff,
    view: () => ({
      file: text === null ? null : file,
      off: FEATURES.filter(isOff),
      updates: policy.updates,
      teamService: policy.team.service ?? null,
      settings: [...settingsByPath(policy.settings).keys()],
    }),
    require: (feature) => {
      if (isOff(feature)) throw turnedOff(`features.${feature} in ${file}`)
    },
    requireApi: () => {
      if (policy.settings.api?.enabled === false) throw turnedOff(`settings.api.enabled in ${file}`)
    },
    requireService: (address) => {
      const { service } = policy.team
      if (service !== undefined && service !== address)
        throw new ServiceError(
          'error.forbidden',
          `The administrator of this computer allows only the service ${service} (team.service in ${file})`,
          { reason: 'turned_off' },
        )
    },
  }
}

function turnedOff(where: string): ServiceError {
  return new ServiceError('error.forbidden', `The administrator of this computer has turned this off (${where})`, {
    reason: 'turned_off',
  })
}

/** The settings of a run: the policy overrides the command line. */
export function withPolicy(given: SettingsChange, { settings }: Policy): SettingsChange {
  const together: SettingsChange = { ...given, ...settings }
  for (const group of ['api', 'rateLimits', 'backup'] as const)
    if (given[group] !== undefined && settings[group] !== undefined)
      Object.assign(together, { [group]: { ...given[group], ...settings[group] } })
  return together
}

function readIfThere(file: string): string | null {
  try {
    const stat = statSync(file, { throwIfNoEntry: false })
    if (stat === undefined) return null
    if (!stat.isFile()) throw unusable(file, 'it is not a file')
    if (stat.size > LARGEST_BYTES) throw unusable(file, `it has more than ${LARGEST_BYTES} bytes`)
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof ServiceError) throw error
    throw unusable(file, error instanceof Error ? error.message : String(error))
  }
}

function parsePolicy(text: string, file: string): Policy {
  let given: unknown
  try {
    given = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw unusable(file, `it is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  const parsed = policySchema.safeParse(given)
  if (!parsed.success) {
    const [fault] = invalidFields(parsed.error)
    throw unusable(file, `${fault?.field || 'it'}: ${fault?.message ?? 'is not valid'}`)
  }
  // A misspelt restriction would silently not apply.
  const [unknown] = droppedFields(given, parsed.data)
  if (unknown !== undefined) throw unusable(file, `this version does not know "${unknown}"`)
  const { feed } = parsed.data.updates
  if (feed !== undefined && URL.parse(feed)?.protocol !== 'https:')
    throw unusable(file, `updates.feed: "${feed}" is not an https address`)
  const team = teamOf(parsed.data, file)
  try {
    return { ...parsed.data, team, settings: checkedChange(parsed.data.settings) }
  } catch (error) {
    const [detail] = error instanceof ServiceError ? (error.details ?? []) : []
    throw unusable(file, `settings.${detail?.field}: ${detail?.message}`)
  }
}

/** With the service's address as an origin. */
function teamOf({ team }: Policy, file: string): Policy['team'] {
  if (team.service === undefined) return team
  try {
    return { service: serviceAddress(team.service) }
  } catch (error) {
    throw unusable(file, `team.service: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function unusable(file: string, why: string): ServiceError {
  return new ServiceError('error.unavailable', `The policy ${file} cannot be used: ${why}`)
}
