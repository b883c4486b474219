import { describe, it } from 'vitest'
import { followPage, isFollowed } from '../support/docs/follow.ts'
import { allPages } from '../support/docs/page.ts'

const FOLLOWED = allPages().filter(isFollowed)

describe('a reader who follows the documentation gets what it states:', () => {
  it.each(FOLLOWED.map((page) => [page.path, page] as const))('%s', async (_path, page) => {
    await followPage(page, (line) => console.log(line))
  })
})
