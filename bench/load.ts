import autocannon, { type Request } from 'autocannon';
import type { Running } from './servers.ts';

/**
 * A request a connection, from the first again where there are more connections. One student's connections would be
 * served together, with warm caches, as a class's never are.
 */
export type Target = { server: Running; requests: readonly [Request, ...Request[]] };

/** What a present-day browser takes. */
export const browserEncodings = 'gzip, deflate, br, zstd';

const connections = 16;

/**
 * Loads a target for some seconds.
 * @returns what one request costs the server: processor time in microseconds, or wall time where it is not told
 */
export async function measureLoad({ server, requests }: Target, duration: number): Promise<number> {
  const before = server.processorTime();
  let opened = 0;
  const result = await autocannon({
    url: server.url,
    connections,
    duration,
    setupClient: (client) => {
      const request = requests[opened++ % requests.length] ?? requests[0];
      // It writes to what it is given.
      client.setRequests([{ ...request }]);
      // It turns each body into text; for a compressed one that takes it so long that the server waits for the client.
      client.pipelinedRequests.addBody = () => {};
    },
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(
      `${requests[0].path}: ${result.non2xx} answers other than 2xx and ${result.errors} errors`,
    );
  const after = server.processorTime();
  const used = before === null || after === null ? result.duration * 1e6 : after - before;
  return used / result.requests.total;
}
