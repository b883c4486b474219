#!/usr/bin/env node
import module from 'node:module'
import { nodeVersionProblem } from './node-version.ts'
import { compileCacheFolder } from '../bridge/locations.ts'

// Everything else is loaded only once this Node is known to be new enough for the SQLite addon.
const problem = nodeVersionProblem(process.versions.node)
if (problem === null) {
  // Most of a short command's time is reading code: what V8 made of it last time is kept in the user's own cache.
  module.enableCompileCache(compileCacheFolder())
  const { runCommandLine } = await import('./command-line.ts')
  await runCommandLine(process.argv.slice(2))
} else {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 3
}
