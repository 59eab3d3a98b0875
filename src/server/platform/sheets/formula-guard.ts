/**
 * What may precede a formula, and the signs that begin one, also full-width ones. After a separator of some
 * spreadsheet the sign begins a cell.
 */
const atStart = /^'*(?:[\t\r]|(?:[\s",;|]+'*)?[=+\-@＝＋－＠])/u;
const guardedAtStart = /^'(?='*(?:[\t\r]|(?:[\s",;|]+'*)?[=+\-@＝＋－＠]))/u;
const inside = /[\s",;|]+(?:'*[=+\-@＝＋－＠])?/gu;
const splits = /[;|\t\r\n]/;
const blanks = /^[\s",;|]+/u;

/** Applies `change` to signs that begin a cell where other programs may split the line. */
function eachInside(text: string, change: (sign: string) => string): string {
  return text.replace(inside, (found, at: number) => {
    const [run = ''] = blanks.exec(found) ?? [];
    const beginsCell = run.length < found.length && (at === 0 || splits.test(run));
    return beginsCell ? run + change(found.slice(run.length)) : found;
  });
}

/**
 * Text that no spreadsheet takes for a formula (CSV injection), however it splits lines: an apostrophe
 * precedes the sign.
 */
export function guardFormulas(text: string): string {
  return (atStart.test(text) ? `'` : '') + eachInside(text, (sign) => `'${sign}`);
}

/** The inverse of `guardFormulas`. */
export function withoutGuards(text: string): string {
  return eachInside(text.replace(guardedAtStart, ''), (sign) => sign.replace(/^'/, ''));
}
