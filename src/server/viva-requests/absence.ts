import { shownName } from '#contract/accounts/person-name';
import { isSame } from '#contract/began';
import { normalizeEmail } from '#contract/limits';
import * as calls from '#contract/viva-requests/absence-calls';
import { act, read } from '../accounts/sessions/act.ts';
import { lockBatchById, type Batch } from '../courses/batch-queries.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { localText, readLocal } from '../platform/zoned-time.ts';
import { officeBatch } from '../results/result-rule.ts';
import { releaseLapsed } from '../vivas/offer-rows.ts';
import { localMinute, stepMs } from '../vivas/plan-hours.ts';
import { readPlan, storeExaminerHours } from '../vivas/plan-rows.ts';
import { readTaken } from '../vivas/read-free.ts';
import { missedOf, repeatedBy } from '../vivas/repeats.ts';
import { insertSlots, panelsOf, removeSlots, slotsOfDay, slotTimes } from '../vivas/slot-rows.ts';
import { freeForAll, planAbsence, type AbsenceMove } from './plan-absence.ts';

type Of = { batch: Batch; zone: string; now: number };
type Chosen = { examiner?: string | undefined; day?: string | undefined };

async function findAbsence(reader: Reader | Writer, { batch, zone, now }: Of, chosen: Chosen) {
  const plan = await readPlan(reader, batch.id);
  const times = await slotTimes(reader, { batchId: batch.id });
  const later = times.filter(({ startsAt }) => startsAt > now);
  const days = [...new Set(later.map(({ startsAt }) => localText(startsAt, zone).slice(0, 10)))];
  const people = new Map(plan.examiners.map(({ id, email, name }) => [id, { email, name: shownName(name) }]));
  const { day } = chosen;
  const bounds =
    day === undefined ? null : { from: readLocal(day, zone, 'start'), to: readLocal(day, zone, 'end') + 1 };
  const rows = bounds === null ? [] : await slotsOfDay(reader, { batchId: batch.id, ...bounds });
  const panels = await panelsOf(
    reader,
    rows.map(({ id }) => id),
  );
  for (const { id, email, name } of [...panels.values()].flat())
    people.set(id, { email, name: shownName(name) });
  const wanted = chosen.examiner === undefined ? undefined : normalizeEmail(chosen.examiner);
  const [away = null] = [...people].find(([, { email }]) => email === wanted) ?? [];
  const students = new Map(rows.map((row) => [row.accountId, row]));
  const missed = await missedOf(reader, [...students.keys()]);
  const vivas = rows
    .map((row) => ({
      ...row,
      panel: (panels.get(row.id) ?? []).map(({ id }) => id),
      avoid: repeatedBy(missed.get(row.accountId) ?? [], row.startsAt)?.panel.map(({ id }) => id),
    }))
    .filter(({ startsAt, panel }) => away !== null && startsAt > now && panel.includes(away));
  const rooms = new Map([
    ...plan.rooms.map(({ id, name }) => [id, name] as const),
    ...rows.map(({ roomId, room }) => [roomId, room] as const),
  ]);
  const taken = await readTaken(
    reader,
    plan,
    zone,
    vivas.map(({ startsAt }) => Math.floor(startsAt / stepMs)),
  );
  const of = { plan, taken, vivas, away: away ?? 0, zone };
  const moves = planAbsence(of);
  return { plan, days, people, away, students, rooms, moves, free: away === null ? [] : freeForAll(of) };
}

type Found = Awaited<ReturnType<typeof findAbsence>>;

function presentMove({ people, students, rooms }: Found, move: AbsenceMove, zone: string) {
  const { viva } = move;
  const of = students.get(viva.accountId);
  const place = move.way === 'none' ? null : move.place;
  return {
    student: { s_id: of?.email ?? '', s_name: shownName(of?.name ?? '') },
    way: move.way,
    from: localMinute(viva.startsAt, zone),
    to: localMinute(place === null ? viva.startsAt : place.from * stepMs, zone),
    room: rooms.get(place?.roomId ?? viva.roomId) ?? '',
    examiners: (place?.panel ?? viva.panel).flatMap((id) => people.get(id) ?? []),
    why: move.way === 'none' ? move.why : null,
  };
}

function present(found: Found, { batch, zone }: Of, { day }: Chosen): calls.Absence {
  const { people, away, days, free, moves } = found;
  return {
    batch: batch.name,
    days,
    examiners: [...people.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    examiner: away === null ? null : (people.get(away) ?? null),
    day: day ?? null,
    free: free.flatMap((id) => people.get(id) ?? []),
    moves: moves.map((move) => presentMove(found, move, zone)),
  };
}

/** As the form sends them. */
const shownMoves = ({ moves }: calls.Absence) =>
  moves.map(({ student, to, room, examiners }) => ({
    s_id: student.s_id,
    to,
    room,
    examiners: examiners.map(({ email }) => email),
  }));

async function storeMoves(
  writer: Writer,
  { moves }: Found,
  { batch, by, now }: { batch: Batch; by: number; now: number },
) {
  const placed = moves.flatMap((move) => (move.way === 'none' ? [] : [move]));
  // All are given up first: one may get another one's time.
  await removeSlots(
    writer,
    placed.map(({ viva }) => viva.id),
  );
  await insertSlots(
    writer,
    placed.map(({ viva, place }) => ({
      batchId: batch.id,
      accountId: viva.accountId,
      roomId: place.roomId,
      startsAt: place.from * stepMs,
      minutes: viva.minutes,
      buffer: viva.buffer,
      panel: place.panel,
    })),
    { by, at: now },
  );
}

export const absenceCalls = [
  read(calls.readAbsence, {
    who: officeBatch,
    async run({ context: { database, settings, clock }, resource: { batch }, query }) {
      const of = { batch, zone: settings.academyZone, now: clock.now() };
      return present(await findAbsence(database.reader, of, query), of, query);
    },
  }),

  act(calls.replaceExaminer, {
    who: officeBatch,
    audit: 'replace-examiner',
    async run(writer, { context, resource: { batch, viewer }, body, now }) {
      const of = { batch, zone: context.settings.academyZone, now };
      await lockBatchById(writer, batch.id);
      await releaseLapsed(writer, now);
      const found = await findAbsence(writer, of, body);
      const current = present(found, of, body);
      if (found.away === null || current.examiner === null)
        throw httpErrors.notFound('This person examines nobody in this batch.');
      if (!isSame(shownMoves(current), body.moves))
        throw httpErrors.changedMeanwhile(
          'The plan was changed in the meantime. Nothing is stored.',
          current,
        );
      await storeMoves(writer, found, { batch, by: viewer.accountId, now });
      await storeExaminerHours(writer, {
        batchId: batch.id,
        plan: found.plan,
        id: found.away,
        without: body.day,
      });
      const count = (way: string) => found.moves.filter((move) => move.way === way).length;
      const after = {
        examiner: body.examiner,
        day: body.day,
        replaced: count('examiner'),
        moved: count('time'),
        left: count('none'),
      };
      return { id: batch.id, audit: { subject: batch.name, before: null, after } };
    },
    taken: () => 'Somebody else took one of these times at this moment. Nothing is stored.',
    async answer(reader, { context: { settings }, resource: { batch }, body, now }) {
      const of = { batch, zone: settings.academyZone, now };
      return present(await findAbsence(reader, of, body), of, body);
    },
  }),
];
