import { limits } from '#contract/limits';

export const marksHint = `A number from ${limits.marksMin} to ${limits.marksMax}.`;

/** Parses `82` or `71.5`; null if not a number within the limits. */
export function parseMarks(typed: string): number | null {
  const text = typed.trim();
  if (!/^\d{1,3}(?:\.\d{1,4})?$/.test(text)) return null;
  const marks = Number(text);
  return marks >= limits.marksMin && marks <= limits.marksMax ? marks : null;
}

export function withoutLetters(typed: string): string {
  return typed.replaceAll(/\p{L}/gu, '');
}
