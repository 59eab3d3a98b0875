import autocannon from 'autocannon';
import type { Running } from './servers.ts';

export type Target = {
  server: Running;
  path: string;
  headers?: Record<string, string>;
  /** JSON, which is posted. */
  body?: string;
};

/** What a present-day browser takes. */
export const browserEncodings = 'gzip, deflate, br, zstd';

const connections = 16;
const seconds = 2;
const rounds = 5;

export type Run = {
  requestsPerSecond: number;
  /** What one request costs the server: processor time in microseconds, or wall time where it is not told. */
  cost: number;
};

/** Loads a target for some seconds. */
export async function run({ server, path, headers, body }: Target, duration = seconds): Promise<Run> {
  const before = server.processorTime();
  const url = server.url + path;
  const result = await autocannon({
    url,
    connections,
    duration,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { method: 'POST', body }),
    // It turns each body into text; for a compressed one that takes it so long that the server waits for the client.
    setupClient: ({ pipelinedRequests }) => {
      pipelinedRequests.addBody = () => {};
    },
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers other than 2xx and ${result.errors} errors`);
  }
  const after = server.processorTime();
  const used = before === null || after === null ? result.duration * 1e6 : after - before;
  return { requestsPerSecond: result.requests.average, cost: used / result.requests.total };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
}

export type Comparison = {
  subject: Run;
  yardstick: Run;
  /** The yardstick's cost through the subject's: on a core of its own, the share of the yardstick's throughput. */
  ratio: number;
};

function medianRun(runs: readonly Run[]): Run {
  return {
    requestsPerSecond: median(runs.map((one) => one.requestsPerSecond)),
    cost: median(runs.map((one) => one.cost)),
  };
}

/**
 * Runs yardstick and subject in turn, several times, and compares what a request costs the server's processor: unlike
 * requests a second, that hardly changes when the machine has other things to do.
 */
export async function compare(subject: Target, yardstick: Target): Promise<Comparison> {
  await run(subject, 1);
  await run(yardstick, 1);
  const pairs: { subject: Run; yardstick: Run }[] = [];
  for (let round = 0; round < rounds; round++) {
    pairs.push({ yardstick: await run(yardstick), subject: await run(subject) });
  }
  return {
    subject: medianRun(pairs.map((pair) => pair.subject)),
    yardstick: medianRun(pairs.map((pair) => pair.yardstick)),
    ratio: median(pairs.map((pair) => pair.yardstick.cost / pair.subject.cost)),
  };
}
