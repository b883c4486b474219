import type { AuditDatabase } from '../../../src-main/domain/audit.ts'
import type { EnvironmentName } from '../../../src-main/domain/environment-name.ts'
import type { CallInput } from '../../../src-preload/contract.ts'
import type { Params } from '../../place.ts'
import { CONTROL_ACTIONS, ENVIRONMENT_ACTIONS } from '../audit/audit-words.ts'
import { startOfDay } from './period.ts'

export const AUDIT_PAGE = 25
/** In the address: entries of every project. */
const EVERY = 'all'
/** As the service allows. */
export const LONGEST_SEARCH = 100

/** The filters of the audit log. */
export interface AuditView {
  log: 'environment' | 'control'
  action: string | null
  /** Null is every project. */
  projectId: string | null
  cardId: string | null
  /** As `audit.actors` names them. */
  actor: string | null
  /** Calendar days in the person's own time zone, both included. */
  from: string | null
  to: string | null
  search: string
  page: number
}

/** Every entry of the open log. */
export const NOTHING_NARROWED = {
  action: null,
  cardId: null,
  actor: null,
  from: null,
  to: null,
  search: '',
} as const satisfies Partial<AuditView>

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
    actor: params['by'] ?? null,
    from: dayOf(params['from']),
    to: dayOf(params['to']),
    search: (params['search'] ?? '').slice(0, LONGEST_SEARCH),
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
    ...(view.actor === null ? {} : { by: view.actor }),
    ...(view.from === null ? {} : { from: view.from }),
    ...(view.to === null ? {} : { to: view.to }),
    ...(view.search === '' ? {} : { search: view.search }),
    ...(view.page === 1 ? {} : { page: String(view.page) }),
  }
}

function dayOf(param: string | undefined): string | null {
  return param === undefined || startOfDay(param) === null ? null : param
}

export function actionsOf(log: AuditView['log']): readonly string[] {
  return log === 'control' ? CONTROL_ACTIONS : ENVIRONMENT_ACTIONS
}

export function chainOf(view: AuditView, environment: EnvironmentName): AuditDatabase {
  return view.log === 'control' ? 'control' : environment
}

export function auditInput(view: AuditView, environment: EnvironmentName): CallInput<'audit.list'> {
  const from = view.from === null ? null : startOfDay(view.from)
  const until = view.to === null ? null : startOfDay(view.to, 1)
  return {
    kind: chainOf(view, environment),
    ...(view.projectId === null ? {} : { projectId: view.projectId }),
    ...(view.action === null ? {} : { action: view.action }),
    ...(view.cardId === null ? {} : { targetId: view.cardId }),
    ...(view.actor === null ? {} : { actor: view.actor }),
    ...(from === null ? {} : { from }),
    ...(until === null ? {} : { until }),
    ...(view.search.trim() === '' ? {} : { search: view.search.trim() }),
    page: view.page,
    limit: AUDIT_PAGE,
  }
}

/** Whether it filters more than the default view. */
export function isNarrowed(view: AuditView): boolean {
  const { action, cardId, actor, from, to, search, log, projectId } = view
  if (log === 'control' && projectId !== null) return true
  return search.trim() !== '' || [action, cardId, actor, from, to].some((filter) => filter !== null)
}
