import { limits } from '#contract/limits';

/** The error message of a marks field. */
export const marksHint = `A number from ${limits.marksMin} to ${limits.marksMax}.`;

/** Parses typed marks, `82` or `71.5`; null for anything but a number within the limits. */
export function parseMarks(typed: string): number | null {
  const text = typed.trim();
  if (!/^\d{1,3}(?:\.\d{1,4})?$/.test(text)) return null;
  const marks = Number(text);
  return marks >= limits.marksMin && marks <= limits.marksMax ? marks : null;
}

/** What is typed for marks without letters, of which none is ever part of a number. */
export function withoutLetters(typed: string): string {
  return typed.replaceAll(/\p{L}/gu, '');
}
