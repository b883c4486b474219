import type { ControlCore } from '../kernel/control-core.ts'
import { newUuid } from '../kernel/ids.ts'

/**
 * The person at the machine itself: an administrator who needs no credential there. Created when a folder is first
 * opened; sessions of earlier versions become theirs.
 */
export async function openLocalPerson({ database, wallClock }: ControlCore): Promise<string> {
  const known = await database.first(database.build.selectFrom('person').select('id').where('is_local', '=', 1))
  const orphan = await database.first(
    database.build.selectFrom('page_session').select('id').where('person_id', 'is', null).limit(1),
  )
  if (known !== undefined && orphan === undefined) return known.id
  return database.write(async (transaction) => {
    const { build } = transaction
    const there = await transaction.first(build.selectFrom('person').select('id').where('is_local', '=', 1))
    const id = there?.id ?? newUuid()
    if (there === undefined)
      await transaction.run(
        build.insertInto('person').values({
          id,
          name: '',
          email: null,
          email_key: null,
          language: null,
          state: 'active',
          is_administrator: 1,
          is_local: 1,
          created_at: wallClock.now().toISOString(),
          last_seen_at: null,
        }),
      )
    await transaction.run(build.updateTable('page_session').set({ person_id: id }).where('person_id', 'is', null))
    return id
  })
}
