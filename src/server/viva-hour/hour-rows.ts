import type { Selectable } from 'kysely';
import { isoInstant } from '#contract/dates';
import {
  defaultVivaRule,
  marksOfPoints,
  type VivaLine,
  type VivaPaper,
  type VivaRule,
} from '#contract/viva-hour/hour';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import type { Tables } from '../platform/database/schema.ts';
import { isOfCurrentChoice } from '../selections/queries.ts';

export type HourRow = Selectable<Tables['viva_hours']>;

const hourColumns = [
  'id',
  'account_id',
  'choice',
  'number',
  'batch_id',
  'opened_at',
  'closed_at',
  'closed_by',
  'closed_reason',
  'outcome',
  'outcome_reason',
  'outcome_comments',
  'proposed_by',
  'proposed_at',
  'held_at',
  'held_minutes',
  'confirmed_at',
] as const satisfies (keyof HourRow)[];

type OfChoice = {
  accountId: number;
  choice: number;
  /** 1, and 2 for the repeat. */
  number: number;
};

export const hoursOfChoice = compiledQuery((db, p: OfChoice) =>
  db
    .selectFrom('viva_hours')
    .where('account_id', '=', p.accountId)
    .where('choice', '=', p.choice)
    .where('number', '=', p.number)
    .select(hourColumns),
);

export async function hourOf(reader: Reader | Writer, of: OfChoice): Promise<HourRow | null> {
  const [row] = await hoursOfChoice(reader, of);
  return row ?? null;
}

/** The student is locked. */
export async function beginHour(
  writer: Writer,
  { accountId, choice, number, batchId }: OfChoice & { batchId: number },
): Promise<HourRow> {
  const begun = await hourOf(writer, { accountId, choice, number });
  if (begun !== null) return begun;
  return writer
    .insertInto('viva_hours')
    .values({ account_id: accountId, choice, number, batch_id: batchId })
    .returning(hourColumns)
    .executeTakeFirstOrThrow();
}

export async function changeHour(
  writer: Writer,
  id: number,
  change: Partial<Omit<HourRow, 'id'>>,
): Promise<void> {
  if (Object.keys(change).length > 0)
    await writer.updateTable('viva_hours').set(change).where('id', '=', id).execute();
}

/** As it was when the marks were given. */
export type StoredPoints = { line: string; text: string; most: number; points: number };

export type GivenPaper = {
  examinerId: number;
  paper: VivaPaper;
  /** With its words. */
  lines: readonly StoredPoints[];
  marks: number;
  givenAt: number;
  confirmedAt: number | null;
};

/** By hour. Rows of those who gave none are left out. */
export async function papersOf(reader: Reader | Writer, hourId: number): Promise<Map<number, GivenPaper>> {
  const rows = await reader
    .selectFrom('viva_marks')
    .where('hour_id', '=', hourId)
    .select(['examiner_id', 'given_at', 'marks', 'points', 'words', 'confirmed_at'])
    .execute();
  const asked = await reader
    .selectFrom('viva_asked')
    .where('hour_id', '=', hourId)
    .orderBy('place')
    .select(['examiner_id', 'step', 'text', 'answered'])
    .execute();
  const incidents = await reader
    .selectFrom('viva_incidents')
    .where('hour_id', '=', hourId)
    .orderBy('place')
    .select(['examiner_id', 'noted_at', 'text'])
    .execute();
  const found = rows.flatMap((row): GivenPaper[] => {
    const { examiner_id: examinerId, given_at: givenAt, marks, words } = row;
    if (givenAt === null || marks === null) return [];
    const isOwn = (of: { examiner_id: number }) => of.examiner_id === examinerId;
    const lines = JSON.parse(row.points) as StoredPoints[];
    return [
      {
        examinerId,
        givenAt,
        marks,
        lines,
        confirmedAt: row.confirmed_at,
        paper: {
          points: lines.map(({ line, points }) => ({ line, points })),
          words,
          questions: asked.filter(isOwn).map(({ step, text, answered }) => ({ step, text, answered })),
          incidents: incidents.filter(isOwn).map(({ noted_at: at, text }) => ({
            at: at === null ? null : isoInstant(at),
            text,
          })),
        },
      },
    ];
  });
  return new Map(found.map((one) => [one.examinerId, one]));
}

export const storedPoints = (points: VivaPaper['points'], lines: readonly VivaLine[]): StoredPoints[] =>
  points.map(({ line, points: given }) => {
    const { text = '', most = given } = lines.find(({ id }) => id === line) ?? {};
    return { line, text, most, points: given };
  });

type Written = { hourId: number; examinerId: number; accountId: number; at: number };

/** In place of the examiner's earlier one. */
export async function writePaper(
  writer: Writer,
  { hourId, examinerId, accountId, at }: Written,
  { points, words, questions, incidents }: VivaPaper,
  lines: readonly VivaLine[],
): Promise<void> {
  const own = { hour_id: hourId, examiner_id: examinerId, account_id: accountId };
  for (const table of ['viva_asked', 'viva_incidents'] as const)
    await writer
      .deleteFrom(table)
      .where('hour_id', '=', hourId)
      .where('examiner_id', '=', examinerId)
      .execute();
  const row = {
    given_at: at,
    marks: marksOfPoints(points),
    points: JSON.stringify(storedPoints(points, lines)),
    words,
    confirmed_at: null,
  };
  await writer
    .insertInto('viva_marks')
    .values({ ...own, ...row })
    .onConflict((on) => on.columns(['hour_id', 'examiner_id']).doUpdateSet(row))
    .execute();
  if (questions.length > 0)
    await writer
      .insertInto('viva_asked')
      .values(questions.map((question, place) => ({ ...own, place, ...question })))
      .execute();
  if (incidents.length > 0)
    await writer
      .insertInto('viva_incidents')
      .values(
        incidents.map(({ at: noted, text }, place) => ({
          ...own,
          place,
          noted_at: noted === null ? null : Date.parse(noted),
          text,
        })),
      )
      .execute();
}

/** Who gave none when the panel was closed. */
export async function noteMissing(
  writer: Writer,
  { hourId, accountId }: { hourId: number; accountId: number },
  examiners: readonly number[],
): Promise<void> {
  if (examiners.length === 0) return;
  await writer
    .insertInto('viva_marks')
    .values(
      examiners.map((id) => ({
        hour_id: hourId,
        examiner_id: id,
        account_id: accountId,
        given_at: null,
        marks: null,
        points: '[]',
        words: '',
        confirmed_at: null,
      })),
    )
    .execute();
}

/** @param examinerId null: all of the hour */
export async function setConfirmed(
  writer: Writer,
  hourId: number,
  examinerId: number | null,
  at: number | null,
): Promise<void> {
  await writer
    .updateTable('viva_marks')
    .set({ confirmed_at: at })
    .where('hour_id', '=', hourId)
    .$if(examinerId !== null, (of) => of.where('examiner_id', '=', examinerId as number))
    .execute();
}

export const vivaRules = compiledQuery((db, p: { batchId: number }) =>
  db
    .selectFrom('viva_rules')
    .where('batch_id', '=', p.batchId)
    .select(['how', 'apart', 'shows_weeks', 'two_mark_final']),
);

export async function vivaRuleOf(reader: Reader | Writer, batchId: number): Promise<VivaRule> {
  const [row] = await vivaRules(reader, { batchId });
  if (row === undefined) return defaultVivaRule;
  const { how, apart, shows_weeks: shows, two_mark_final: byTwo } = row;
  return { how, apart, shows_weeks: shows === 1, two_mark_final: byTwo === 1 };
}

export async function storeVivaRule(
  writer: Writer,
  batchId: number,
  { how, apart, shows_weeks: shows, two_mark_final: byTwo }: VivaRule,
  { by, at }: { by: number; at: number },
): Promise<void> {
  const row = {
    how,
    apart,
    shows_weeks: shows ? (1 as const) : (0 as const),
    two_mark_final: byTwo ? (1 as const) : (0 as const),
    changed_by: by,
    changed_at: at,
  };
  await writer
    .insertInto('viva_rules')
    .values({ batch_id: batchId, ...row })
    .onConflict((on) => on.column('batch_id').doUpdateSet(row))
    .execute();
}

/** Who gave marks, of the hours of each student's current choice. */
export async function hoursOfBatch(reader: Reader | Writer, batchId: number) {
  const found = await reader
    .selectFrom('viva_hours as hour')
    .leftJoin('viva_marks as given', (on) =>
      on.onRef('given.hour_id', '=', 'hour.id').on('given.given_at', 'is not', null),
    )
    .where('hour.batch_id', '=', batchId)
    .where(isOfCurrentChoice('hour.choice', 'hour.account_id'))
    .orderBy('hour.number')
    .select(['hour.id', 'hour.account_id as accountId', 'hour.number'])
    .select([
      'hour.closed_at as closedAt',
      'hour.closed_by as closedBy',
      'hour.closed_reason as closedReason',
    ])
    .select(['hour.confirmed_at as confirmedAt', 'given.examiner_id as examinerId'])
    .select('given.confirmed_at as hasConfirmed')
    .execute();
  return Map.groupBy(found, ({ accountId }) => accountId);
}
