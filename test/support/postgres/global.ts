import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { prepareStore } from '../../../src-main/database/postgres/prepare-store.ts'
import { makeScratchFolder } from '../checks/scratch.ts'
import { makeEmptyStore, TEMPLATE, type TestPostgres } from './databases.ts'
import { postgresPrograms, startPostgres } from './server.ts'

/** Starts one server for all files, with a template that every test's own database is copied from. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const programs = postgresPrograms()
  if (programs === null) throw new Error('There is no PostgreSQL for this platform: the suites over it cannot run')
  // What is tested here is not whether the server's disk keeps what it was given.
  const settings = [
    'fsync = off',
    'synchronous_commit = off',
    'full_page_writes = off',
    'autovacuum = off',
    'max_wal_size = 1GB',
    'checkpoint_timeout = 1h',
    'track_counts = off',
    'update_process_title = off',
    'jit = off',
    'io_method = sync',
    // Most of what a connection costs.
    'scram_iterations = 1',
  ]
  // A disk's file system takes many times as long to make and remove files, as emptying a table does.
  const scratch = makeScratchFolder()
  const server = await startPostgres(programs, settings, scratch)
  const administrator = await server.connect()
  await administrator.query(`CREATE DATABASE ${TEMPLATE}`)
  await administrator.end()
  const client = await server.connect(TEMPLATE)
  const { logins, owner } = await prepareStore(client, '0.0.0-test')
  await makeEmptyStore(client)
  await client.end()
  project.provide('postgres', {
    administrator: server.url('postgres'),
    port: server.port,
    logins,
    owner,
  } satisfies TestPostgres)
  return async () => {
    await server.close()
    rmSync(scratch, { recursive: true, force: true })
  }
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: TestPostgres
  }
}
