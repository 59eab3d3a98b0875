import { clockOfLocal } from '../clock-words.ts';

/** `2:30 pm`. @param minute of the day */
export const clockWords = (minute: number): string =>
  clockOfLocal(`${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`.padStart(5, '0'));
