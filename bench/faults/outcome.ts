import type { Verification } from '../class/verify.ts';
import { kinds, type Entry, type Kind } from '../class/journal.ts';
import { seconds } from '../report.ts';
import type { Fault } from './fault.ts';
import type { Recovery } from './recovery.ts';

/** Everything that was seen of one fault; times by `performance.now()`. */
export type Observation = {
  fault: Fault;
  /** Requests that ended between the fault's begin and the end of what followed, and those that ended before. */
  entries: readonly Entry[];
  earlier: readonly Entry[];
  overAt: number;
  recovery: Recovery;
  verification: Verification;
  /** What a browser would not have retried. */
  manualRetries: readonly { kind: Kind; why: string }[];
  /** Portals that ended unasked, refusals for good and the like. */
  complaints: readonly string[];
};

/**
 * The longest time of each kind that somebody asked and nobody was served: from a request's start to the next served
 * answer of its kind.
 */
function gapsOf({ entries, earlier, overAt }: Observation): { kind: Kind; ms: number }[] {
  return kinds
    .map((kind) => {
      const asked = entries.filter((entry) => entry.kind === kind);
      const served = [...earlier, ...asked]
        .filter((entry) => entry.kind === kind && entry.outcome === 'served')
        .map(({ endedAt }) => endedAt)
        .toSorted((a, b) => a - b);
      const waits = asked.map(({ startedAt }) => (served.find((at) => at > startedAt) ?? overAt) - startedAt);
      return { kind, ms: Math.max(0, ...waits) };
    })
    .toSorted((a, b) => b.ms - a.ms);
}

/** How many requests ended how, without those that were served. */
function failuresOf(entries: readonly Entry[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { outcome } of entries)
    if (outcome !== 'served') counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return counts;
}

/** What a portal that dies at work leaves behind. */
const isBroken = (outcome: string): boolean =>
  outcome === 'reset' || outcome.startsWith('502 by the balancer');

/** Each bar that a fault misses, in words. */
export function missedBars(seen: Observation): string[] {
  const { fault, recovery, verification, manualRetries } = seen;
  const missed = [...verification.losses, ...seen.complaints];
  for (const [outcome, count] of failuresOf(seen.entries)) {
    const isAllowed =
      (outcome === 'refused' && fault.mayRefuse) || (isBroken(outcome) && fault.mayBreak === true);
    if (!isAllowed) missed.push(`${count} requests failed: ${outcome}`);
  }
  if (recovery.ms === null) missed.push(`not back: ${recovery.missing.join(', ')}`);
  else if (recovery.ms > fault.backWithinMs) missed.push(`back after ${seconds(recovery.ms)}`);
  for (const { kind, ms } of gapsOf(seen)) {
    const { steady } = fault;
    if (steady?.kinds.includes(kind) && ms > steady.maxGapMs)
      missed.push(`${kind} without service for ${seconds(ms)}`);
  }
  const repeated = manualRetries.filter(({ kind }) => kind === 'submit');
  if (repeated.length > 0) {
    const reasons = [...new Set(repeated.map(({ why }) => why))].join(', ');
    missed.push(`${repeated.length} submissions had to be sent again by hand (${reasons})`);
  }
  return missed;
}

export const titles = [
  'fault',
  'requests',
  'refused',
  'failed',
  'longest without service',
  'sent = rows, files',
  'back after',
  'bars',
];

export function rowOf(seen: Observation): (string | number)[] {
  const failures = failuresOf(seen.entries);
  const failed = [...failures].filter(([outcome]) => outcome !== 'refused');
  const { acknowledged, rows, files } = seen.verification;
  return [
    seen.fault.name,
    seen.entries.length,
    failures.get('refused') ?? 0,
    failed.map(([outcome, count]) => `${count} × ${outcome.replace(/ \(.*/, '')}`).join(', ') || '0',
    gapsOf(seen)
      .slice(0, 2)
      .map(({ kind, ms }) => `${seconds(ms)} ${kind}`)
      .join(', '),
    `${acknowledged} = ${rows}, ${files}`,
    seen.recovery.ms === null ? 'not' : seconds(seen.recovery.ms),
    missedBars(seen).length === 0 ? 'met' : 'MISSED',
  ];
}
