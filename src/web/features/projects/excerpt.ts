/** The beginning of a text, cut between words, with an ellipsis where something was left out. */
export function excerpt(text: string, most = 150): string {
  const plain = text.replace(/\s+/gu, ' ').trim();
  if (plain.length <= most) return plain;
  const cut = plain.slice(0, most + 1);
  const space = cut.lastIndexOf(' ');
  return `${(space > most / 2 ? cut.slice(0, space) : cut.slice(0, most)).replace(/[\s,;:.–-]+$/u, '')}…`;
}
