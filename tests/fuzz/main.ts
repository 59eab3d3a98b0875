import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import type { Endpoint } from '#contract/wire/endpoint';
import { endpoints } from '#contract/wire/endpoints';
import { faultOf } from '../api/fuzz/fault-of.ts';
import { requestsOf, type FuzzRequest } from '../api/fuzz/requests.ts';
import { roles, type Role } from '../api/fuzz/values.ts';
import { strayCanary } from './canaries.ts';
import { startDemoServer, type DemoServer } from './demo-server.ts';
import { closeConnections, send } from './send.ts';

/**
 * `npm run fuzz [-- --requests 10000 --seed N --minutes 15]`: requests from the contract's own schemas, valid, nearly so and
 * hostile, by everybody, to a demo of its own. It ends with 1 on any 5xx, any answer that is not what its schema says, anything
 * that somebody gets to see which is not theirs, and any answer that does not come. The same seed sends the same requests.
 */
const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    minutes: { type: 'string', default: '15' },
  },
});
const count = Number(options.requests);
const seed = options.seed === undefined ? randomInt(2 ** 31) : Number(options.seed);
const atOnce = 8;
const maxFaults = 20;

type Fault = { n: number; request: FuzzRequest; words: string };

const calls = Object.entries<Endpoint>(endpoints);

async function play(server: DemoServer) {
  const requests = fc.sample(
    fc.oneof(...calls.map(([name, endpoint]) => requestsOf(name, endpoint, server))),
    { numRuns: count, seed },
  );
  const cookies = new Map<Role, Promise<string>>(roles.map((role) => [role, server.cookieOf(role)]));
  const statuses = new Map<string, Map<number, number>>();
  const faults: Fault[] = [];
  let sent = 0;
  let unsent = 0;
  let bytes = 0;
  const endAt = performance.now() + Number(options.minutes) * 60_000;

  async function playOne(n: number, request: FuzzRequest): Promise<void> {
    const { name, role } = request;
    const endpoint = endpoints[name as keyof typeof endpoints] as Endpoint;
    const answer = await send(server.url, request, await (cookies.get(role) ?? ''));
    if (answer === null) return void (unsent += 1);
    sent += 1;
    bytes += answer.bytes.length;
    const byStatus = statuses.get(name) ?? new Map<number, number>();
    statuses.set(name, byStatus.set(answer.status, (byStatus.get(answer.status) ?? 0) + 1));
    // Its session has ended, by a call of this run.
    if (answer.status === 401 || name === 'logOut' || name === 'endSession')
      cookies.set(role, server.cookieOf(role));
    const isJson = String(answer.headers['content-type'] ?? '').startsWith('application/json');
    const body =
      isJson && answer.bytes.length > 0
        ? JSON.parse(answer.bytes.toString())
        : answer.bytes.toString('latin1');
    const stray = strayCanary(server.canaries, role, answer.bytes);
    const words =
      (answer.status >= 500 ? `answered ${answer.status}: ${JSON.stringify(body)}` : null) ??
      (stray === null ? null : `${role} got ${stray.what}`) ??
      faultOf(endpoint, request, { ...answer, body });
    if (words !== null) faults.push({ n, request, words });
  }

  let next = 0;
  async function work(): Promise<void> {
    while (next < requests.length && faults.length < maxFaults && performance.now() < endAt) {
      const n = next++;
      const request = requests[n] as FuzzRequest;
      await playOne(n, request).catch((error: unknown) =>
        faults.push({ n, request, words: `${(error as Error).message}` }),
      );
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return { statuses, faults, sent, unsent, bytes, isWhole: next === requests.length };
}

const began = performance.now();
const server = await startDemoServer();
try {
  console.log(
    `Seed ${seed}: ${count} requests to ${calls.length} calls, by ${roles.length} roles, at ${server.url}`,
  );
  const { statuses, faults, sent, unsent, bytes, isWhole } = await play(server);
  for (const [name, byStatus] of [...statuses].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const counts = [...byStatus]
      .toSorted(([a], [b]) => a - b)
      .map(([status, times]) => `${status} × ${times}`);
    console.log(`${name.padEnd(24)} ${counts.join('  ')}`);
  }
  const health = await fetch(`${server.url}/api/health`).then(
    ({ status }) => status,
    () => 0,
  );
  const succeeded = [...statuses.values()].filter((of) => [...of.keys()].some((status) => status < 300));
  const wrong = [
    ...faults.map(
      ({ n, words, request }) => `request ${n}: ${words}\n  ${JSON.stringify(request).slice(0, 1_500)}`,
    ),
    ...(health === 200 ? [] : [`afterwards /api/health answered ${health}`]),
    ...(isWhole ? [] : ['not all requests were sent']),
    // A fuzz that is always refused at the door proves nothing.
    ...(statuses.size === calls.length || count < 2_000 ? [] : ['some calls were never reached']),
    ...(succeeded.length > calls.length / 2 || count < 2_000
      ? []
      : ['less than half of the calls ever succeeded']),
    ...(server.log().includes('request failed') ? [`the portal logged a failure:\n${server.log()}`] : []),
  ];
  for (const words of wrong) console.error(`FAILED: ${words}`);
  console.log(
    `${sent} answers (${(bytes / 1024 / 1024).toFixed(1)} MB) checked against ${server.canaries.length} canaries, ${unsent} that HTTP cannot carry, ` +
      `${succeeded.length} of ${calls.length} calls succeeded at least once, ${wrong.length} faults, ` +
      `${((performance.now() - began) / 1000).toFixed(0)} s; again with --seed ${seed}`,
  );
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  closeConnections();
  await server.stop();
}
