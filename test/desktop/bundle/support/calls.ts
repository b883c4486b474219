import type { CallInput, CallResult, PageCallName } from '../../../../src-preload/contract.ts'
import type { Page } from '@playwright/test'

/** What the preload puts on the window, as a page sees it. */
export interface PageWindow {
  fuelcardDesk: {
    call: (name: string, input: unknown) => Promise<unknown>
    subscribe: (name: string, listener: (data: unknown) => void) => () => void
  }
}

/** A call of the contract, made in the page itself. */
export function call<Name extends PageCallName>(
  page: Page,
  name: Name,
  input: CallInput<Name>,
): Promise<CallResult<Name>> {
  return page.evaluate(([called, given]) => (window as unknown as PageWindow).fuelcardDesk.call(called, given), [
    name,
    input,
  ] as const) as Promise<CallResult<Name>>
}

/** The value of a call that succeeds. */
export async function valueOf<Name extends PageCallName>(page: Page, name: Name, input: CallInput<Name>) {
  const result = await call(page, name, input)
  if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`)
  return result.value
}
