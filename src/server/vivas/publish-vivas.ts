import { isSame } from '#contract/began';
import { taskScreen } from '#contract/screens';
import { publishVivas } from '#contract/vivas/plan-calls';
import { act } from '../accounts/sessions/act.ts';
import { lockBatchById } from '../courses/batch-queries.ts';
import { notifyOfState, type OwnNotice } from '../notices/notify.ts';
import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { vivaEvent } from '../progress/calendar/calendar-events.ts';
import {
  cancelVivaTimes,
  expectedStarts,
  storeVivaTimes,
  type Telling,
} from '../progress/time/viva-times.ts';
import { officeBatch } from '../results/result-rule.ts';
import { presentPlan } from './present-plan.ts';
import { tellExaminers, untoldExaminersOf } from './tell-examiners.ts';
import { countUntold, untoldOf, type Place, type Untold } from './untold.ts';
import { cancelledWords, soonMs, timeWords } from './viva-words.ts';

type InZone = Telling & { zone: string };

/** Stores what these students are told, and notifies them. */
async function tellStudents(
  writer: Writer,
  { first, moved, cancelled }: Untold,
  telling: InZone,
): Promise<void> {
  const { now, zone } = telling;
  const idsOf = (places: readonly Place[]) => places.map(({ accountId }) => accountId);
  const before = await expectedStarts(writer, idsOf(moved));
  const counts = [
    ...(await storeVivaTimes(writer, [...first, ...moved], telling)),
    ...(await cancelVivaTimes(writer, idsOf(cancelled), telling)),
  ];
  const told = new Map(counts.map((one) => [one.accountId, one.told]));
  const notice = (place: Place, text: string, isCancelled = false): OwnNotice => {
    const { accountId, startsAt } = place;
    const times = told.get(accountId) ?? 0;
    return {
      accountId,
      event: `${accountId}:${times}`,
      text,
      // Also for a viva that was to be within two days.
      isDaily: Math.min(startsAt, before.get(accountId) ?? startsAt) > now + soonMs,
      appointment: { ...vivaEvent('viva-time', 'Your viva', place), sequence: times - 1, isCancelled },
    };
  };
  const about = { kind: 'viva-time', about: 'viva-time', href: taskScreen('viva'), now } as const;
  await notifyOfState(writer, about, [
    ...first.map((one) => notice(one, `Your viva: ${timeWords(one, zone)}`)),
    ...moved.map((one) => notice(one, `Your viva has another time or place: ${timeWords(one, zone)}`)),
    ...cancelled.map((one) => notice(one, cancelledWords(one, zone), true)),
  ]);
}

/** Tells these students, and the examiners of their vivas. */
export async function tellTimes(writer: Writer, untold: Untold, telling: InZone): Promise<void> {
  const students = new Set(
    [untold.first, untold.moved, untold.cancelled].flat().map(({ accountId }) => accountId),
  );
  await tellStudents(writer, untold, telling);
  const examiners = await untoldExaminersOf(writer, telling);
  const isTheirs = ({ studentId }: { studentId: number }) => students.has(studentId);
  const { gone, current } = examiners;
  await tellExaminers(
    writer,
    { ...examiners, gone: gone.filter(isTheirs), current: current.filter(isTheirs) },
    telling,
  );
}

export const publishCall = act(publishVivas, {
  who: officeBatch,
  audit: 'publish-vivas',
  async run(writer, { context, resource: { batch, viewer }, body, now }) {
    const zone = context.settings.academyZone;
    await lockBatchById(writer, batch.id);
    const untold = await untoldOf(writer, { batchId: batch.id, now });
    const counts = countUntold(untold);
    if (!isSame(counts, body)) {
      const current = await presentPlan(writer, { batch, zone, now, day: null });
      throw httpErrors.changedMeanwhile(
        'The plan was changed in the meantime. Nobody has been told.',
        current,
      );
    }
    if (Object.values(counts).every((count) => count === 0)) return null;
    const telling = { batchId: batch.id, by: viewer.accountId, now, zone };
    await tellStudents(writer, untold, telling);
    await tellExaminers(writer, untold.examiners, telling);
    return { id: batch.id, audit: { subject: batch.name, before: null, after: counts } };
  },
  answer: (reader, { context, resource: { batch } }) =>
    presentPlan(reader, {
      batch,
      zone: context.settings.academyZone,
      now: context.clock.now(),
      day: null,
    }),
});
