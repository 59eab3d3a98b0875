import { demoEmail } from '#contract/demo-accounts';
import { dayMs } from '#contract/durations';
import { defaultRule, type ResultRule } from '#contract/results/rule';
import { batchByName } from '../courses/batch-queries.ts';
import type { Writer } from '../platform/database/database.ts';
import { addVersion } from '../results/rule-rows.ts';
import { accountOf, type DemoAccount } from './write-people.ts';

/** Each section is passed alone, as in the programmes of Kerala. */
const rule: ResultRule = {
  ...defaultRule,
  weights: { 'week-1': 10, 'week-2': 10, 'week-3': 10, 'week-4': 10, final: 40, viva: 20 },
  pass_mark: 50,
  minimums: (['final', 'viva', 'weeks'] as const).map((of) => ({ of, marks: 40 })),
  grades: [
    { from: 80, word: 'Distinction' },
    { from: 60, word: 'First class' },
  ],
};

/** The old batch has a rule of its own, which others can copy. */
export async function writeResultRule(
  writer: Writer,
  accounts: ReadonlyMap<string, DemoAccount>,
  now: number,
): Promise<void> {
  const { id } = await batchByName(writer, 'MERN-2024-03');
  const first = { version: 1, rule, reason: null, madeAt: now - 700 * dayMs };
  await addVersion(writer, id, first, accountOf(accounts, demoEmail('admin')).id);
}
