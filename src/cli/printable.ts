/** What a terminal would obey instead of showing it (ESC and its kin), or what turns the direction of a line. */
const obeyed = /(?![\n\u200C\u200D])[\p{Cc}\p{Cf}]/gu;

/**
 * A text as a terminal may get it: names, addresses and other words that strangers typed cannot move its cursor, colour it
 * or rename its window. What would is shown as the replacement character.
 */
export function printable(text: string): string {
  return text.replaceAll(obeyed, '\uFFFD');
}

/** The same on one line: what somebody typed cannot look like a line of the command's own. */
export function onOneLine(text: string): string {
  return printable(text.replaceAll(/[\n\p{Zl}\p{Zp}]/gu, ' '));
}
