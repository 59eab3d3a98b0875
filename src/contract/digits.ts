const digit = /\p{Nd}/u;
const otherDigits = /(?![0-9])\p{Nd}/gu;

const isDigitAt = (point: number): boolean => digit.test(String.fromCodePoint(point));

/** Digits of one script follow each other from 0 to 9, also where scripts adjoin. */
function asciiDigit(written: string): string {
  const point = written.codePointAt(0) as number;
  let zero = point;
  while (isDigitAt(zero - 1)) zero -= 1;
  return String((point - zero) % 10);
}

/** Digits of every script become 0 to 9: १२३, ൧൨൩, ١٢٣, full-width. */
export const withAsciiDigits = (text: string): string => text.replaceAll(otherDigits, asciiDigit);

/** `7,5` as `7.5`. `1,000` stays, and is no number: three digits after a comma may be thousands. */
export const withDecimalPoint = (text: string): string => text.replace(/,(?!\d{3}$)/, '.');
