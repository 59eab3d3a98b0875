/**
 * What may precede a formula, and the signs that begin one, also full-width; after a separator the sign
 * begins a cell.
 */
const atStart = /^'*(?:[\t\r]|(?:[\s",;|]+'*)?[=+\-@＝＋－＠])/u;
const guardedAtStart = /^'(?='*(?:[\t\r]|(?:[\s",;|]+'*)?[=+\-@＝＋－＠]))/u;
const inside = /[\s",;|]+(?:'*[=+\-@＝＋－＠])?/gu;
const splits = /[;|\t\r\n]/;
const blanks = /^[\s",;|]+/u;

/** Where other programs may split the line. */
function eachInside(text: string, change: (sign: string) => string): string {
  return text.replace(inside, (found, at: number) => {
    const [run = ''] = blanks.exec(found) ?? [];
    const beginsCell = run.length < found.length && (at === 0 || splits.test(run));
    return beginsCell ? run + change(found.slice(run.length)) : found;
  });
}

/** Against CSV injection, however a program splits lines: an apostrophe precedes the sign. */
export function guardFormulas(text: string): string {
  return (atStart.test(text) ? `'` : '') + eachInside(text, (sign) => `'${sign}`);
}

/** The inverse of `guardFormulas`. */
export function withoutGuards(text: string): string {
  return eachInside(text.replace(guardedAtStart, ''), (sign) => sign.replace(/^'/, ''));
}
