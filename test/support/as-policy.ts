// Loaded ahead of the program: the file that TEST_POLICY names stands where an administrator's policy would.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { policyFile } from '../../src-main/bridge/policy.ts'

const place = policyFile()
const stand = (path: unknown) => (path === place ? (process.env['TEST_POLICY'] ?? place) : path)
const { readFileSync, statSync } = fs
Object.assign(fs, {
  readFileSync: (path: string, ...rest: never[]) => readFileSync(stand(path) as string, ...rest),
  statSync: (path: string, ...rest: never[]) => statSync(stand(path) as string, ...rest),
})
syncBuiltinESMExports()
