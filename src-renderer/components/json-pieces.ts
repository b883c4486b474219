export interface JsonPiece {
  /** Where it begins. */
  at: number
  kind: 'plain' | 'name' | 'text' | 'number' | 'word'
  text: string
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g

/** Cuts JSON into what is drawn alike; text that is no JSON comes out whole, in some pieces. */
export function jsonPieces(code: string): JsonPiece[] {
  const pieces: JsonPiece[] = []
  let end = 0
  const add = (kind: JsonPiece['kind'], at: number, text: string) => {
    if (text !== '') pieces.push({ at, kind, text })
    end = at + text.length
  }
  for (const { index, 1: quoted, 2: colon, 3: number, 4: word } of code.matchAll(TOKEN)) {
    add('plain', end, code.slice(end, index))
    if (quoted !== undefined) add(colon === undefined ? 'text' : 'name', index, quoted)
    else if (number !== undefined) add('number', index, number)
    else if (word !== undefined) add('word', index, word)
  }
  add('plain', end, code.slice(end))
  return pieces
}

/** The same JSON with line breaks and indents, or null for what is no JSON. Digits stay as they are: nothing is read as a number. */
export function prettyJson(code: string): string | null {
  try {
    JSON.parse(code)
  } catch {
    return null
  }
  return indented(code)
}

function indented(code: string): string {
  let depth = 0
  let out = ''
  const line = () => `\n${'  '.repeat(depth)}`
  for (const [token] of code.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    if (token === '{' || token === '[') {
      depth += 1
      out += token + line()
    } else if (token === '}' || token === ']') {
      depth -= 1
      // Nothing between them: they stay together.
      out = /[{[]\s*$/.test(out) ? out.trimEnd() + token : out + line() + token
    } else if (token === ',') out += `,${line()}`
    else if (token === ':') out += ': '
    else out += token
  }
  return out
}
