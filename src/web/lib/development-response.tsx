import { Readable, PassThrough } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { ServerRouter, type EntryContext } from 'react-router';

/** Renders a page of the development server, which reads it from a web stream. */
export function developmentResponse(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
      onShellReady() {
        headers.set('Content-Type', 'text/html; charset=utf-8');
        const html = Readable.toWeb(pipe(new PassThrough())) as ReadableStream<Uint8Array>;
        resolve(new Response(html, { status, headers }));
      },
      onShellError: reject,
    });
  });
}
