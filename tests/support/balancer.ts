import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exchange } from './exchange.ts';

/** Marks what the balancer answers itself. */
export const balancerHeader = 'x-answered-by-balancer';

const usualCheckMs = 1_000;
const usualCheckTimeoutMs = 1_000;

type Backend = { port: number; isUp: boolean; isBeingChecked: boolean; agent: Agent };

export type Balancer = {
  port: number;
  /** Ports of the backends that get work. */
  up(): number[];
  stop(): Promise<void>;
};

/**
 * A plain balancer: every request to the next backend in turn, without stickiness; readiness checked now and then, by default once a second; a
 * failed request is never sent to another backend.
 */
export async function startBalancer(
  ports: readonly number[],
  { checkEveryMs = usualCheckMs, checkTimeoutMs = usualCheckTimeoutMs } = {},
): Promise<Balancer> {
  const backends = ports.map((port): Backend => ({
    port,
    isUp: false,
    isBeingChecked: false,
    agent: new Agent({ keepAlive: true }),
  }));
  const checking = new Agent({ keepAlive: false });
  let turn = 0;

  async function check(backend: Backend): Promise<void> {
    const ask = async (path: string) =>
      (await exchange(checking, backend.port, { method: 'GET', path }, checkTimeoutMs)).status;
    // An earlier answer that comes late must not take the place of a later one.
    if (backend.isBeingChecked) return;
    backend.isBeingChecked = true;
    try {
      const status = await ask('/api/ready');
      backend.isUp = (status === 404 ? await ask('/api/health') : status) === 200;
    } catch {
      backend.isUp = false;
    } finally {
      backend.isBeingChecked = false;
    }
  }

  function refuse(response: ServerResponse, status: number, words: string): void {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    response.writeHead(status, { [balancerHeader]: 'yes', 'content-type': 'text/plain' }).end(words);
  }

  function forward(incoming: IncomingMessage, response: ServerResponse): void {
    const up = backends.filter(({ isUp }) => isUp);
    const backend = up[turn++ % Math.max(up.length, 1)];
    if (backend === undefined) {
      incoming.resume();
      refuse(response, 503, 'no backend is up');
      return;
    }
    const outgoing = request(
      {
        agent: backend.agent,
        host: '127.0.0.1',
        port: backend.port,
        method: incoming.method,
        path: incoming.url,
        // Of each hop its own: whether connections are kept is for the agent to say.
        headers: {
          ...incoming.headers,
          connection: 'keep-alive',
          'x-forwarded-for': incoming.socket.remoteAddress ?? '',
        },
      },
      (answer) => {
        const { connection: _, 'keep-alive': __, ...headers } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, headers);
        answer.pipe(response);
        answer.once('error', () => response.destroy());
      },
    );
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      const when = outgoing.reusedSocket ? 'on a kept connection' : 'on a new connection';
      refuse(response, 502, `the backend did not answer: ${error.code} ${when}`);
    });
    // Whoever went away wants no answer; a connection that has done its work belongs to the next request.
    response.once('close', () => void (response.writableFinished || outgoing.destroy()));
    // What a backend did not want to read is read away: the next request comes by the same connection.
    outgoing.once('close', () => {
      incoming.unpipe(outgoing);
      incoming.resume();
    });
    incoming.pipe(outgoing);
  }

  const server = createServer({ keepAliveTimeout: 120_000 }, forward);
  server.requestTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const checkAll = () => Promise.all(backends.map(check));
  await checkAll();
  const timer = setInterval(() => void checkAll(), checkEveryMs);
  return {
    port: (server.address() as AddressInfo).port,
    up: () => backends.filter(({ isUp }) => isUp).map(({ port }) => port),
    async stop() {
      clearInterval(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      for (const { agent } of backends) agent.destroy();
      checking.destroy();
    },
  };
}
