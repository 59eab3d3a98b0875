import { defaultRule, type ResultRule } from '#contract/results/rule';
import type { Reader, Writer } from '../platform/database/database.ts';
import { ruleOfBatch } from './queries.ts';

export type NumberedRule = {
  version: number;
  rule: ResultRule;
  reason: string | null;
  madeAt: number | null;
};

/** Of a batch without a row. */
export const portalRule: NumberedRule = { version: 0, rule: defaultRule, reason: null, madeAt: null };

type RuleRow = { version: number; rule: string; reason: string | null; madeAt: number };

export const readRow = ({ version, rule, reason, madeAt }: RuleRow): NumberedRule => ({
  version,
  reason,
  madeAt,
  // A version before may have stored fewer members.
  rule: { ...defaultRule, ...(JSON.parse(rule) as Partial<ResultRule>) },
});

/** In force. @param batchId null: the student waits for a batch */
export async function readRule(reader: Reader | Writer, batchId: number | null): Promise<NumberedRule> {
  const [row] = batchId === null ? [] : await ruleOfBatch(reader, { batchId });
  return row === undefined ? portalRule : readRow(row);
}

/** The database refuses a second row of a version. */
export async function addVersion(
  writer: Writer,
  batchId: number,
  { version, rule, reason, madeAt }: NumberedRule & { madeAt: number },
  madeBy: number,
): Promise<void> {
  await writer
    .insertInto('result_rules')
    .values({
      batch_id: batchId,
      version,
      rule: JSON.stringify(rule),
      reason,
      made_by: madeBy,
      made_at: madeAt,
    })
    .execute();
}
