const mark = '"';

/**
 * Rows as written: RFC 4180, any line ends, quotation marks typed by hand. Linear, and never fails.
 * A mark that nothing closes, or that would take in the rows below, is an ordinary character.
 */
export function* splitCsv(text: string, delimiter: string): Generator<string[]> {
  const { length } = text;
  const isBreak = (at: number) => text[at] === '\n' || text[at] === '\r';
  const endsCell = (at: number) => at >= length || text[at] === delimiter || isBreak(at);
  let columns = 0;
  /** A line below the first that is itself a row with an email. */
  const hasRow = (cell: string) =>
    columns > 1 &&
    cell
      .split(/\r\n?|\n/)
      .slice(1)
      .some((line) => line.includes('@') && line.split(delimiter).length >= columns);
  const runEnd = (from: number): number => {
    let at = from;
    while (text[at] === mark) at += 1;
    return at;
  };
  /** Of the cell that the mark at `from` opens; -1 if it is an ordinary character. */
  const closingMark = (from: number): number => {
    const opened = runEnd(from);
    // Inside, two stand for one.
    if ((opened - from) % 2 === 0) return endsCell(opened) ? opened - 1 : -1;
    for (let start = text.indexOf(mark, opened); start >= 0;) {
      const end = runEnd(start);
      const isSingle = (end - start) % 2 === 1;
      if (isSingle && endsCell(end)) return hasRow(text.slice(opened, end - 1)) ? -1 : end - 1;
      // The next cell's own; so that each part of the text is looked through once.
      if (isSingle && endsCell(start - 1)) return -1;
      start = text.indexOf(mark, end);
    }
    return -1;
  };
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let cells: string[] = [];
  while (at < length) {
    const closing = text[at] === mark ? closingMark(at) : -1;
    let end = closing < 0 ? at : closing + 1;
    while (!endsCell(end)) end += 1;
    cells.push(closing < 0 ? text.slice(at, end) : text.slice(at + 1, closing).replaceAll(mark + mark, mark));
    at = end + 1;
    const isSeparated = end < length && text[end] === delimiter;
    // A separator at the very end has an empty cell behind it.
    if (isSeparated && at < length) continue;
    if (isSeparated) cells.push('');
    if (text[end] === '\r' && text[at] === '\n') at += 1;
    if (columns === 0 && cells.length > 1) columns = cells.length;
    yield cells;
    cells = [];
  }
}
