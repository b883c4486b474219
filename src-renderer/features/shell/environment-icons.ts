import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import type { IconName } from '../../components/icon.tsx'

export const ENVIRONMENT_ICONS: Record<EnvironmentName, IconName> = { sandbox: 'flask', production: 'bolt' }
