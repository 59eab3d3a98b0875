import { Agent } from 'node:http';
import { exchange } from '../exchange.ts';
import { usedByFamily } from '../process-stat.ts';
import type { Running } from '../servers.ts';
import type { Work } from './workload.ts';

const atOnce = 12;
const timeoutMs = 30_000;

/** One load: by the clock, and what a request cost in microseconds of processor time. */
export type Cost = { perSecond: number; portalUs: number; postgresUs: number };

/**
 * Loads portals in turn with one kind of work.
 * @param duration how long, and how many requests at least
 * @param postgresPid PostgreSQL's first process
 */
export async function measure(
  portals: readonly Running[],
  { make, expected, name }: Work,
  { seconds, atLeast = 1 }: { seconds: number; atLeast?: number },
  postgresPid: number,
): Promise<Cost> {
  const agent = new Agent({ keepAlive: true });
  const ports = portals.map(({ url }) => Number(new URL(url).port));
  const used = () => ({
    portal: portals.reduce((sum, portal) => sum + (portal.processorTime() ?? NaN), 0),
    postgres: usedByFamily(postgresPid),
  });
  let turn = 0;
  let done = 0;
  const before = used();
  const startedAt = performance.now();
  const work = async (): Promise<void> => {
    while (performance.now() - startedAt < seconds * 1_000 || done < atLeast) {
      const port = ports[turn++ % ports.length] ?? 0;
      const { status, body } = await exchange(agent, port, make(), timeoutMs);
      if (status !== expected)
        throw new Error(`${name} was answered ${status}: ${body.toString().slice(0, 200)}`);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const took = (performance.now() - startedAt) / 1_000;
  const after = used();
  agent.destroy();
  return {
    perSecond: done / took,
    portalUs: (after.portal - before.portal) / done,
    postgresUs: (after.postgres - before.postgres) / done,
  };
}
