import type { Block } from './page.ts'

/** What to do with a block, from its language and the comments above it. */
export interface Treatment {
  /** Why it is not run, if it says so. */
  notRun: string | null
  /** The name it is saved under, in the page's folder, instead of being run. */
  file: string | null
  /** Whether it keeps running until the page ends. */
  background: boolean
  /** The exit code it must end with. */
  exitCode: number
  /** Programs that it requires. */
  needs: readonly string[]
  /** Commands to run before it that readers do not see. */
  first: readonly string[]
  /** Whether it states the output of the block before it, despite prose in between. */
  prints: boolean
}

/** @throws Error for a directive that doesn't exist */
export function treatmentOf({ directives, place }: Block): Treatment {
  const treatment = {
    notRun: null as string | null,
    file: null as string | null,
    background: false,
    exitCode: 0,
    needs: [] as string[],
    first: [] as string[],
    prints: false,
  }
  for (const directive of directives) {
    const [, name = '', rest = ''] = /^(not run|\w+):? ?(.*)$/.exec(directive) ?? []
    if (name === 'not run' && rest !== '') treatment.notRun = rest
    else if (name === 'file' && rest !== '') treatment.file = rest
    else if (name === 'background') treatment.background = true
    else if (name === 'fails') treatment.exitCode = Number(rest || 1)
    else if (name === 'needs') treatment.needs.push(...rest.split(/, ?/))
    else if (name === 'first' && rest !== '') treatment.first.push(rest)
    else if (name === 'prints') treatment.prints = true
    else throw new Error(`${place}: there is no directive "snippet: ${directive}" (CONTRIBUTING.md lists them)`)
  }
  return treatment
}
