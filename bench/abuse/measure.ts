import { fork } from 'node:child_process';
import { Agent } from 'node:http';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Entry, Kind } from '../class/journal.ts';
import { exchange } from '#support/exchange';
import { median, percentile } from '../figures.ts';
import type { Running } from '../servers.ts';
import type { Student } from '../students.ts';
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
const timeoutMs = 60_000;
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
 * A classmate's pages, one after the other, each over a new connection, which waits for a turn of the event loop. Of each what
 * the serving thread did from its request to its answer.
 */
export type Pages = {
  threadMs: number;
  p99: number;
  count: number;
  /** Left to the browser, which renders them. */
  shells: number;
  refused: string[];
};

const pauseMs = 100;

/** Opens pages for so long, in milliseconds. */
export async function openPages(
  server: Pick<Running, 'threadMs'>,
  port: number,
  { cookie }: Student,
  milliseconds: number,
): Promise<Pages> {
  const agent = new Agent({ keepAlive: false });
  const thread: number[] = [];
  const wall: number[] = [];
  const refused: string[] = [];
  let shells = 0;
  for (const from = performance.now(); performance.now() - from < milliseconds;) {
    const startedAt = performance.now();
    const before = server.threadMs();
    const call = { method: 'GET', path: '/StudentDashboard', headers: { cookie } };
    const { status, body } = await exchange(agent, port, call, timeoutMs);
    thread.push(server.threadMs() - before);
    wall.push(performance.now() - startedAt);
    if (status !== 200) refused.push(`page ${status}`);
    else if (body.includes('"isSpaMode":true')) shells += 1;
    await sleep(pauseMs);
  }
  agent.destroy();
  return { threadMs: median(thread), p99: percentile(wall, 0.99), count: wall.length, shells, refused };
}

/** A classmate's pages while somebody attacks. */
export const openPagesUnder = (attack: Attack, target: Target, open: () => Promise<Pages>): Promise<Pages> =>
  under(attack, target, open);

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
