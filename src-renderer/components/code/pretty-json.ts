/**
 * The same JSON with line breaks and indents, or null if it is not JSON. Digits stay unchanged, since nothing is parsed
 * as a number.
 */
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
      // Empty brackets stay together.
      out = /[{[]\s*$/.test(out) ? out.trimEnd() + token : out + line() + token
    } else if (token === ',') out += `,${line()}`
    else if (token === ':') out += ': '
    else out += token
  }
  return out
}
