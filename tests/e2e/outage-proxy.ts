import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What the balancer does: passes everything on; answers an error of its own; cuts the connection; or passes on, and then
 * loses the answer, as when a machine dies right after it has done its work.
 */
export type Outage = 'none' | 500 | 502 | 504 | 'cut' | 'lost answers';

export type OutageProxy = {
  url: string;
  /** @param only the paths that are concerned; by default every one */
  begin(outage: Outage, only?: RegExp): void;
  end(): void;
  /** From now on another machine answers. */
  leadTo(portalUrl: string): void;
  /** Requests that met the outage since it began. */
  failed(): number;
  stop(): Promise<void>;
};

const errorPage = '<html><head><title>Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>';

/** Stands before a portal as a plain balancer does, which knows nothing of what it passes on. */
export async function startOutageProxy(portalUrl: string): Promise<OutageProxy> {
  let outage: Outage = 'none';
  let concerned = /^/;
  let failed = 0;
  let target = portalUrl;

  function fail(outgoing: ServerResponse, status: number): void {
    if (outgoing.headersSent) return void outgoing.destroy();
    outgoing.writeHead(status, { 'Content-Type': 'text/html', Connection: 'close' }).end(errorPage);
  }
  function pass(incoming: IncomingMessage, outgoing: ServerResponse, isLost: boolean): void {
    const passed = request(
      new URL(incoming.url ?? '/', target),
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        if (isLost) return void answer.resume().once('end', () => fail(outgoing, 502));
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  }

  const server = createServer((incoming, outgoing) => {
    if (outage === 'none' || !concerned.test(incoming.url ?? '')) return pass(incoming, outgoing, false);
    failed += 1;
    if (outage === 'cut') return void incoming.destroy();
    if (outage === 'lost answers') return pass(incoming, outgoing, true);
    const status = outage;
    incoming.resume();
    fail(outgoing, status);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    begin(next, only = /^/) {
      outage = next;
      concerned = only;
      failed = 0;
    },
    end: () => void (outage = 'none'),
    leadTo: (url) => void (target = url),
    failed: () => failed,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
