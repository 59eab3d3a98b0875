import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import type { Receipt } from '#contract/submissions';
import { exchange, type Call, type Exchange } from '../exchange.ts';
import { makeForm } from '../form.ts';
import { isServed } from './class/student.ts';
import type { Machine } from './machine.ts';
import type { World } from './world.ts';

const everyMs = 150;
const timeoutMs = 10_000;
const maxPending = 8;
/** Who has not come back by then does not come back. */
const giveUpMs = 30_000;

/** One thing that a machine must do to be in full service. */
type Probe = { name: string; machine: Machine; send: () => Promise<Exchange> };

function makeProbes({ machines, prober, room }: World, agent: Agent): Probe[] {
  const address = { s_id: prober.email, id: room.questions[0] ?? '' };
  const send = (machine: Machine, call: Call) => {
    const headers = { cookie: prober.cookie, ...call.headers };
    return exchange(agent, machine.port, { ...call, headers }, timeoutMs);
  };
  return machines.flatMap((machine): Probe[] => [
    {
      name: `reading on ${machine.name}`,
      machine,
      send: () => send(machine, { method: 'GET', path: fillPath(paths.readTimeline.path, address) }),
    },
    {
      name: `writing on ${machine.name}`,
      machine,
      send: () => send(machine, { method: 'PUT', path: fillPath(paths.favoriteQuestion.path, address) }),
    },
    {
      name: `submitting on ${machine.name}`,
      machine,
      async send() {
        const bytes = randomBytes(2_000);
        const key = randomUUID();
        const entry = room.ledger.handIn(prober, key, createHash('sha256').update(bytes).digest('hex'));
        const form = makeForm({ selectedWeek: '1' }, { name: 'probe.bin', bytes });
        const answer = await send(machine, {
          method: 'POST',
          path: fillPath(paths.uploadWeek.path, address),
          headers: { 'content-type': form.type, 'idempotency-key': key },
          body: form.body,
        });
        if (isServed(answer)) {
          const { receipt } = JSON.parse(answer.body.toString()) as { receipt: Receipt };
          Object.assign(entry, { receipt, at: performance.now() });
        }
        return answer;
      },
    },
  ]);
}

export type Recovery = {
  /** From the fault's end to the last machine's full service, in milliseconds; null when it did not come. */
  ms: number | null;
  /** What had not come back. */
  missing: string[];
};

/** Asks every machine for everything, again and again, until it has done each thing once. */
export async function measureRecovery(world: World, endedAt: number): Promise<Recovery> {
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
