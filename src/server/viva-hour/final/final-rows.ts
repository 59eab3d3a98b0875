import type { Selectable } from 'kysely';
import { marksOfPoints, type VivaLine, type VivaPaper, type VivaRule } from '#contract/viva-hour/hour';
import { activeStaff } from '../../accounts/queries.ts';
import { mentorAccounts } from '../../courses/batch-queries.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { storedPoints, vivaRuleOf, type StoredPoints } from '../hour-rows.ts';

export type FinalRow = Omit<Selectable<Tables['final_outcomes']>, 'submission_id' | 'account_id' | 'version'>;

export const finalOutcome = compiledQuery((db, p: { submissionId: number }) =>
  db
    .selectFrom('final_outcomes')
    .where('submission_id', '=', p.submissionId)
    .select(['opened_at', 'closed_at', 'closed_by', 'closed_reason', 'outcome', 'outcome_reason'])
    .select(['outcome_comments', 'proposed_by', 'proposed_at', 'confirmed_at']),
);

export const givenMarks = compiledQuery((db, p: { submissionId: number }) =>
  db
    .selectFrom('final_marks')
    .where('submission_id', '=', p.submissionId)
    .orderBy('given_at')
    .orderBy('marker_id')
    .select(['marker_id', 'given_at', 'marks', 'points', 'words', 'confirmed_at']),
);

export type Opinion = Pick<VivaPaper, 'points' | 'words'>;
export type OwnMarks = { opinion: Opinion; marks: number; givenAt: number; confirmedAt: number | null };

export type FinalState = {
  row: FinalRow | null;
  rule: VivaRule;
  /** Of those who can still mark the batch, by marker. */
  papers: Map<number, OwnMarks>;
  /** Two have given marks, or the office has closed it: who gave sees all of it. */
  isShown: boolean;
};

/** Mentors of the batch and the office; whoever has left confirms nothing any more. */
async function markersOf(reader: Reader | Writer, batchId: number): Promise<Set<number>> {
  const mentors = await activeStaff(reader, await mentorAccounts(reader, batchId));
  return new Set([...mentors, ...(await activeStaff(reader, 'office'))]);
}

export async function readFinalState(
  reader: Reader | Writer,
  { submissionId, batchId }: { submissionId: number; batchId: number },
): Promise<FinalState> {
  const [row = null] = await finalOutcome(reader, { submissionId });
  const rule = await vivaRuleOf(reader, batchId);
  const rows = row === null ? [] : await givenMarks(reader, { submissionId });
  const markers = rows.length === 0 ? new Set() : await markersOf(reader, batchId);
  const papers = new Map(
    rows.flatMap((given): [number, OwnMarks][] => {
      if (!markers.has(given.marker_id)) return [];
      const points = (JSON.parse(given.points) as StoredPoints[]).map(({ line, points: of }) => ({
        line,
        points: of,
      }));
      const { marks, words, given_at: givenAt, confirmed_at: confirmedAt } = given;
      return [[given.marker_id, { opinion: { points, words }, marks, givenAt, confirmedAt }]];
    }),
  );
  return { row, rule, papers, isShown: row?.closed_at != null || papers.size > 1 };
}

export const wantsTwoMarkers = async (reader: Reader, batchId: number): Promise<boolean> =>
  (await vivaRuleOf(reader, batchId)).two_mark_final;

/** As the triggers of marks: the batch wants two markers, who have not confirmed. */
export async function isMarkedByTwo(
  reader: Reader,
  { submissionId, batchId }: { submissionId: number | null; batchId: number | null },
): Promise<boolean> {
  if (batchId === null || !(await wantsTwoMarkers(reader, batchId))) return false;
  const [row] = submissionId === null ? [] : await finalOutcome(reader, { submissionId });
  return row?.confirmed_at == null;
}

/** The newest one that was marked before this version and is not confirmed. */
export async function earlierVersionOf(
  reader: Reader | Writer,
  { accountId, markerId, version }: { accountId: number; markerId: number; version: number },
): Promise<number | null> {
  const found = await reader
    .selectFrom('final_marks as given')
    .innerJoin('final_outcomes as of', 'of.submission_id', 'given.submission_id')
    .where('given.account_id', '=', accountId)
    .where('given.marker_id', '=', markerId)
    .where('of.confirmed_at', 'is', null)
    .where('of.version', '<', version)
    .orderBy('of.version', 'desc')
    .limit(1)
    .select('of.version')
    .executeTakeFirst();
  return found?.version ?? null;
}

export type OfFinal = { submissionId: number; accountId: number; version: number };

/** The student is locked. */
export async function changeFinal(
  writer: Writer,
  { submissionId, accountId, version }: OfFinal,
  change: Partial<FinalRow>,
): Promise<void> {
  await writer
    .insertInto('final_outcomes')
    .values({ submission_id: submissionId, account_id: accountId, version })
    .onConflict((on) => on.column('submission_id').doNothing())
    .execute();
  if (Object.keys(change).length > 0)
    await writer
      .updateTable('final_outcomes')
      .set(change)
      .where('submission_id', '=', submissionId)
      .execute();
}

/** In place of the marker's earlier ones. */
export async function writeOwnMarks(
  writer: Writer,
  { submissionId, accountId, markerId, at }: Omit<OfFinal, 'version'> & { markerId: number; at: number },
  { points, words }: Opinion,
  lines: readonly VivaLine[],
): Promise<void> {
  const row = {
    given_at: at,
    marks: marksOfPoints(points),
    points: JSON.stringify(storedPoints(points, lines)),
    words,
    confirmed_at: null,
  };
  await writer
    .insertInto('final_marks')
    .values({ submission_id: submissionId, marker_id: markerId, account_id: accountId, ...row })
    .onConflict((on) => on.columns(['submission_id', 'marker_id']).doUpdateSet(row))
    .execute();
}

/** @param markerId null: all of the version */
export async function confirmOwn(
  writer: Writer,
  submissionId: number,
  markerId: number | null,
  at: number | null,
): Promise<void> {
  await writer
    .updateTable('final_marks')
    .set({ confirmed_at: at })
    .where('submission_id', '=', submissionId)
    .$if(markerId !== null, (of) => of.where('marker_id', '=', markerId as number))
    .execute();
}
