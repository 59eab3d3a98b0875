/** A text's lines, as editors number them; a line end closes the last one. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n?|\n/);
  return lines.length > 1 && lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}
