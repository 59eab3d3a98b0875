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

/**
 * Loads a target for some seconds.
 * @returns what one request costs the server: processor time in microseconds, or wall time where it is not told
 */
export async function measureLoad(
  { server, path, headers, body }: Target,
  duration: number,
): Promise<number> {
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
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers other than 2xx and ${result.errors} errors`);
  const after = server.processorTime();
  const used = before === null || after === null ? result.duration * 1e6 : after - before;
  return used / result.requests.total;
}
