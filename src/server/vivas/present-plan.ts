import { shownName } from '#contract/accounts/person-name';
import { isoInstant } from '#contract/dates';
import { foldText } from '#contract/fold-text';
import { shownFound, type Concern } from '#contract/vivas/plan';
import { shownUnplaced, type PlannedViva, type PlanView } from '#contract/vivas/plan-calls';
import type { Batch } from '../courses/batch-queries.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { fillFree, reasonsOf, waitingAmong } from './planning.ts';
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
import {
  readPlan,
  staffWhoExamine,
  studentsToPlan,
  writtenPlan,
  type StoredPlan,
  type StudentToPlan,
} from './plan-rows.ts';
import { missedInBatch, repeatedBy, type MissedViva } from './repeats.ts';
import type { Span } from './spans.ts';
import { countUntold, untoldOf } from './untold.ts';
import { panelsOf, slotsOfDay, slotTimes, takenBetween, timeOfEmail, type SlotRow } from './slot-rows.ts';

type Panels = Awaited<ReturnType<typeof panelsOf>>;

/** What the settings say against a time. */
export function concernsAgainst(plan: StoredPlan, zone: string) {
  const known = {
    hours: planSpans(plan, zone),
    panel: plan.panel,
    examiners: new Map(
      plan.examiners.map(({ id, hours }) => [id, hours === null ? null : examinerSpans(hours, zone)]),
    ),
  };
  return (held: Span, examinerIds: readonly number[]): Concern[] => concernsOf(known, held, examinerIds);
}

function presentViva(
  row: SlotRow,
  panels: Panels,
  {
    batch,
    against,
    missed,
    zone,
  }: {
    batch: Batch;
    against: ReturnType<typeof concernsAgainst>;
    missed: ReadonlyMap<number, readonly MissedViva[]>;
    zone: string;
  },
): PlannedViva {
  const panel = panels.get(row.id) ?? [];
  const absences = missed.get(row.accountId) ?? [];
  const repeats = repeatedBy(absences, row.startsAt);
  const isMissed = absences.some(({ startsAt }) => startsAt === row.startsAt);
  const hasWaited = panel.some(({ id }) => repeats?.panel.some((one) => one.id === id));
  const from = stepOf(row.startsAt);
  const concerns = against(
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
    concerns: [
      ...concerns,
      ...(hasWaited ? (['same-panel'] as const) : []),
      ...(isMissed ? (['missed'] as const) : []),
      ...(row.suspendedAt === null ? [] : (['suspended'] as const)),
      ...(row.batchId === batch.id && row.project !== null ? [] : (['not-here'] as const)),
    ],
    ...(repeats !== undefined && { repeat: true as const }),
  };
}

/** Of rooms and examiners of the plan, by vivas of other batches. */
async function takenElsewhere(
  reader: Reader | Writer,
  { batch, plan, zone }: { batch: Batch; plan: StoredPlan; zone: string },
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
            local: localMinute(span.from * stepMs, zone),
            minutes: minutesOfSteps(span.to - span.from),
          },
        ];
  });
}

const named = ({ email, name }: { email: string; name: string }) => ({
  s_id: email,
  s_name: shownName(name),
});

/** By name or email. */
function foundBy(words: string, students: readonly StudentToPlan[]): readonly StudentToPlan[] {
  const terms = foldText(words).split(/\s+/u).filter(Boolean);
  if (terms.length === 0) return [];
  const texts = ({ name, email }: StudentToPlan) => `${foldText(shownName(name))} ${email}`;
  return students
    .filter((student) => terms.every((term) => texts(student).includes(term)))
    .slice(0, shownFound);
}

function presentMissed(missed: readonly MissedViva[] = [], zone: string) {
  const first = missed.find(({ isExcused }) => isExcused);
  if (first === undefined) return null;
  const { startsAt, reason, panel } = first;
  return {
    starts_at: isoInstant(startsAt),
    local: localMinute(startsAt, zone),
    reason,
    examiners: panel.map(({ email, name }) => ({ email, name: shownName(name) })),
  };
}

type Shown = {
  batch: Batch;
  zone: string;
  now: number;
  /** Of the vivas that are shown; null: today's or the next with any, else the last. */
  day: string | null;
  /** The email of one who is shown whatever the day. */
  student?: string | undefined;
  /** Words of names or emails. */
  find?: string | undefined;
};

export async function presentPlan(
  reader: Reader | Writer,
  { batch, zone, now, day, student, find = '' }: Shown,
): Promise<PlanView> {
  const plan = await readPlan(reader, batch.id);
  const students = await studentsToPlan(reader, { batchId: batch.id });
  const times = await slotTimes(reader, { batchId: batch.id });
  const against = concernsAgainst(plan, zone);
  const missed = await missedInBatch(reader, batch.id);
  const vivasOf = async (one: string): Promise<PlannedViva[]> => {
    const rows = await slotsOfDay(reader, { batchId: batch.id, ...dayBounds(one, zone) });
    const panels = await panelsOf(
      reader,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => presentViva(row, panels, { batch, against, missed, zone }));
  };
  const chosen = async (email: string): Promise<PlanView['chosen']> => {
    const here = students.find((one) => one.email === email);
    const [time] = await timeOfEmail(reader, { batchId: batch.id, email });
    const viva =
      time === undefined
        ? undefined
        : (await vivasOf(dayOf(time.startsAt, zone))).find((one) => one.student.s_id === email);
    if (here === undefined) return viva === undefined ? null : { ...viva, viva, extra: 0, missed: null };
    return {
      student: named(here),
      project: here.project,
      viva: viva ?? null,
      extra: here.extra ?? 0,
      missed: presentMissed(missed.get(here.id), zone),
    };
  };
  const byDay = Map.groupBy(times, ({ startsAt }) => dayOf(startsAt, zone));
  const days = [...byDay.keys()];
  const next = days.find((one) => one >= dayOf(now, zone)) ?? days.at(-1);
  const shown = day ?? next ?? plan.days[0]?.day ?? null;
  const waiting = waitingAmong(students, missed);
  const reasons = reasonsOf(await fillFree(reader, plan, waiting, { zone, now }));
  const starts = new Map(times.map(({ accountId, startsAt }) => [accountId, startsAt]));
  const startOf = ({ id }: StudentToPlan) => {
    const at = starts.get(id);
    return at === undefined ? null : localMinute(at, zone);
  };
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
    vivas: shown === null ? [] : await vivasOf(shown),
    taken: shown === null ? [] : await takenElsewhere(reader, { batch, plan, zone }, dayBounds(shown, zone)),
    unplaced: waiting.slice(0, shownUnplaced).map((one) => ({
      student: named(one),
      project: one.project,
      why: reasons.get(one.id) ?? null,
      ...(one.repeats !== undefined && { repeat: true as const }),
    })),
    unplaced_count: waiting.length,
    chosen: student === undefined ? null : await chosen(student),
    found: foundBy(find, students).map((one) => ({
      student: named(one),
      project: one.project,
      local: startOf(one),
    })),
    untold: countUntold(await untoldOf(reader, { batchId: batch.id, now })),
    extra: students.flatMap(({ extra, ...one }) =>
      extra === null ? [] : [{ student: named(one), minutes: extra }],
    ),
  };
}
