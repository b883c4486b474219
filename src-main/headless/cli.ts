#!/usr/bin/env node
import module from 'node:module'
import { nodeVersionProblem } from './node-version.ts'
import { compileCacheFolder, isSourceFolder } from '../bridge/locations.ts'

// Nothing else is loaded until this Node is known to be new enough for the SQLite addon.
const problem = nodeVersionProblem(process.versions.node, isSourceFolder())
if (problem === null) {
  // Short commands spend most of their time compiling: V8's result is kept in the user's cache.
  // Not in an installed app: there Electron reads code from its archive.
  if (process.versions['electron'] === undefined) module.enableCompileCache(compileCacheFolder())
  const { runCommandLine } = await import('./command-line.ts')
  await runCommandLine(process.argv.slice(2))
} else {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 3
}
