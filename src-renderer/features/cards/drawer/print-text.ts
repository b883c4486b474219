/** Prints a text alone, without the screen around it. */
export function printText(title: string, words: string): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const { contentDocument, contentWindow } = frame
  if (contentDocument === null || contentWindow === null) return frame.remove()
  contentDocument.title = title
  for (const line of words.split('\n')) {
    const paragraph = contentDocument.createElement('p')
    paragraph.textContent = line
    contentDocument.body.append(paragraph)
  }
  contentWindow.addEventListener('afterprint', () => frame.remove())
  contentWindow.print()
}
