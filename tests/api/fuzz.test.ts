import fc from 'fast-check';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/wire/endpoint';
import { endpoints } from '#contract/wire/endpoints';
import { isDrawnAnew } from '#support/same-draws';
import type { Answer } from '#support/test-app';
import { faultOf } from './fuzz/fault-of.ts';
import { requestsOf, type FuzzRequest } from './fuzz/requests.ts';
import { makeFuzzFixture, type FuzzFixture } from './fuzz/fixtures.ts';

/**
 * Whatever anybody sends to any call of the contract, the portal answers: with what the call promises, or with a
 * refusal in words. Without settings the same requests are sent each time, so that a red run is the fault of what has
 * changed; FUZZ_RUNS sends as many new ones, FUZZ_SEED repeats a run that failed (and then shrinks it).
 */
const runs = Number(process.env.FUZZ_RUNS ?? 1800);
const patienceMs = 15_000;
/** Whoever sends one has no session afterwards, or others with the account. */
const endsSessions = new Set(['logOut', 'endSession', 'endOtherSessions', 'changePassword', 'resetPassword']);

async function send({ clients }: FuzzFixture, { name, role, ...request }: FuzzRequest): Promise<Answer> {
  const { method } = endpoints[name as keyof typeof endpoints];
  const { url, headers, payload } = request;
  const stop = new AbortController();
  const late = sleep(patienceMs, undefined, { signal: stop.signal, ref: false }).then(() => {
    throw new Error(`no answer after ${patienceMs} ms`);
  });
  late.catch(() => {});
  try {
    const answer = clients[role].send({ method, url, headers, ...(payload !== undefined && { payload }) });
    return await Promise.race([answer, late]);
  } finally {
    stop.abort();
  }
}

test(
  `${runs} requests to every call, by everybody, valid and broken`,
  async () => {
    const fixture = await makeFuzzFixture({ withRows: true });
    const registered = Object.entries<Endpoint>(endpoints).filter(([, { method, path }]) =>
      fixture.app.app.hasRoute({ method, url: path }),
    );
    expect(registered.length).toBeGreaterThan(20);
    const requests = fc.oneof(...registered.map(([name, endpoint]) => requestsOf(name, endpoint, fixture)));
    const statuses = new Map<string, Set<number>>();
    const property = fc.asyncProperty(requests, async (request) => {
      const answer = await send(fixture, request);
      const fault = faultOf(endpoints[request.name as keyof typeof endpoints], request, answer);
      expect(fault, JSON.stringify(answer.body)?.slice(0, 500)).toBeNull();
      statuses.set(request.name, (statuses.get(request.name) ?? new Set()).add(answer.status));
      if (endsSessions.has(request.name)) await fixture.renew(request.role);
    });
    await fc.assert(property, { numRuns: runs, endOnFailure: isDrawnAnew });

    // A fuzz that is always refused at the door proves nothing.
    const succeeded = [...statuses].filter(([, seen]) => [...seen].some((status) => status < 300));
    expect(statuses.size, 'calls that were reached').toBeGreaterThan(registered.length * 0.8);
    expect(succeeded.length, 'calls that succeeded at least once').toBeGreaterThan(registered.length * 0.5);
    if (process.env.FUZZ_RUNS !== undefined) {
      for (const [name, seen] of statuses)
        process.stdout.write(`${name}: ${[...seen].toSorted().join(' ')}\n`);
    }
  },
  60_000 + runs * 100,
);
