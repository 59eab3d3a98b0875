import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The specification's `{name}`s as an old deployment called them, and the words that the portal gives them. */
export const renamed: Record<string, string> = {
  enroll: 'auth',
  learner: 'students',
  refs: 'references',
  catalogue: 'projects',
};

/** Serves a page at `/`, and passes `/api/{name}/…` on to the portal with the names put right. */
export async function startRenamingProxy(
  portalUrl: string,
  page: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/') {
      outgoing.setHeader('Content-Type', 'text/html; charset=utf-8').end(page);
      return;
    }
    const path = (incoming.url ?? '').replace(/^\/api\/([^/]+)\//, (whole, name: string) =>
      name in renamed ? `/api/${renamed[name]}/` : whole,
    );
    const passed = request(
      new URL(path, portalUrl),
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
