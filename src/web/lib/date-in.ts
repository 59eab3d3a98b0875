/** For a `datetime-local` field: minutes, but seconds for a value that has some. */
export function stepOf(value: string): number {
  return /T\d\d:\d\d:(?!00)/.test(value) ? 1 : 60;
}

/** In a time zone, as `YYYY-MM-DDTHH:MM`. */
export function localTimeIn(zone: string, ms: number): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(ms);
  const of = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  return `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}`;
}

/** As `YYYY-MM-DD`. */
export const dateIn = (zone: string, ms: number): string => localTimeIn(zone, ms).slice(0, 10);
