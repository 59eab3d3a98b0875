const clause =
  /^(from|inner join|left join|where|and|or|group by|having|order by|limit|union all|union|on conflict)\b/;

/** The pieces of a text between commas (or whatever `isEnd` names) that stand outside of brackets and quotes. */
export function splitOutside(text: string, isEnd: (rest: string) => number): string[] {
  const pieces: string[] = [];
  let depth = 0;
  let quote = '';
  let piece = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '(') depth++;
    else if (character === ')') depth--;
    else if (depth === 0) {
      const length = isEnd(text.slice(at));
      if (length > 0) {
        pieces.push(piece.trim());
        piece = '';
        at += length - 1;
        continue;
      }
    }
    piece += character;
  }
  pieces.push(piece.trim());
  return pieces;
}

export const atComma = (rest: string): number => (rest.startsWith(',') ? 1 : 0);

/** Puts each clause, and each column of a longer list, on a line of its own; what stands in brackets stays together. */
export function formatSql(text: string): string {
  const clauses = splitOutside(text, (rest) => (rest.startsWith(' ') && clause.test(rest.slice(1)) ? 1 : 0));
  return clauses
    .map((part) => {
      const [first = '', ...others] = splitOutside(part, atComma);
      if (others.length === 0) return part;
      const [word = '', ...rest] = first.split(' ');
      const items = word === 'select' ? [rest.join(' '), ...others] : [];
      return items.length === 0 ? part : `${word}\n${items.map((item) => `  ${item}`).join(',\n')}`;
    })
    .map((part) => (/^(and|or)\b/.test(part) ? `  ${part}` : part))
    .join('\n');
}
