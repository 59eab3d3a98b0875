import type { ListedResult, ResultFigures } from '#contract/results/result-calls';
import { resultOf } from '#contract/results/result';
import type { Reader } from '../platform/database/database.ts';
import { figuresOf, readFrozen } from './freezes/frozen-results.ts';
import { readParts } from './parts.ts';
import { rulesInForce } from './queries.ts';
import { portalRule, readRow } from './rule-rows.ts';

/** Null: the student waits for a batch. */
type StudentOfBatch = { accountId: number; batchId: number | null };

/** By account, for lists and exports of staff: the frozen one, else by the rule of the student's batch now. */
export async function readResults(
  reader: Reader,
  students: readonly StudentOfBatch[],
): Promise<ReadonlyMap<number, ListedResult>> {
  const batchIds = [...new Set(students.flatMap(({ batchId }) => batchId ?? []))];
  const rules = new Map((await rulesInForce(reader, batchIds)).map((row) => [row.batchId, readRow(row)]));
  const ids = students.map(({ accountId }) => accountId);
  const frozen = await readFrozen(reader, ids);
  const parts = await readParts(
    reader,
    ids.filter((id) => !frozen.has(id)),
  );
  return new Map(
    students.flatMap(({ accountId, batchId }) => {
      const kept = frozen.get(accountId);
      if (kept !== undefined) {
        const figures = figuresOf(kept.content);
        return [[accountId, { released: figures, with_unreleased: figures }] as const];
      }
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
