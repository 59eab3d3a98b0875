import { isSame } from '#contract/began';
import { dayMs } from '#contract/durations';
import { taskScreen } from '#contract/screens';
import { publishVivas } from '#contract/vivas/plan-calls';
import { act } from '../accounts/sessions/act.ts';
import { lockBatchById } from '../courses/batch-queries.ts';
import { notify } from '../notices/notify.ts';
import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { cancelVivaTimes, storeVivaTimes, type Telling } from '../progress/time/viva-times.ts';
import { officeBatch } from '../results/result-rule.ts';
import { presentPlan } from './present-plan.ts';
import { countUntold, untoldOf, type Place, type Untold } from './untold.ts';

/** `Thu 3 Dec, 10:20 am IST`. */
function momentIn(instant: number, zone: string): string {
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

/** Who comes within two days is told by an email of its own; the others in the day's one. */
const soonMs = 2 * dayMs;

async function tell(
  writer: Writer,
  { accountId, startsAt }: Place,
  { words, told, now }: { words: string; told: number; now: number },
): Promise<void> {
  await notify(writer, {
    kind: 'viva-time',
    event: `${accountId}:${told}`,
    accounts: [accountId],
    about: 'viva-time',
    text: words,
    href: taskScreen('viva'),
    now,
    isDaily: startsAt > now + soonMs,
  });
}

/** Stores what is told, and notifies whom it concerns. */
export async function tellTimes(
  writer: Writer,
  untold: Untold,
  telling: Telling & { zone: string },
): Promise<void> {
  const { now, zone } = telling;
  const counts = [
    ...(await storeVivaTimes(writer, [...untold.first, ...untold.moved], telling)),
    ...(await cancelVivaTimes(
      writer,
      untold.cancelled.map(({ accountId }) => accountId),
      telling,
    )),
  ];
  const told = new Map(counts.map((one) => [one.accountId, one.told]));
  const where = ({ startsAt, room }: Place) => `${momentIn(startsAt, zone)}, ${room}`;
  const notices = [
    ...untold.first.map((one) => ({ one, words: `Your viva: ${where(one)}` })),
    ...untold.moved.map((one) => ({ one, words: `Your viva has another time or place: ${where(one)}` })),
    ...untold.cancelled.map((one) => ({
      one,
      words: `Your viva on ${momentIn(one.startsAt, zone)} is cancelled. You will be told another time`,
    })),
  ];
  for (const { one, words } of notices.toSorted((a, b) => a.one.accountId - b.one.accountId))
    await tell(writer, one, { words, told: told.get(one.accountId) ?? 0, now });
}

export const publishCall = act(publishVivas, {
  who: officeBatch,
  audit: 'publish-vivas',
  async run(writer, { context, resource: { batch, viewer }, body, now }) {
    const zone = context.settings.academyZone;
    await lockBatchById(writer, batch.id);
    const untold = await untoldOf(writer, batch.id);
    const counts = countUntold(untold);
    if (!isSame(counts, body)) {
      const current = await presentPlan(writer, { batch, zone, day: null });
      throw httpErrors.changedMeanwhile(
        'The plan was changed in the meantime. Nobody has been told.',
        current,
      );
    }
    if (counts.first + counts.moved + counts.cancelled === 0) return null;
    await tellTimes(writer, untold, { batchId: batch.id, by: viewer.accountId, now, zone });
    return { id: batch.id, audit: { subject: batch.name, before: null, after: counts } };
  },
  answer: (reader, { context, resource: { batch } }) =>
    presentPlan(reader, { batch, zone: context.settings.academyZone, day: null }),
});
