import { isPersonName } from '../accounts/person-name.ts';
import { messages } from '../messages.ts';
import { cutText, normalizeText } from '../normalize-text.ts';

/** `line`: characters as people count them; `units`: UTF-16, which no such line needs more of. */
export const nameLineLimits = { line: 60, units: 600, guardian: 80, how: 200 } as const;

export const nameLineMessages = {
  required: 'Enter the name for your certificate',
  tooLong: `The name can have at most ${nameLineLimits.line} characters`,
  looseSign: 'A word of the name begins with a sign that belongs to a letter. Please type the name again.',
  tooManySigns: 'A letter of the name has too many signs. Please type the name again.',
  confirmed: 'Your name is confirmed.',
  reminded: 'These students are reminded.',
} as const;

/** As it is stored and printed: one line, composed, single spaces. */
export const tidyNameLine = (text: string): string =>
  normalizeText(text, 'NFC').trim().replaceAll(/\s+/gu, ' ');

function countGraphemes(text: string): number {
  const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
  return [...graphemes.segment(text)].length;
}

/** Why a line cannot be printed; null where it can. */
export function nameLineProblem(text: string): string | null {
  const typed = text.trim();
  if (typed === '') return nameLineMessages.required;
  if (typed.length > nameLineLimits.units) return nameLineMessages.tooLong;
  // Normalising would shorten such a run in silence.
  if (/\p{M}{7}/u.test(typed)) return nameLineMessages.tooManySigns;
  if (/\p{Co}/u.test(typed) || !isPersonName(typed)) return messages.nameNotPlain;
  const line = tidyNameLine(typed);
  if (/(?:^|[^\p{L}\p{M}\p{N}\u200C\u200D])\p{M}/u.test(line)) return nameLineMessages.looseSign;
  return countGraphemes(line) > nameLineLimits.line ? nameLineMessages.tooLong : null;
}

/** What the form offers: the account's name, as far as it can be printed. */
export function offeredNameLine(name: string): string {
  const line = tidyNameLine(cutText(name, nameLineLimits.units));
  return nameLineProblem(line) === null ? line : '';
}
