import { randomBytes, randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/all-paths';
import { isServed } from '../class/classroom.ts';
import { exchange, type Call, type Exchange } from '#support/exchange';
import { receiptOf, submissionCall } from '../submit.ts';
import type { Machine } from '../machine.ts';
import type { World } from './world.ts';

const everyMs = 150;
const timeoutMs = 10_000;
const maxPending = 8;
/** What has not come back by then does not come back. */
const giveUpMs = 30_000;

/** One thing that a machine must do to be in full service. */
type Probe = { name: string; machine: Machine; send: () => Promise<Exchange> };

function makeProbes({ machines, prober, room }: World, agent: Agent): Probe[] {
  const address = { s_id: prober.email, id: room.questions[0] ?? '' };
  const headers = { cookie: prober.cookie };
  const probesOf = (machine: Machine): Probe[] => {
    const send = (call: Call) => exchange(agent, machine.port, call, timeoutMs);
    const probe = (method: string, path: string) => () =>
      send({ method, path: fillPath(path, address), headers });
    const submit = async (): Promise<Exchange> => {
      const [key, bytes] = [randomUUID(), randomBytes(2_000)];
      const entry = room.ledger.addSubmission(prober, key, bytes);
      const answer = await send(submissionCall(prober, key, bytes));
      if (isServed(answer)) Object.assign(entry, { receipt: receiptOf(answer), at: performance.now() });
      return answer;
    };
    return [
      { name: `reading on ${machine.name}`, machine, send: probe('GET', paths.readTimeline.path) },
      { name: `writing on ${machine.name}`, machine, send: probe('PUT', paths.favoriteQuestion.path) },
      { name: `submitting on ${machine.name}`, machine, send: submit },
    ];
  };
  return machines.flatMap(probesOf);
}

export type Recovery = {
  /** Milliseconds from the fault's end to the last machine's full service; null when it did not come. */
  ms: number | null;
  /** What had not come back. */
  missing: string[];
};

/** Asks every machine for everything, again and again, until it has done each thing once. */
export async function measureRecovery(world: World): Promise<Recovery> {
  const endedAt = performance.now();
  const agent = new Agent({ keepAlive: true });
  const waiting = new Set(makeProbes(world, agent));
  let last = 0;
  const tryOnce = async (probe: Probe): Promise<void> => {
    const answer = await probe.send().catch(() => null);
    if (isServed(answer) && waiting.delete(probe)) last = performance.now();
  };
  const watch = async (probe: Probe): Promise<void> => {
    const pending = new Set<Promise<void>>();
    while (waiting.has(probe) && probe.machine.isRunning() && performance.now() - endedAt < giveUpMs) {
      if (pending.size < maxPending) {
        const trying = tryOnce(probe).finally(() => pending.delete(trying));
        pending.add(trying);
      }
      await sleep(everyMs);
    }
  };
  await Promise.all([...waiting].map(watch));
  const missing = [...waiting].map(({ name }) => name);
  agent.destroy();
  return { ms: missing.length > 0 ? null : last - endedAt, missing };
}
