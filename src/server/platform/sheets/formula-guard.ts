/**
 * What may stand in front of a formula, and the signs that begin one, full-width ones too. Where the run holds what some spreadsheet
 * splits a line at, the sign begins a cell of its own there.
 */
const atStart = /^'*(?:[\t\r]|(?:[\s",;|]+'*)?[=+\-@＝＋－＠])/u;
const guardedAtStart = /^'(?='*(?:[\t\r]|(?:[\s",;|]+'*)?[=+\-@＝＋－＠]))/u;
const inside = /[\s",;|]+(?:'*[=+\-@＝＋－＠])?/gu;
const splits = /[;|\t\r\n]/;
const blanks = /^[\s",;|]+/u;

/** `text` with `change` made to each sign of a formula that begins a cell where the line is split at other signs than ours. */
function eachInside(text: string, change: (sign: string) => string): string {
  return text.replace(inside, (found, at: number) => {
    const [run = ''] = blanks.exec(found) ?? [];
    const beginsCell = run.length < found.length && (at === 0 || splits.test(run));
    return beginsCell ? run + change(found.slice(run.length)) : found;
  });
}

/** Text that no spreadsheet takes for a formula (CSV injection), whatever it splits lines at: an apostrophe is in front of the sign. */
export function guardFormulas(text: string): string {
  return (atStart.test(text) ? `'` : '') + eachInside(text, (sign) => `'${sign}`);
}

/** What `guardFormulas` has made its text of. */
export function withoutGuards(text: string): string {
  return eachInside(text.replace(guardedAtStart, ''), (sign) => sign.replace(/^'/, ''));
}
