import { dayMs } from '#contract/durations';
import { localMoment } from '../platform/zoned-time.ts';

/** Of a viva within two days an email is sent at once; of others in the day's one. */
export const soonMs = 2 * dayMs;

type Where = { startsAt: number; room: string };

export const timeWords = ({ startsAt, room }: Where, zone: string): string =>
  `${localMoment(startsAt, zone)}, ${room}`;

export const cancelledWords = ({ startsAt }: Where, zone: string): string =>
  `Your viva on ${localMoment(startsAt, zone)} is cancelled. You will be told another time`;
