import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import { exchange } from '../exchange.ts';
import type { Running } from '../servers.ts';
import type { Attack, Target } from './attacks.ts';
import { kinds, type ClassAtWork, type Entry, type Kind } from './class-at-work.ts';

/** How the class fared: 99 of a hundred of its requests took no longer, and what was refused. */
export type Fare = {
  p99: Record<Kind, number>;
  /** The mean of the student who waited longest on average. */
  slowest: number;
  requests: number;
  refused: string[];
};

/** Memory in MB, the most that was seen. */
export type Seen<T> = T & { memory: number };

/** How long the class is looked at in one go, in milliseconds. */
const roundMs = 10_000;

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;

export function fareOf(entries: readonly Entry[]): Fare {
  const byStudent = Map.groupBy(entries, ({ student }) => student);
  const p99 = Object.fromEntries(
    kinds.map((kind) => [
      kind,
      percentile(
        entries.filter((entry) => entry.kind === kind).map(({ ms }) => ms),
        0.99,
      ),
    ]),
  ) as Record<Kind, number>;
  const refused = entries.filter(({ status }) => status < 200 || status >= 300);
  return {
    p99,
    slowest: Math.max(...[...byStudent.values()].map((own) => mean(own.map(({ ms }) => ms)))),
    requests: entries.length,
    refused: refused.map(({ kind, status }) => `${kind} ${status === 0 ? 'without an answer' : status}`),
  };
}

async function watchMemory<T extends object>(server: Running, work: () => Promise<T>): Promise<Seen<T>> {
  let memory = 0;
  const look = () => void (memory = Math.max(memory, server.memory() ?? 0));
  const timer = setInterval(look, 100);
  try {
    return { ...(await work()), memory };
  } finally {
    clearInterval(timer);
    look();
  }
}

/** How long the portal has for what an attack leaves behind, such as passwords that wait for their turn, in milliseconds. */
const settleMs = 3_000;

/** Attacks while something else goes on. */
async function under<T>(attack: Attack, target: Target, work: () => Promise<T>): Promise<T> {
  const attacker = fork(fileURLToPath(new URL('./attacker.ts', import.meta.url)));
  // An attacker has a machine of their own: here it takes what class and database leave of the core that all three share.
  setPriority(attacker.pid as number, constants.priority.PRIORITY_BELOW_NORMAL);
  attacker.send({ name: attack.name, target });
  // What is slow at first, such as opening hundreds of connections, belongs to it.
  const exited = once(attacker, 'exit');
  try {
    return await work();
  } finally {
    attacker.kill('SIGKILL');
    await exited;
    await sleep(settleMs);
  }
}

/** What one reader waits, who asks every twentieth of a second. */
export function measureAlone(
  server: Running,
  attack: Attack,
  target: Target,
  milliseconds: number,
): Promise<Seen<{ p99: number }>> {
  const { prober } = target.people;
  const agent = new Agent({ keepAlive: true });
  const call = {
    method: 'GET',
    path: fillPath(paths.readTimeline.path, { s_id: prober.email }),
    headers: { cookie: prober.cookie },
  };
  return watchMemory(server, () =>
    under(attack, target, async () => {
      const times: number[] = [];
      const until = performance.now() + milliseconds;
      while (performance.now() < until) {
        const at = performance.now();
        await exchange(agent, Number(new URL(server.url).port), call, 60_000);
        times.push(performance.now() - at);
        await sleep(50);
      }
      agent.destroy();
      return { p99: percentile(times, 0.99) };
    }),
  );
}

/**
 * How the class fares while nobody attacks, and while somebody does. The two take turns, a few seconds each: a machine is at
 * times slower than at others, and then for both.
 * @param milliseconds of each of the two in all
 */
export function measureClass(
  server: Running,
  room: ClassAtWork,
  attack: Attack,
  target: Target,
  milliseconds: number,
): Promise<Seen<{ idle: Fare; attacked: Fare }>> {
  const rounds = Math.max(1, Math.round(milliseconds / roundMs));
  const work = async (): Promise<Entry[]> => {
    const from = performance.now();
    await room.work(milliseconds / rounds);
    return room.entries.filter(({ at }) => at >= from);
  };
  return watchMemory(server, async () => {
    const idle: Entry[] = [];
    const attacked: Entry[] = [];
    for (let round = 0; round < rounds; round += 1) {
      idle.push(...(await work()));
      attacked.push(...(await under(attack, target, work)));
    }
    return { idle: fareOf(idle), attacked: fareOf(attacked) };
  });
}
