import type { AlertWords } from './words/alert-words.ts'

/** A mail's content, as plain text throughout. Values may be anything: they come from cards, providers and people. */
export interface MailContent {
  subject: string
  lead: string
  sections: readonly MailSection[]
  /** How many more entries there are than listed. */
  hidden: number
  after: string | null
  link: string | null
  footer: string | null
}

export interface MailSection {
  heading: string | null
  lines: readonly string[]
}

/** Longer lines than this are cut: a provider's message may be a whole page. */
const LONGEST_LINE = 400
const LONGEST_SUBJECT = 150

/** One line of text: line breaks would end a header, direction characters would make it read as something else. */
export function oneLine(text: string, longest = LONGEST_LINE): string {
  const line = text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- removing control characters is the purpose
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
  return line.length > longest ? `${line.slice(0, longest - 1).toWellFormed()}…` : line
}

/** The mail for a person: subject, plain text, and the same as HTML. */
export function renderMail(
  content: MailContent,
  name: string,
  words: AlertWords,
): { subject: string; text: string; html: string } {
  const sections = content.sections.map(({ heading, lines }) => ({
    heading: heading === null ? null : oneLine(heading),
    lines: lines.map((line) => oneLine(line)),
  }))
  const greeting = oneLine(words.greeting(name))
  const more = content.hidden > 0 ? words.more(content.hidden) : null
  const text = [
    greeting,
    content.lead,
    ...sections.map(({ heading, lines }) => [...(heading === null ? [] : [heading]), ...lines.map(bullet)].join('\n')),
    more,
    content.after,
    content.link === null ? null : `${words.open}: ${content.link}`,
    content.footer === null ? null : `-- \n${content.footer}`,
  ]
    .filter((part) => part !== null)
    .join('\n\n')
  const body = [
    paragraph(greeting),
    paragraph(content.lead),
    ...sections.flatMap(({ heading, lines }) => [
      ...(heading === null ? [] : [`<h2 style="font-size:15px;margin:20px 0 4px">${escaped(heading)}</h2>`]),
      `<ul style="margin:4px 0 12px;padding-left:20px">${lines.map((line) => `<li style="margin:4px 0">${escaped(line)}</li>`).join('')}</ul>`,
    ]),
    ...(more === null ? [] : [paragraph(more)]),
    ...(content.after === null ? [] : [paragraph(content.after)]),
    ...(content.link === null
      ? []
      : [
          `<p style="margin:20px 0"><a href="${escaped(content.link)}" style="${BUTTON}">${escaped(words.open)}</a></p>`,
        ]),
    ...(content.footer === null ? [] : [`<p style="${FOOTER}">${escaped(content.footer)}</p>`]),
  ].join('\n')
  return { subject: oneLine(content.subject, LONGEST_SUBJECT), text: `${text}\n`, html: page(body, words.locale) }
}

function bullet(line: string): string {
  return `- ${line}`
}

function paragraph(text: string): string {
  return `<p style="margin:0 0 12px">${escaped(text)}</p>`
}

const BUTTON =
  'background:#0f766e;color:#ffffff;text-decoration:none;padding:10px 16px;border-radius:6px;display:inline-block'
const FOOTER = 'margin:28px 0 0;padding-top:12px;border-top:1px solid #d4d4d8;font-size:12px;color:#6b7280'

/** Colours are left to the mail program where they can be, so that its dark theme works. */
function page(body: string, locale: string): string {
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;font:15px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:600px;margin:0 auto">
${body}
</div>
</body>
</html>
`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
