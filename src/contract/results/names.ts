import type { Part } from './rule.ts';

const names: Record<Part, string> = {
  'week-1': 'week 1',
  'week-2': 'week 2',
  'week-3': 'week 3',
  'week-4': 'week 4',
  final: 'the final project',
  viva: 'the viva',
  weeks: 'the weeks',
};

/** Within a sentence. */
export const nameOf = (part: Part): string => names[part];

const lists = new Intl.ListFormat('en', { type: 'conjunction' });

/** “a”, “a and b”, “a, b, and c”. */
export const listed = (words: readonly string[]): string => lists.format(words);

export const asSentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
