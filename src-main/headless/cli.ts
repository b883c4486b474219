#!/usr/bin/env node
import { nodeVersionProblem } from './node-version.ts'

// Everything else is loaded only once this Node is known to be new enough for the SQLite addon.
const problem = nodeVersionProblem(process.versions.node)
if (problem === null) {
  const { runCommandLine } = await import('./command-line.ts')
  await runCommandLine(process.argv.slice(2))
} else {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 3
}
