import { isFailure, type Outcome } from './ledger.ts';
import { acts, describePlan, disturbances, type Disturbance } from './plan.ts';
import type { OrderResult } from './run-order.ts';

const columns: readonly Outcome[] = [
  'once',
  'not kept, and gone',
  'lost',
  'doubled',
  'out of order',
  'another value',
];

/** What happens in an order, as it is added up. */
const kinds: readonly (readonly [string, readonly Disturbance[]])[] = [
  ['cuts of the line', ['line cut', 'device offline', 'answers lost']],
  ['kills of the page or the browser', ['page closed', 'page crashes', 'browser closed']],
  ['kills of the portal', ['server killed']],
  ['reloads', ['reload']],
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

function printSlowest(results: readonly OrderResult[]): void {
  const [slowest] = results.toSorted((a, b) => b.arrivalMs - a.arrivalMs);
  if (slowest === undefined) return;
  const seconds = (slowest.arrivalMs / 1_000).toFixed(1);
  console.log(`slowest arrival: ${seconds} s after everything worked again (order ${slowest.plan.number})`);
}

/** The tables: what became of each kind of act, and how often what happened. */
export function printTables(results: readonly OrderResult[]): void {
  const all = results.flatMap(({ outcomes }) => [...outcomes]);
  const count = (act: string | null, outcome: Outcome | null) =>
    String(
      all.filter(
        ([entry, found]) => (act === null || entry.act === act) && (outcome === null || found === outcome),
      ).length,
    );
  const row = (title: string, act: string | null) => [
    title,
    count(act, null),
    ...columns.map((outcome) => count(act, outcome)),
  ];
  printRows([['act', 'pressed', ...columns], ...acts.map((act) => row(act, act)), row('all', null)]);
  const steps = results.flatMap(({ plan }) => plan.steps);
  const timesOf = (name: Disturbance) =>
    steps.filter((step) => step.kind === 'disturbance' && step.disturbance === name).length;
  const sums = kinds.map(([kind, names]) => `${names.reduce((sum, name) => sum + timesOf(name), 0)} ${kind}`);
  console.log(`\nwhat happened: ${disturbances.map((name) => `${name} ${timesOf(name)}`).join(', ')}`);
  console.log(`that is ${sums.join(', ')}`);
  const notOffered = results.reduce((sum, result) => sum + result.notOffered, 0);
  if (notOffered > 0)
    console.log(
      `not offered without a line (a mentor's desk is not kept, and takes one mark at a time): ${notOffered}`,
    );
  printSlowest(results);
}
