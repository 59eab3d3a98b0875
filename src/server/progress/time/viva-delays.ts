import { isoInstant } from '#contract/dates';
import { minuteMs } from '#contract/durations';
import { nameKey } from '#contract/fold-text';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { localText } from '../../platform/zoned-time.ts';

/** Two rooms of one name with different links are two; one room is the same for all batches. */
export const roomKey = ({ name, link }: { name: string; link: string | null }): string =>
  `${nameKey(name)}\n${link ?? ''}`;

const dayOf = (instant: number, zone: string): string => localText(instant, zone).slice(0, 10);

export const delaysOfDay = compiledQuery((db, p: { day: string }) =>
  db
    .selectFrom('viva_delays')
    .where('day', '=', p.day)
    .select(['room_key as roomKey', 'minutes', 'said_at as saidAt']),
);

export const delayOfRoom = compiledQuery((db, p: { roomKey: string; day: string }) =>
  db
    .selectFrom('viva_delays')
    .where('room_key', '=', p.roomKey)
    .where('day', '=', p.day)
    .select(['minutes', 'said_at as saidAt']),
);

/** Null before anybody has said. */
export async function readDelay(reader: Reader | Writer, at: { roomKey: string; day: string }) {
  const [row] = await delayOfRoom(reader, at);
  return row ?? null;
}

export async function storeDelay(
  writer: Writer,
  { roomKey: key, day }: { roomKey: string; day: string },
  { minutes, by, at }: { minutes: number; by: number; at: number },
): Promise<void> {
  const said = { minutes, said_by: by, said_at: at };
  await writer
    .insertInto('viva_delays')
    .values({ room_key: key, day, ...said })
    .onConflict((on) => on.columns(['room_key', 'day']).doUpdateSet(said))
    .execute();
}

type Told = { startsAt: number; minutes: number; room: string; link: string | null };

/** For a student: absent where their room is on time, and once their viva has passed. */
export async function delayFor(
  reader: Reader,
  { startsAt, minutes, room, link }: Told,
  { zone, now }: { zone: string; now: number },
): Promise<{ minutes: number; as_of: string } | undefined> {
  const day = dayOf(startsAt, zone);
  if (dayOf(now, zone) !== day) return undefined;
  const delay = await readDelay(reader, { roomKey: roomKey({ name: room, link }), day });
  if (delay === null || delay.minutes === 0) return undefined;
  if (startsAt + (minutes + delay.minutes) * minuteMs <= now) return undefined;
  return { minutes: delay.minutes, as_of: isoInstant(delay.saidAt) };
}

/** Of a day, as told. */
export const toldBetween = compiledQuery((db, p: { from: number; to: number }) =>
  db
    .selectFrom('viva_times')
    .where('starts_at', '>=', p.from)
    .where('starts_at', '<', p.to)
    .where('purpose', '=', 'viva')
    .where('cancelled_at', 'is', null)
    .select(['account_id as accountId', 'starts_at as startsAt', 'minutes', 'room', 'link']),
);

/** Who was told this room. @param bounds of the day, in milliseconds since 1970 UTC */
export async function toldInRoom(
  reader: Reader | Writer,
  key: string,
  bounds: { from: number; to: number },
): Promise<{ accountId: number; startsAt: number; minutes: number }[]> {
  const told = await toldBetween(reader, bounds);
  return told.filter(({ room, link }) => roomKey({ name: room, link }) === key);
}
