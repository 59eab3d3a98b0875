import { isSame } from '#contract/began';
import type { PlanView } from '#contract/vivas/plan-calls';
import type { Reader, Writer } from '../platform/database/database.ts';
import { vivaTimesOfBatch } from '../progress/time/viva-times.ts';
import { isOver } from './is-over.ts';
import { missedInBatch } from './repeats.ts';
import { slotPlaces } from './slot-rows.ts';
import { countExaminers, untoldExaminersOf, type UntoldExaminers } from './tell-examiners.ts';

export type Place = {
  accountId: number;
  startsAt: number;
  minutes: number;
  room: string;
  link: string | null;
};
type Told = Place & { cancelledAt: number | null };
export type Untold = { first: Place[]; moved: Place[]; cancelled: Place[] };
export type UntoldOfBatch = Untold & { examiners: UntoldExaminers };

/** What the plan has against what students were told, without what is over. */
export async function untoldOf(
  reader: Reader | Writer,
  { batchId, now }: { batchId: number; now: number },
): Promise<UntoldOfBatch> {
  const planned: Place[] = await slotPlaces(reader, { batchId });
  const told = new Map<number, Told>(
    (await vivaTimesOfBatch(reader, { batchId })).map((row) => [row.accountId, row]),
  );
  const examiners = await untoldExaminersOf(reader, { batchId, now });
  const untold: UntoldOfBatch = { first: [], moved: [], cancelled: [], examiners };
  const kept = new Set(planned.map(({ accountId }) => accountId));
  const missed = await missedInBatch(reader, batchId);
  /** What was told is over: a repeat is told as a first time, and a missed viva is not cancelled. */
  const isMissed = ({ accountId, startsAt }: Told): boolean =>
    (missed.get(accountId) ?? []).some((one) => one.startsAt === startsAt);
  for (const place of planned) {
    const known = told.get(place.accountId);
    if (isOver(place, known?.cancelledAt === null ? known : undefined, now)) continue;
    if (known === undefined) untold.first.push(place);
    else if (known.cancelledAt !== null) untold.moved.push(place);
    else {
      const { startsAt, minutes, room, link } = known;
      const before = { accountId: place.accountId, startsAt, minutes, room, link };
      if (!isSame(before, place))
        (isMissed(known) && startsAt !== place.startsAt ? untold.first : untold.moved).push(place);
    }
  }
  for (const row of told.values())
    if (row.cancelledAt === null && !kept.has(row.accountId) && !isMissed(row)) untold.cancelled.push(row);
  return untold;
}

export const countUntold = ({ first, moved, cancelled, examiners }: UntoldOfBatch): PlanView['untold'] => ({
  first: first.length,
  moved: moved.length,
  cancelled: cancelled.length,
  examiners: countExaminers(examiners),
});
