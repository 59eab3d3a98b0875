import { failuresOf, gapsOf, missedBars, type Observation } from './outcome.ts';

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
const complaintsShown = 8;

const titles = [
  'fault',
  'requests',
  'refused',
  'failed',
  'without service, s',
  'acts = rows, files',
  'back after, s',
  'bars',
];

function rowOf(seen: Observation): string[] {
  const failures = failuresOf(seen.entries);
  const failed = [...failures].filter(([outcome]) => outcome !== 'refused');
  const gaps = gapsOf(seen).slice(0, 2);
  const { receipts, otherActs, rows, files } = seen.verification;
  return [
    seen.fault.name,
    String(seen.entries.length),
    String(failures.get('refused') ?? 0),
    failed.map(([outcome, count]) => `${count} × ${outcome.replace(/ \(.*/, '')}`).join(', ') || '0',
    gaps.map(({ kind, ms }) => `${seconds(ms)} ${kind}`).join(', '),
    `${receipts + otherActs} = ${rows}, ${files}`,
    seen.recovery.ms === null ? 'not' : seconds(seen.recovery.ms),
    missedBars(seen).length === 0 ? 'hold' : 'MISSED',
  ];
}

/** The table of all faults. */
export function printTable(observations: readonly Observation[]): void {
  const lines = [titles, ...observations.map(rowOf)];
  const widths = titles.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const [at, line] of lines.entries()) {
    console.log(`| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
    if (at === 0) console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  }
}

/** What one fault missed, each bar in a line. */
export function printMissed(seen: Observation): void {
  const missed = missedBars(seen);
  const byKind = gapsOf(seen).map(({ kind, ms }) => `${kind} ${seconds(ms)}`);
  console.error(
    `${seen.fault.name} (${seen.fault.what}): ${missed.length === 0 ? 'all bars hold' : `${missed.length} bars missed`}; without service: ${byKind.join(', ')}`,
  );
  for (const line of missed.slice(0, complaintsShown)) console.error(`  ${line}`);
  if (missed.length > complaintsShown) console.error(`  … ${missed.length} in all`);
}
