import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { ServerRouter, type EntryContext } from 'react-router';

/**
 * Prerenders pages at build time; it never runs on the server. It exists because without it the build tool adds packages
 * to package.json.
 */
export default function prerender(request: Request, status: number, headers: Headers, context: EntryContext) {
  return new Promise<Response>((resolve, reject) => {
    const parts: Buffer[] = [];
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
      onAllReady() {
        const sink = new Writable({
          write(chunk: Buffer, _encoding, done) {
            parts.push(Buffer.from(chunk));
            done();
          },
          final(done) {
            headers.set('Content-Type', 'text/html');
            resolve(new Response(Buffer.concat(parts), { headers, status }));
            done();
          },
        });
        pipe(sink);
      },
      // A page that cannot be rendered fails the build.
      onError(error) {
        abort();
        reject(error);
      },
    });
  });
}
