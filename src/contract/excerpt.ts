/** Ends with a late enough sentence, else between words with an ellipsis. */
export function excerpt(text: string, maxLength = 170): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= maxLength) return plain;
  const cut = plain.slice(0, maxLength + 1);
  const sentence = Math.max(...['. ', '! ', '? '].map((end) => cut.lastIndexOf(end)));
  if (sentence >= maxLength * 0.6) return cut.slice(0, sentence + 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > maxLength / 2 ? cut.slice(0, space) : cut.slice(0, maxLength)).replace(/[\s,;:.–-]+$/, '')}…`;
}

export function firstLine(text: string | null, maxLength = 120): string {
  const [line = ''] = (text ?? '').trim().split(/\r\n?|\n/, 1);
  return excerpt(line, maxLength);
}

/** Keeps line breaks; cuts between words if possible. */
export function beginningOf(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, maxLength);
  if (/\s/.test(text.charAt(maxLength))) return cut;
  const word = /\s\S*$/.exec(cut.slice(-maxLength / 4));
  if (word !== null) return cut.slice(0, cut.length - word[0].length);
  // Never within surrogates.
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** For quotations. @param html as rendered; absent for plain text */
export function plainTextOf(text: string, html: string | null | undefined): string {
  if (html == null) return text;
  return html
    .replaceAll('</p>\n<p>', '\n\n')
    .replaceAll(/<li>\n?/g, '• ')
    .replaceAll(/<img alt="([^"]*)"[^>]*>/g, '$1')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
