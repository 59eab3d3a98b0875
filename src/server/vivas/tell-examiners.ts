import { randomUUID } from 'node:crypto';
import { isSame } from '#contract/began';
import { notifyOfState } from '../notices/notify.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import {
  examinerScreen,
  examinerTimesOfBatch,
  storeExaminerTimes,
  upcomingOfExaminers,
  type ExaminerTime,
} from '../progress/time/examiner-times.ts';
import { localMoment } from '../platform/zoned-time.ts';
import { isOver } from './is-over.ts';
import { soonMs } from './viva-words.ts';

export const panelPlaces = compiledQuery((db, p: { batchId: number }) =>
  db
    .selectFrom('viva_slots as slot')
    .innerJoin('viva_panels as panel', 'panel.slot_id', 'slot.id')
    .innerJoin('viva_rooms as room', 'room.id', 'slot.room_id')
    .where('slot.batch_id', '=', p.batchId)
    .where('slot.purpose', '=', 'viva')
    .orderBy('panel.account_id')
    .orderBy('slot.account_id')
    .select(['slot.account_id as studentId', 'panel.account_id as examinerId'])
    .select(['slot.starts_at as startsAt', 'slot.minutes', 'room.name as room', 'room.link']),
);

/** Vivas of examiners that differ from what each was told. */
export type UntoldExaminers = {
  gone: ExaminerTime[];
  current: ExaminerTime[];
  /** Who has been told of a viva of the batch before. */
  known: Set<number>;
};

const keyOf = ({ studentId, examinerId }: ExaminerTime): string => `${studentId} ${examinerId}`;

/** Without what is over. */
export async function untoldExaminersOf(
  reader: Reader | Writer,
  { batchId, now }: { batchId: number; now: number },
): Promise<UntoldExaminers> {
  const planned: ExaminerTime[] = await panelPlaces(reader, { batchId });
  const told: ExaminerTime[] = await examinerTimesOfBatch(reader, { batchId });
  const before = new Map(told.map((time) => [keyOf(time), time]));
  const kept = new Set(planned.map(keyOf));
  const isUntold = (time: ExaminerTime) => {
    const known = before.get(keyOf(time));
    return !isSame(known ?? null, time) && !isOver(time, known, now);
  };
  return {
    gone: told.filter((time) => !kept.has(keyOf(time))),
    current: planned.filter(isUntold),
    known: new Set(told.map(({ examinerId }) => examinerId)),
  };
}

const changedOf = ({ gone, current }: UntoldExaminers): Map<number, ExaminerTime[]> =>
  Map.groupBy([...gone, ...current], ({ examinerId }) => examinerId);

export const countExaminers = (untold: UntoldExaminers): number => changedOf(untold).size;

/** Each gets one notice with how many vivas they have, in all batches, and when the first is. */
export async function tellExaminers(
  writer: Writer,
  untold: UntoldExaminers,
  { batchId, now, zone }: { batchId: number; now: number; zone: string },
): Promise<void> {
  const changed = changedOf(untold);
  if (changed.size === 0) return;
  await storeExaminerTimes(writer, batchId, untold);
  const upcoming = await upcomingOfExaminers(writer, [...changed.keys()], now);
  const about = { kind: 'viva-panel', about: 'viva-panel', href: examinerScreen, now } as const;
  await notifyOfState(
    writer,
    about,
    [...changed].map(([accountId, times]) => ({
      accountId,
      event: randomUUID(),
      text: wordsFor(upcoming.get(accountId), untold.known.has(accountId), zone),
      isDaily: !times.some(({ startsAt }) => startsAt > now && startsAt <= now + soonMs),
    })),
  );
}

function wordsFor(
  upcoming: { vivas: number; first: number } | undefined,
  isKnown: boolean,
  zone: string,
): string {
  if (upcoming === undefined) return 'You have no vivas to examine now';
  const { vivas, first } = upcoming;
  const count = vivas === 1 ? '1 viva' : `${vivas} vivas`;
  const when = `${vivas === 1 ? '' : 'the first '}on ${localMoment(first, zone)}`;
  return isKnown
    ? `The vivas that you examine have changed: ${count}, ${when}`
    : `You examine ${count}, ${when}`;
}
