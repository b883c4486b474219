/** By their comments: `//` or `#`. JSON has none. */
export type Syntax = 'json' | 'slash' | 'hash'

export interface CodePiece {
  /** Where it begins. */
  at: number
  kind: 'plain' | 'name' | 'text' | 'number' | 'word' | 'comment'
  text: string
}

const KINDS = ['name', 'text', 'number', 'word', 'comment'] as const

const TOKENS: Record<Syntax, RegExp> = {
  json: /(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<text>"(?:[^"\\]|\\.)*")|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<word>\b(?:true|false|null)\b)/g,
  slash: /(?<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`)|(?<comment>\/\/.*|\/\*[^]*?\*\/)/g,
  hash: /(?<text>"{3}[^]*?"{3}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?<comment>(?<![\w{"$])#.*)/g,
}

/** Splits code into pieces of one style; the pieces always add up to the whole text. */
export function piecesOf(code: string, syntax: Syntax): CodePiece[] {
  const pieces: CodePiece[] = []
  let end = 0
  const add = (kind: CodePiece['kind'], at: number, text: string) => {
    if (text !== '') pieces.push({ at, kind, text })
    end = at + text.length
  }
  for (const match of code.matchAll(TOKENS[syntax])) {
    add('plain', end, code.slice(end, match.index))
    add(KINDS.find((kind) => match.groups?.[kind] !== undefined) ?? 'plain', match.index, match[0])
  }
  add('plain', end, code.slice(end))
  return pieces
}
