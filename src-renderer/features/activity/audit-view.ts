import type { AuditDatabase } from '../../../src-main/domain/audit.ts'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import type { CallInput } from '../../../src-preload/contract.ts'
import type { Params } from '../../place.ts'
import { CONTROL_ACTIONS, ENVIRONMENT_ACTIONS } from '../audit/audit-words.ts'

export const AUDIT_PAGE = 25
/** In the address: entries of every project. */
const EVERY = 'all'

/** The filters of the audit log. */
export interface AuditView {
  log: 'environment' | 'control'
  action: string | null
  /** Null is every project. */
  projectId: string | null
  cardId: string | null
  page: number
}

/**
 * The view that the address names. An environment's log starts with the open project, the service's own with
 * all projects.
 */
export function auditViewOf(params: Params, projectId: string): AuditView {
  const log = params['log'] === 'control' ? 'control' : 'environment'
  const page = Number(params['page'] ?? 1)
  const asked = params['in']
  return {
    log,
    action: actionsOf(log).find((known) => known === params['action']) ?? null,
    projectId: asked === EVERY ? null : (asked ?? (log === 'control' ? null : projectId)),
    cardId: log === 'control' ? null : (params['of'] ?? null),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  }
}

/** The address of a view: only what differs from the default. */
export function auditParamsOf(view: AuditView, projectId: string): Params {
  const usual = view.log === 'control' ? null : projectId
  return {
    ...(view.log === 'control' ? { log: 'control' } : {}),
    ...(view.action === null ? {} : { action: view.action }),
    ...(view.projectId === usual ? {} : { in: view.projectId ?? EVERY }),
    ...(view.cardId === null ? {} : { of: view.cardId }),
    ...(view.page === 1 ? {} : { page: String(view.page) }),
  }
}

export function actionsOf(log: AuditView['log']): readonly string[] {
  return log === 'control' ? CONTROL_ACTIONS : ENVIRONMENT_ACTIONS
}

export function chainOf(view: AuditView, environment: EnvironmentName): AuditDatabase {
  return view.log === 'control' ? 'control' : environment
}

export function auditInput(view: AuditView, environment: EnvironmentName): CallInput<'audit.list'> {
  return {
    kind: chainOf(view, environment),
    ...(view.projectId === null ? {} : { projectId: view.projectId }),
    ...(view.action === null ? {} : { action: view.action }),
    ...(view.cardId === null ? {} : { targetId: view.cardId }),
    page: view.page,
    limit: AUDIT_PAGE,
  }
}

/** Whether it filters more than the default view. */
export function isNarrowed(view: AuditView): boolean {
  return view.action !== null || view.cardId !== null || (view.log === 'control' && view.projectId !== null)
}
