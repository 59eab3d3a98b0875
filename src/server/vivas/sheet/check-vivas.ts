import { createHash } from 'node:crypto';
import { minuteMs } from '#contract/durations';
import { shownName } from '#contract/accounts/person-name';
import { planLimits, type PlanRoom } from '#contract/vivas/plan';
import { vivaColumnsProblem, vivaFields, type VivaColumns, type VivaField } from '#contract/vivas/viva-sheet';
import type { CheckedVivas, VivaRow } from '#contract/vivas/viva-sheet-calls';
import { faultsOfCells, inWords, placeOf, readPasted } from '../../people/sheets/read-pasted.ts';
import { isNoPerson } from '../../people/sheets/row-fields.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { SheetRefused, type SheetRow } from '../../platform/sheets/sheet.ts';
import { localClock } from '../../platform/zoned-time.ts';
import { localMinute, stepOf, stepsOf } from '../plan-hours.ts';
import { roomKey } from '../../progress/time/viva-delays.ts';
import type { StoredPlan } from '../plan-rows.ts';
import { concernsAgainst } from '../present-plan.ts';
import { judgeRows, type Judged, type Placed } from './judge-rows.ts';
import { textsOf, type VivaTexts } from './read-viva-rows.ts';
import { guessVivaColumns } from './viva-columns.ts';

export type VivaSheet = { text: string; columns?: VivaColumns | undefined };
/** `adds`: what the plan gets beside its own. */
export type CheckedVivaSheet = {
  checked: CheckedVivas;
  judged: Judged[];
  adds: { rooms: PlanRoom[]; examiners: { id: number; email: string; name: string }[] };
};

const weekday = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** As people read it: a day that was misread is seen. */
function shownOf(place: Placed, zone: string): Partial<Record<VivaField, string>> {
  const [day = ''] = localMinute(place.startsAt, zone).split('T');
  const until = localClock(place.startsAt + place.minutes * minuteMs, zone);
  return {
    day: weekday.format(new Date(`${day}T00:00:00Z`)).replaceAll(',', ''),
    time: `${localClock(place.startsAt, zone)} – ${until}`,
    room: place.room.name,
    examiners: place.panel.map(({ name }) => shownName(name)).join(', '),
  };
}

function presentRow(
  row: SheetRow,
  texts: VivaTexts,
  { state, student, faults, before, after }: Judged,
  { columns, zone }: { columns: VivaColumns; zone: string },
): VivaRow {
  const isWrong = state === 'wrong';
  const now = isWrong || after === null ? {} : shownOf(after, zone);
  const former = isWrong || before === null ? {} : shownOf(before, zone);
  return {
    line: row.line,
    state,
    name: student === null ? null : shownName(student.name),
    cells: vivaFields.map((field) => {
      const value = now[field] ?? texts[field];
      const was = former[field];
      return {
        field,
        cell: placeOf(field, columns, row),
        value: field === 'until' && !isWrong ? '' : value,
        before: was === undefined || was === value ? null : was,
        fault: faults[field] ?? null,
      };
    }),
  };
}

/** Rooms and examiners of the rows that the plan does not have. @throws 400 beyond its limits */
function additionsOf(judged: readonly Judged[], plan: StoredPlan): CheckedVivaSheet['adds'] {
  const placed = judged.flatMap(({ state, after }) => (state === 'wrong' || after === null ? [] : [after]));
  const rooms = new Map(placed.map(({ room }) => [roomKey(room), room]));
  for (const room of plan.rooms) rooms.delete(roomKey(room));
  const examiners = new Map(placed.flatMap(({ panel }) => panel.map((one) => [one.id, one] as const)));
  for (const { id } of plan.examiners) examiners.delete(id);
  const tooMany = (what: string, count: number, most: number): void => {
    if (count > most)
      throw new SheetRefused(`There can be at most ${most} ${what}, and these rows make ${count}.`);
  };
  inWords(() => {
    tooMany('rooms', plan.rooms.length + rooms.size, planLimits.rooms);
    tooMany('examiners', plan.examiners.length + examiners.size, planLimits.examiners);
  });
  return { rooms: [...rooms.values()], examiners: [...examiners.values()] };
}

/** @throws 400 for an unreadable sheet, or one without its columns */
export async function checkVivas(
  reader: Reader | Writer,
  sheet: VivaSheet,
  { batchId, plan, zone, now }: { batchId: number; plan: StoredPlan; zone: string; now: number },
): Promise<CheckedVivaSheet> {
  const isNamed = (texts: readonly string[]) => guessVivaColumns(texts).filter(Boolean).length > 1;
  const { headings, rows: read } = readPasted(sheet.text, isNamed);
  const columns = sheet.columns ?? guessVivaColumns(headings);
  const problem = vivaColumnsProblem(columns);
  if (problem !== null) throw httpErrors.badRequest(problem);
  const rows = read
    .filter(({ cells }) => !isNoPerson(cells))
    .map((row) => ({
      row,
      line: row.line,
      texts: textsOf(row, columns),
      faults: faultsOfCells(row, columns),
    }));
  const judged = await judgeRows(reader, rows, { batchId, plan, zone, now });
  const adds = additionsOf(judged, plan);
  const counts = { new: 0, changed: 0, unchanged: 0, wrong: 0 };
  for (const { state } of judged) counts[state] += 1;
  const against = concernsAgainst(
    { ...plan, examiners: [...plan.examiners, ...withAllHours(adds.examiners)] },
    zone,
  );
  const hash = createHash('sha256').update(
    JSON.stringify([
      judged.flatMap(({ state, student, before }) =>
        state === 'new' || state === 'changed'
          ? [
              [
                student?.id,
                before && [
                  before.startsAt,
                  before.minutes,
                  roomKey(before.room),
                  before.panel.map(({ id }) => id),
                ],
              ],
            ]
          : [],
      ),
      adds.rooms.map(roomKey),
      adds.examiners.map(({ id }) => id),
    ]),
  );
  return {
    checked: {
      headings,
      columns: [...columns],
      counts,
      rows: rows.map(({ row, texts }, index) =>
        presentRow(row, texts, judged[index] as Judged, { columns, zone }),
      ),
      concerns: judged.flatMap(({ line, state, after }) => {
        if (after === null || (state !== 'new' && state !== 'changed')) return [];
        const from = stepOf(after.startsAt);
        const held = { from, to: from + stepsOf(after.minutes) };
        const found = against(
          held,
          after.panel.map(({ id }) => id),
        );
        return found.length === 0 ? [] : [{ line, concerns: found }];
      }),
      adds: {
        rooms: adds.rooms.map(({ name }) => name),
        examiners: adds.examiners.map(({ name }) => shownName(name)),
      },
      seen: hash.digest('hex'),
    },
    judged,
    adds,
  };
}

const withAllHours = (examiners: CheckedVivaSheet['adds']['examiners']) =>
  examiners.map((one) => ({ ...one, hours: null }));
