import { months } from './time-format.ts';

/** Of a field: `21 Nov 2026` for a date, `21 Nov 2026, 14:30` for a date with a time. */
export function formatTyped(value: string): string {
  const [date = '', time] = value.split('T');
  const [year, month, day] = date.split('-');
  return [`${Number(day)} ${months[Number(month) - 1]} ${year}`, ...(time === undefined ? [] : [time])].join(
    ', ',
  );
}
