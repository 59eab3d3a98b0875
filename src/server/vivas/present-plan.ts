import { shownName } from '#contract/accounts/person-name';
import { isoInstant } from '#contract/dates';
import type { Concern } from '#contract/vivas/plan';
import { shownUnplaced, type PlannedViva, type PlanView } from '#contract/vivas/plan-calls';
import type { Batch } from '../courses/batch-queries.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { fillFree, reasonsOf } from './planning.ts';
import {
  concernsOf,
  dayBounds,
  dayOf,
  examinerSpans,
  localMinute,
  minutesOfSteps,
  planSpans,
  stepMs,
  stepOf,
  stepsOf,
} from './plan-hours.ts';
import { readPlan, staffWhoExamine, studentsToPlan, writtenPlan, type StoredPlan } from './plan-rows.ts';
import { countUntold, untoldOf } from './untold.ts';
import { panelsOf, slotsOfDay, slotTimes, takenBetween, type SlotRow } from './slot-rows.ts';

type Panels = Awaited<ReturnType<typeof panelsOf>>;

/** What each viva of a plan is compared with. */
const planned = (plan: StoredPlan, zone: string) => ({
  hours: planSpans(plan, zone),
  panel: plan.panel,
  examiners: new Map(
    plan.examiners.map(({ id, hours }) => [id, hours === null ? null : examinerSpans(hours, zone)]),
  ),
});

function presentViva(
  row: SlotRow,
  panels: Panels,
  { batch, known, zone }: { batch: Batch; known: ReturnType<typeof planned>; zone: string },
): PlannedViva {
  const panel = panels.get(row.id) ?? [];
  const from = stepOf(row.startsAt);
  const concerns: Concern[] = concernsOf(
    known,
    { from, to: from + stepsOf(row.minutes) },
    panel.map(({ id }) => id),
  );
  return {
    student: { s_id: row.email, s_name: shownName(row.name) },
    project: row.project ?? '',
    starts_at: isoInstant(row.startsAt),
    local: localMinute(row.startsAt, zone),
    minutes: row.minutes,
    buffer: row.buffer,
    room: row.room,
    link: row.link,
    examiners: panel.map(({ email, name }) => ({ email, name: shownName(name) })),
    concerns: row.batchId === batch.id && row.project !== null ? concerns : [...concerns, 'not-here'],
  };
}

/** Of rooms and examiners of the plan, by vivas of other batches. */
async function takenElsewhere(
  reader: Reader | Writer,
  { batch, plan }: { batch: Batch; plan: StoredPlan },
  { from, to }: { from: number; to: number },
): Promise<PlanView['taken']> {
  const names = new Map([
    ...plan.rooms.map(({ id, name }) => [`room ${id}`, name] as const),
    ...plan.examiners.map(({ id, name }) => [`person ${id}`, shownName(name)] as const),
  ]);
  const spans = await takenBetween(reader, { from: stepOf(from), to: stepOf(to) });
  return spans.flatMap(({ kind, who, batchId, ...span }) => {
    const name = names.get(`${kind} ${who}`);
    return name === undefined || batchId === batch.id || span.to * stepMs <= from
      ? []
      : [
          {
            who: name,
            starts_at: isoInstant(span.from * stepMs),
            minutes: minutesOfSteps(span.to - span.from),
          },
        ];
  });
}

/** @param day of the vivas that are shown; null: the first with any */
export async function presentPlan(
  reader: Reader | Writer,
  { batch, zone, day }: { batch: Batch; zone: string; day: string | null },
): Promise<PlanView> {
  const plan = await readPlan(reader, batch.id);
  const students = await studentsToPlan(reader, { batchId: batch.id });
  const times = await slotTimes(reader, { batchId: batch.id });
  const byDay = Map.groupBy(times, ({ startsAt }) => dayOf(startsAt, zone));
  const shown = day ?? byDay.keys().next().value ?? plan.days[0]?.day ?? null;
  const bounds = shown === null ? null : dayBounds(shown, zone);
  const rows = bounds === null ? [] : await slotsOfDay(reader, { batchId: batch.id, ...bounds });
  const panels = await panelsOf(
    reader,
    rows.map(({ id }) => id),
  );
  const known = planned(plan, zone);
  const waiting = students.filter(({ isPlaced }) => !isPlaced);
  const reasons = reasonsOf(await fillFree(reader, plan, waiting, zone));
  const named = ({ email, name }: { email: string; name: string }) => ({
    s_id: email,
    s_name: shownName(name),
  });
  return {
    batch: batch.name,
    plan: writtenPlan(plan),
    staff: (await staffWhoExamine(reader, { batchId: batch.id })).map(({ email, name }) => ({
      email,
      name: shownName(name),
    })),
    students: students.length,
    days: [...byDay].map(([of, vivas]) => ({ day: of, vivas: vivas.length })),
    day: shown,
    vivas: rows.map((row) => presentViva(row, panels, { batch, known, zone })),
    taken: bounds === null ? [] : await takenElsewhere(reader, { batch, plan }, bounds),
    unplaced: waiting.slice(0, shownUnplaced).map(({ id, project, ...student }) => ({
      student: named(student),
      project,
      why: reasons.get(id) ?? null,
    })),
    unplaced_count: waiting.length,
    untold: countUntold(await untoldOf(reader, batch.id)),
    extra: students.flatMap(({ extra, ...student }) =>
      extra === null ? [] : [{ student: named(student), minutes: extra }],
    ),
  };
}
