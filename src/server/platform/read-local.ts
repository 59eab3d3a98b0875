import { instantOfLocal, lastOfDay, wallClock } from './zoned-time.ts';

/**
 * The instant of a day or time of a zone, `YYYY-MM-DD`, `YYYY-MM-DDTHH:MM` or with seconds, that the contract has checked.
 * @param day what a day without a time stands for: its first or its last millisecond
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

/** A time of a zone as `readLocal` reads it, to the second. */
export function writeLocal(instant: number, zone: string): string {
  return new Date(wallClock(instant, zone)).toISOString().slice(0, 19);
}
