import { fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Entry, Kind } from '../class/journal.ts';
import { percentile } from '../figures.ts';
import type { Attack, Target } from './attacks.ts';

/** What a class does, as the table adds it up. */
export const groups = {
  reads: ['page', 'call', 'forum'],
  writes: ['ask', 'submit'],
  logins: ['login'],
} satisfies Record<string, Kind[]>;
export type Group = keyof typeof groups;

/** How long requests of the class took, in milliseconds, and what was refused. */
export type Service = {
  p99: Record<Group, number>;
  requests: number;
  refused: string[];
};

/** How long the class works in one go, in milliseconds. */
const roundMs = 10_000;
/** How long the portal has for what an attack leaves behind, such as queued passwords, in milliseconds. */
const settleMs = 3_000;

const took = (entries: readonly Entry[]): number[] =>
  entries.map(({ startedAt, endedAt }) => endedAt - startedAt);

function serviceOf(entries: readonly Entry[]): Service {
  const p99 = Object.entries(groups).map(([group, kinds]) => {
    const own = entries.filter(({ kind }) => (kinds as Kind[]).includes(kind));
    return [group, percentile(took(own), 0.99)];
  });
  return {
    p99: Object.fromEntries(p99) as Record<Group, number>,
    requests: entries.length,
    refused: entries
      .filter(({ outcome }) => outcome !== 'served')
      .map(({ kind, outcome }) => `${kind} ${outcome}`),
  };
}

/** Attacks while something else goes on. */
async function under<T>(attack: Attack, target: Target, work: () => Promise<T>): Promise<T> {
  const attacker = fork(fileURLToPath(new URL('./attacker.ts', import.meta.url)));
  // An attacker has a machine of their own: here it takes what class and database leave of their core.
  setPriority(attacker.pid as number, constants.priority.PRIORITY_BELOW_NORMAL);
  attacker.send({ name: attack.name, target });
  const exited = once(attacker, 'exit');
  try {
    return await work();
  } finally {
    attacker.kill('SIGKILL');
    await exited;
    await sleep(settleMs);
  }
}

/**
 * How a class is served while somebody attacks.
 * @param work lets the class work for so long
 * @param milliseconds in all
 */
export async function measureClass(
  work: (milliseconds: number) => Promise<Entry[]>,
  attack: Attack,
  target: Target,
  milliseconds: number,
): Promise<Service> {
  const rounds = Math.max(1, Math.round(milliseconds / roundMs));
  const entries: Entry[] = [];
  for (let round = 0; round < rounds; round += 1)
    entries.push(...(await under(attack, target, () => work(milliseconds / rounds))));
  return serviceOf(entries);
}
