import { dirname, resolve } from 'node:path'
import { readFileSync } from 'node:fs'
import { Marked } from 'marked'
import type { Plugin } from 'vite'

/** What `import page from '….md?guide'` gives the app. */
export interface GuidePage {
  title: string
  /** The page without its title; links to other pages carry their names in `data-page`. */
  html: string
}

const SUFFIX = '.md?guide'
const PICTURE = '\u0000picture:'

/**
 * Turns pages of the guide into modules of the app, so that it shows them offline. Pictures become files of the build.
 */
export function guidePages(): Plugin {
  return {
    name: 'guide-pages',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(SUFFIX)) return null
      const file = id.slice(0, -'?guide'.length)
      this.addWatchFile(file)
      return moduleOf(readFileSync(file, 'utf8'), dirname(file))
    },
  }
}

function moduleOf(markdown: string, folder: string): string {
  const pictures: string[] = []
  const { title, html } = render(markdown, (source) => {
    pictures.push(resolve(folder, source))
    return `${PICTURE}${pictures.length - 1}`
  })
  const imports = pictures.map((file, index) => `import picture${index} from ${JSON.stringify(`${file}?url`)}`)
  const parts = html.split(new RegExp(`${PICTURE}(\\d+)`))
  const text = parts.map((part, index) => (index % 2 === 0 ? JSON.stringify(part) : `picture${part}`)).join(' + ')
  return `${imports.join('\n')}\nexport default { title: ${JSON.stringify(title)}, html: ${text} }\n`
}

/** @throws Error for a page that doesn't begin with its title */
export function render(markdown: string, picture: (source: string) => string): GuidePage {
  const title = /^# (.+)\n/.exec(markdown)?.[1]
  if (title === undefined) throw new Error('A page of the guide begins with its title, "# …"')
  const marked = new Marked({
    renderer: {
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens)
        const page = /^([\w-]+)\.md$/.exec(href)?.[1]
        if (page !== undefined) return `<a href="#" data-page="${page}">${words}</a>`
        // Pages for others, such as integrators, are not part of the app.
        return href.startsWith('https://') ? `<a href="${href}">${words}</a>` : words
      },
      image: ({ href, text }) => `<img src="${picture(href)}" alt="${text}" loading="lazy">`,
    },
  })
  return { title, html: marked.parse(markdown.slice(markdown.indexOf('\n')), { async: false }) }
}
