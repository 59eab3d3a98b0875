/** For a `datetime-local` field: minutes, but seconds for a value that has some. */
export function stepOf(value: string): number {
  return /T\d\d:\d\d:(?!00)/.test(value) ? 1 : 60;
}

/** The day in a time zone, as `YYYY-MM-DD`. */
export function dateIn(zone: string, ms: number): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(ms);
  const of = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  return `${of('year')}-${of('month')}-${of('day')}`;
}
