import { styleText } from 'node:util'

type Style = (text: string) => string

function styled(format: Parameters<typeof styleText>[0]): Style {
  return (text) => (coloursOn() ? styleText(format, text, { validateStream: false }) : text)
}

/** Weight and colour on a terminal; plain text elsewhere, and if NO_COLOR is set (no-color.org). */
export const style = {
  bold: styled('bold'),
  dim: styled('dim'),
  red: styled('red'),
  green: styled('green'),
  yellow: styled('yellow'),
}

function coloursOn(): boolean {
  const refused = process.env['NO_COLOR']
  return process.stdout.isTTY && (refused === undefined || refused === '')
}
