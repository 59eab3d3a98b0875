import { limits } from '#contract/limits';

/** What a field for marks is told when it holds anything else. */
export const marksHint = `A number from ${limits.marksMin} to ${limits.marksMax}.`;

/** Marks as somebody types them, `82` or `71.5`; null for what is no number within the limits. */
export function parseMarks(typed: string): number | null {
  const text = typed.trim();
  if (!/^\d{1,3}(?:\.\d{1,4})?$/.test(text)) return null;
  const marks = Number(text);
  return marks >= limits.marksMin && marks <= limits.marksMax ? marks : null;
}
