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
