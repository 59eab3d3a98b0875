import { isFailure, type Outcome } from './ledger.ts';
import { acts, describePlan, disturbances } from './plan.ts';
import type { OrderResult } from './run-order.ts';

const columns: readonly Outcome[] = [
  'once',
  'not kept, and gone',
  'lost',
  'doubled',
  'out of order',
  'another value',
];

/** What an order missed: each in a line. */
export function missedIn({ outcomes, complaints }: OrderResult): string[] {
  const failed = [...outcomes].filter(([, outcome]) => isFailure(outcome));
  return [...failed.map(([{ act, text }, outcome]) => `${text} (${act}): ${outcome}`), ...complaints];
}

/** Prints what an order missed, and how to run it alone. */
export function printMissed(result: OrderResult, seed: number): void {
  const missed = missedIn(result);
  if (missed.length === 0) return;
  const { plan } = result;
  console.error(`order ${plan.number} (npm run bench:chaos -- --seed ${seed} --only ${plan.number})`);
  console.error(`  ${describePlan(plan)}`);
  for (const line of missed) console.error(`  ${line}`);
}

function printRows(lines: readonly (readonly string[])[]): void {
  const widths = lines[0]?.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0))) ?? [];
  for (const [at, line] of lines.entries()) {
    console.log(`| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
    if (at === 0) console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  }
}

/** The tables: what became of each kind of act, and how often what happened. */
export function printTables(results: readonly OrderResult[]): void {
  const all = results.flatMap(({ outcomes }) => [...outcomes]);
  const count = (act: string, outcome: Outcome) =>
    String(all.filter(([entry, found]) => entry.act === act && found === outcome).length);
  printRows([
    ['act', 'pressed', ...columns],
    ...acts.map((act) => [
      act,
      String(all.filter(([entry]) => entry.act === act).length),
      ...columns.map((outcome) => count(act, outcome)),
    ]),
  ]);
  const steps = results.flatMap(({ plan }) => plan.steps);
  const happened = disturbances.map((name) => {
    const times = steps.filter((step) => step.kind === 'disturbance' && step.disturbance === name).length;
    return `${name} ${times}`;
  });
  console.log(`\nwhat happened: ${happened.join(', ')}`);
}
