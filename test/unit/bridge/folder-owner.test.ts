import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import os, { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { controlPath } from '../../../src-main/bridge/control-path.ts'
import { claimWhenFree } from '../../../src-main/bridge/claim-when-free.ts'
import { claimFolder } from '../../../src-main/bridge/folder-owner.ts'
import { folderInUse, readOwner, writeOwner } from '../../../src-main/bridge/owner-note.ts'
import { acquireFolderLock } from '../../../src-main/engine/folder-lock.ts'
import { temporaryFolder } from '../../support/folder.ts'

afterEach(() => vi.unstubAllEnvs())

test('a folder has one owner at a time', () => {
  const dataDir = join(temporaryFolder(), 'data')
  const owned = claimFolder(dataDir, 'serve')
  onTestFinished(() => owned?.release())
  expect(owned?.owner).toMatchObject({ pid: process.pid, kind: 'serve' })
  expect(readOwner(dataDir)).toEqual(owned?.owner)
  expect(claimFolder(dataDir, 'command')).toBeNull()
  expect(readOwner(dataDir)?.kind).toBe('serve')
  expect(folderInUse(dataDir)).toMatchObject({
    code: 'error.folder_in_use',
    message: `The data folder ${dataDir} is in use by a running service (process ${process.pid})`,
  })
  owned?.release()
  expect(readOwner(dataDir)).toBeNull()
  const next = claimFolder(dataDir, 'desktop')
  expect(next?.owner.kind).toBe('desktop')
  next?.release()
})

const DEAD = spawnSync(process.execPath, ['-e', '0']).pid

test.each([
  ['a command', { pid: process.pid, kind: 'command' }],
  ['an owner that has not noted itself yet', null],
  ['one that has not yet replaced the note of a service that crashed', { pid: DEAD, kind: 'serve' }],
] as const)('a service and the app wait for %s', async (_owner, noted) => {
  for (const kind of ['serve', 'desktop'] as const) {
    const dataDir = temporaryFolder()
    const lock = acquireFolderLock(dataDir)
    if (noted !== null) writeOwner(dataDir, { ...noted, socket: 'socket' })
    const claimed = claimWhenFree(dataDir, kind)
    lock?.release()
    const folder = await claimed
    expect(folder.owner.kind).toBe(kind)
    folder.release()
  }
})

test('a service and the app refuse a folder that a service or the app owns', async () => {
  for (const kind of ['serve', 'desktop'] as const) {
    const dataDir = temporaryFolder()
    const lock = acquireFolderLock(dataDir)
    onTestFinished(() => lock?.release())
    writeOwner(dataDir, { pid: process.pid, kind, socket: 'socket' })
    const refused = claimWhenFree(dataDir, 'serve')
    // Although it would be free in a moment.
    lock?.release()
    await expect(refused).rejects.toMatchObject({ code: 'error.folder_in_use' })
  }
})

test('an unreadable note names no owner', () => {
  const dataDir = temporaryFolder()
  writeFileSync(join(dataDir, 'owner.json'), '{"pid":')
  expect(readOwner(dataDir)).toBeNull()
  expect(folderInUse(dataDir).message).toContain('another process')
})

test('a folder reached through a link is the same folder', () => {
  const dir = temporaryFolder()
  const owned = claimFolder(join(dir, 'data'), 'serve')
  onTestFinished(() => owned?.release())
  symlinkSync(join(dir, 'data'), join(dir, 'link'))
  expect(claimFolder(join(dir, 'link'), 'serve')).toBeNull()
})

test('the lock leaves no data behind and is free once released', () => {
  const dir = temporaryFolder()
  const lock = acquireFolderLock(dir)
  expect(acquireFolderLock(dir)).toBeNull()
  lock?.release()
  acquireFolderLock(dir)?.release()
  expect(existsSync(join(dir, 'owner.lock-journal'))).toBe(false)
})

test('a folder that cannot be created is reported as such', () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  expect(() => acquireFolderLock(join(file, 'data'))).toThrow(
    expect.objectContaining({ name: 'DatabaseError', fault: 'read_only' }),
  )
})

test('the control socket lies in the runtime folder and always fits', () => {
  const runtime = join(temporaryFolder(), 'run')
  mkdirSync(runtime, { mode: 0o700 })
  vi.stubEnv('XDG_RUNTIME_DIR', runtime)
  const path = controlPath('/some/data')
  expect(path).toMatch(new RegExp(`^${runtime}/fuelcard-desk-[0-9a-f]{24}\\.sock$`))
  expect(controlPath('/other/data')).not.toBe(path)
  vi.stubEnv('XDG_RUNTIME_DIR', join(runtime, 'x'.repeat(100)))
  expect(Buffer.byteLength(controlPath('/some/data'))).toBeLessThanOrEqual(107)
})

test('a runtime folder that others may enter is not used', () => {
  const open = join(temporaryFolder(), 'open')
  mkdirSync(open, { mode: 0o755 })
  vi.stubEnv('XDG_RUNTIME_DIR', open)
  expect(controlPath('/some/data')).not.toContain(open)
})

test('a user ID without an account has a control socket, too', () => {
  vi.stubEnv('XDG_RUNTIME_DIR', '')
  const withAccount = controlPath('/some/data')
  const spy = vi.spyOn(os, 'userInfo').mockImplementation(() => {
    throw new Error('A system error occurred: uv_os_get_passwd returned ENOENT')
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    spy.mockRestore()
    syncBuiltinESMExports()
  })
  expect(() => userInfo()).toThrow('uv_os_get_passwd')
  expect(controlPath('/some/data')).toBe(withAccount)
})
