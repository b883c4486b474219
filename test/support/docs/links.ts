import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../built/modules.ts'
import { linkedPath, type Page } from './page.ts'

/** Every broken link, as `page: link (why)`. Addresses on other hosts are not requested. */
export function brokenLinks(pages: readonly Page[]): string[] {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  return pages.flatMap((page) =>
    page.links.flatMap((link) => {
      const why = whyBroken(page, link, byPath)
      return why === null ? [] : [`${page.path}: ${link} (${why})`]
    }),
  )
}

function whyBroken(page: Page, link: string, byPath: ReadonlyMap<string, Page>): string | null {
  if (/^(https?|mailto):/.test(link)) return URL.canParse(link) ? null : 'not a URL'
  const path = linkedPath(page, link)
  if (path === null) return 'outside the project'
  if (!byPath.has(path) && !existsSync(join(ROOT, path))) return 'no such file'
  // A registry shows a package's README without the files around it.
  if (page.path.startsWith('src-client/') && !path.startsWith('src-client/')) return 'outside the package'
  const anchor = /#(.+)$/.exec(link)?.[1]
  if (anchor === undefined) return null
  return byPath.get(path)?.anchors.has(decodeURIComponent(anchor)) === true ? null : 'no such heading'
}
