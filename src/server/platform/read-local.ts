import { instantOfLocal, lastOfDay, wallClock } from './zoned-time.ts';

/**
 * Of `YYYY-MM-DD`, `YYYY-MM-DDTHH:MM` or with seconds, validated by the contract.
 * @param day which millisecond a day without a time means
 */
export function readLocal(text: string, zone: string, day: 'start' | 'end'): number {
  const [date = '', time] = text.split('T');
  const [year = 0, month = 0, ofMonth = 0] = date.split('-').map(Number);
  if (time === undefined) {
    return day === 'start'
      ? instantOfLocal({ year, month, day: ofMonth, second: 0 }, zone)
      : lastOfDay({ year, month, day: ofMonth }, zone);
  }
  const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number);
  return instantOfLocal({ year, month, day: ofMonth, second: hour * 3600 + minute * 60 + second }, zone);
}

/** The inverse of `readLocal`, to the second. */
export function writeLocal(instant: number, zone: string): string {
  return new Date(wallClock(instant, zone)).toISOString().slice(0, 19);
}
