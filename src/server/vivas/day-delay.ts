import { minuteMs } from '#contract/durations';
import { taskScreen } from '#contract/screens';
import { readVivaDay, setVivaDelay } from '#contract/vivas/day-calls';
import { act, read } from '../accounts/sessions/act.ts';
import type { AppContext } from '../platform/context.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { parseId } from '../platform/parse-id.ts';
import { notifyNewest } from '../notices/notify-newest.ts';
import { readDelay, roomKey, storeDelay, toldInRoom } from '../progress/time/viva-delays.ts';
import { vivaDayOf, type DayOf } from './day-access.ts';
import { lockRoom, recordedBetween, roomById } from './day-rows.ts';
import { dayBounds } from './plan-hours.ts';
import { presentDay } from './present-day.ts';

type OfRoom = {
  context: AppContext;
  resource: DayOf;
  params: { day: string; room: string };
  now: number;
};

const zoneOf = ({ settings }: AppContext): string => settings.academyZone;

const viewOf = (reader: Reader | Writer, { context, resource, params: { day } }: OfRoom) =>
  presentDay(reader, resource, { zone: zoneOf(context), now: context.clock.now(), day });

/** A room in which the reader has a viva on this day. @throws 404 */
async function findRoom(writer: Writer, request: OfRoom) {
  const id = parseId(request.params.room);
  const { rooms } = await viewOf(writer, request);
  if (id === null || !rooms.some((room) => room.id === String(id)))
    throw httpErrors.notFound('There are no vivas in this room on this day.');
  const [room] = await roomById(writer, { id });
  if (room === undefined) throw new Error(`viva room ${id} is gone`);
  return { ...room, key: roomKey(room) };
}

/** `10:05 am IST`. */
const clockIn = (instant: number, zone: string): string =>
  new Intl.DateTimeFormat('en-IN', {
    timeZone: zone,
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZoneName: 'short',
  }).format(instant);

/** Whoever was told this room, whose viva is not recorded and whose time has not passed. */
async function waitingIn(
  writer: Writer,
  key: string,
  { from, to, minutes, now }: { from: number; to: number; minutes: number; now: number },
): Promise<number[]> {
  const told = await toldInRoom(writer, key, { from, to });
  const recorded = Map.groupBy(await recordedBetween(writer, { from, to }), ({ accountId }) => accountId);
  // The repeat may be on the day of the viva that was missed.
  const isRecorded = ({ accountId, startsAt }: { accountId: number; startsAt: number }): boolean =>
    (recorded.get(accountId) ?? []).some((one) => one.state !== 'excused' || one.startsAt === startsAt);
  return told
    .filter((one) => one.startsAt + (one.minutes + minutes) * minuteMs > now && !isRecorded(one))
    .map(({ accountId }) => accountId);
}

export const dayCalls = [
  read(readVivaDay, {
    who: vivaDayOf,
    run: ({ context, resource, query: { day = null } }) =>
      presentDay(context.database.reader, resource, {
        zone: zoneOf(context),
        now: context.clock.now(),
        day,
      }),
  }),

  act(setVivaDelay, {
    who: vivaDayOf,
    changes: {
      async stored(writer, request) {
        const room = await findRoom(writer, request);
        await lockRoom(writer, room.id);
        const delay = await readDelay(writer, { roomKey: room.key, day: request.params.day });
        return { minutes: delay?.minutes ?? 0, room, isSaid: delay !== null };
      },
      message: 'A colleague has changed the delay of this room. Yours is not saved yet.',
      current: viewOf,
    },
    audit: 'set-viva-delay',
    async run(writer, request) {
      const { context, resource, params, body, stored, now } = request;
      const { minutes } = body;
      const { room, isSaid } = stored;
      if (minutes === 0 && !isSaid) return null;
      const zone = zoneOf(context);
      const { from, to } = dayBounds(params.day, zone);
      if (now < from || now >= to)
        throw httpErrors.conflict('You can only say on the day itself how late a room is.');
      const at = { roomKey: room.key, day: params.day };
      await storeDelay(writer, at, { minutes, by: resource.viewer.accountId, at: now });
      const most = Math.max(minutes, stored.minutes);
      const accounts = await waitingIn(writer, room.key, { from, to, minutes: most, now });
      const asOf = clockIn(now, zone);
      await notifyNewest(writer, {
        kind: 'viva-delay',
        event: `${params.day}:${now}`,
        accounts,
        about: 'viva-time',
        text:
          minutes === 0
            ? `Your viva is on time again, as of ${asOf}`
            : `Your viva is running about ${minutes} minutes late, as of ${asOf}`,
        href: taskScreen('viva'),
        now,
        since: from,
        mailedBy: ['viva-time'],
      });
      return {
        id: resource.viewer.accountId,
        audit: {
          subject: resource.batch.name,
          before: { room: room.name, minutes: stored.minutes },
          after: { room: room.name, minutes },
        },
      };
    },
    answer: viewOf,
  }),
];
