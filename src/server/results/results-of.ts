import type { ListedResult, ResultFigures } from '#contract/results/result-calls';
import { resultOf, type Result } from '#contract/results/result';
import type { Reader } from '../platform/database/database.ts';
import { readParts } from './parts.ts';
import { rulesInForce } from './queries.ts';
import { portalRule, readRow } from './rule-rows.ts';

/** Null: the student waits for a batch. */
export type StudentOfBatch = { accountId: number; batchId: number | null };

export const figuresOf = ({ state, result, so_far, passed, grade }: Result): ResultFigures => ({
  state,
  result,
  so_far,
  passed,
  grade,
});

/** By account, for lists and exports of staff. A student has the rule of their batch now. */
export async function readResults(
  reader: Reader,
  students: readonly StudentOfBatch[],
): Promise<ReadonlyMap<number, ListedResult>> {
  const batchIds = [...new Set(students.flatMap(({ batchId }) => batchId ?? []))];
  const rules = new Map((await rulesInForce(reader, batchIds)).map((row) => [row.batchId, readRow(row)]));
  const parts = await readParts(
    reader,
    students.map(({ accountId }) => accountId),
  );
  return new Map(
    students.flatMap(({ accountId, batchId }) => {
      const own = parts.get(accountId);
      if (own === undefined) return [];
      const { rule } = rules.get(batchId ?? 0) ?? portalRule;
      const [released, all] = [own.released, own.all].map((of) => figuresOf(resultOf(rule, of))) as [
        ResultFigures,
        ResultFigures,
      ];
      return [[accountId, { released, with_unreleased: all }] as const];
    }),
  );
}
export type ReadResults = typeof readResults;
