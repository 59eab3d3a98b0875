import { dayMs } from '#contract/durations';

/** Of a viva within two days an email is sent at once; of others in the day's one. */
export const soonMs = 2 * dayMs;

/** `Thu 3 Dec, 10:20 am IST`. */
export function momentIn(instant: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-IN', {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZoneName: 'short',
  }).formatToParts(instant);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${of('weekday')} ${of('day')} ${of('month')}, ${of('hour')}:${of('minute')} ${of('dayPeriod')} ${of('timeZoneName')}`;
}

type Where = { startsAt: number; room: string };

export const timeWords = ({ startsAt, room }: Where, zone: string): string =>
  `${momentIn(startsAt, zone)}, ${room}`;

export const cancelledWords = ({ startsAt }: Where, zone: string): string =>
  `Your viva on ${momentIn(startsAt, zone)} is cancelled. You will be told another time`;
