import { printTable } from '../report.ts';
import {
  actions,
  describePlan,
  disturbances,
  isFailure,
  outcomes,
  type Disturbance,
  type Entry,
  type Outcome,
} from './plan.ts';
import type { OrderResult } from './run-order.ts';

export function missedIn({ judged, complaints }: OrderResult): string[] {
  const failed = [...judged].filter(([, outcome]) => isFailure(outcome));
  return [...failed.map(([{ action, text }, outcome]) => `${text} (${action}): ${outcome}`), ...complaints];
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

/** What became of each kind of action, how often what happened, and the slowest arrival. */
export function printResults(results: readonly OrderResult[]): void {
  const all = results.flatMap(({ judged }) => [...judged]);
  const row = (title: string, judged: readonly [Entry, Outcome][]) => [
    title,
    judged.length,
    ...outcomes.map((outcome) => judged.filter(([, found]) => found === outcome).length),
  ];
  const rows = actions.map((action) =>
    row(
      action,
      all.filter(([entry]) => entry.action === action),
    ),
  );
  printTable(['action', 'done', ...outcomes], [...rows, row('all', all)]);
  const steps = results.flatMap(({ plan }) => plan.steps);
  const timesOf = (name: Disturbance) =>
    steps.filter((step) => step.kind === 'disturbance' && step.disturbance === name).length;
  console.log(`\nwhat happened: ${disturbances.map((name) => `${name} ${timesOf(name)}`).join(', ')}`);
  const notOffered = results.reduce((total, result) => total + result.notOffered, 0);
  console.log(`marks not offered while offline (the desk is not saved on the device): ${notOffered}`);
  const slowest = Math.max(...results.map(({ arrivalMs }) => arrivalMs));
  console.log(`slowest arrival: ${(slowest / 1_000).toFixed(1)} s after everything worked again`);
}
