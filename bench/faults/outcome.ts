import { kinds, type Entry, type Kind } from './class/journal.ts';
import type { Fault } from './fault.ts';
import type { Recovery } from './recovery.ts';
import type { Verification } from './verify.ts';

/** Everything that was seen of one fault. */
export type Observation = {
  fault: Fault;
  /** Requests that ended between the fault's begin and the end of what followed, and those that ended before. */
  entries: readonly Entry[];
  earlier: readonly Entry[];
  /** By `performance.now()`: the fault's begin, its end, and the end of what followed. */
  beganAt: number;
  endedAt: number;
  overAt: number;
  recovery: Recovery;
  verification: Verification;
  /** What a browser would not have sent again by itself. */
  pressedAgain: readonly { kind: Kind; why: string }[];
  uploadsBegunAnew: number;
  /** Portals that ended by themselves, refusals for good and the like. */
  complaints: readonly string[];
};

export type Gap = { kind: Kind; ms: number };

/**
 * The longest time of each kind that somebody asked and nobody was served: from a request's start to the next answer
 * that serves one of the kind, its own or another's.
 */
export function gapsOf({
  entries,
  earlier,
  overAt,
}: Pick<Observation, 'entries' | 'earlier' | 'overAt'>): Gap[] {
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
export function failuresOf(entries: readonly Entry[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { outcome } of entries) {
    if (outcome !== 'served') counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  return counts;
}

/** What a portal that dies in the middle of its work leaves behind. */
const isBroken = (outcome: string): boolean =>
  outcome === 'reset' || outcome.startsWith('502 by the balancer');

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** Each bar that a fault misses, in words; empty where all hold. */
export function missedBars(seen: Observation): string[] {
  const { fault, recovery, verification, pressedAgain, uploadsBegunAnew } = seen;
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
    if (steady?.kinds.includes(kind) && ms > steady.maxGapMs) {
      missed.push(`${kind} without service for ${seconds(ms)}`);
    }
  }
  const repeated = pressedAgain.filter(({ kind }) => kind === 'hand-in' || kind === 'upload');
  if (repeated.length > 0) {
    const reasons = [...new Set(repeated.map(({ why }) => why))].join(', ');
    missed.push(`${repeated.length} hand-ins had to be pressed again (${reasons})`);
  }
  if (uploadsBegunAnew > 0) missed.push(`${uploadsBegunAnew} uploads began anew`);
  return missed;
}
