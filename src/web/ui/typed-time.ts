import { clockOfLocal } from '#contract/clock-words';
import { months } from './time-format.ts';

/** Of a field: `21 Nov 2026` for a date, `21 Nov 2026, 2:30 pm` for a date with a time. */
export function formatTyped(value: string): string {
  const [date = '', time] = value.split('T');
  const [year, month, day] = date.split('-');
  const words = `${Number(day)} ${months[Number(month) - 1]} ${year}`;
  return time === undefined ? words : `${words}, ${clockOfLocal(time)}`;
}
