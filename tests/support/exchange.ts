import { Agent, request, type IncomingHttpHeaders, type RequestOptions } from 'node:http';

export type Exchange = { status: number; headers: IncomingHttpHeaders; body: Buffer };
export type Call = {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: Buffer;
};

/** No answer came: the connection broke, or the time was over. */
export class NoAnswer extends Error {
  readonly kind: 'reset' | 'timeout';
  constructor(kind: 'reset' | 'timeout', cause?: unknown) {
    super(kind, { cause });
    this.kind = kind;
  }
}

/**
 * One request and its whole answer.
 * @throws NoAnswer
 */
export function exchange(
  agent: Agent,
  port: number,
  { method, path, headers = {}, body }: Call,
  timeoutMs: number,
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(body.length) };
    const options: RequestOptions = {
      agent,
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: { ...headers, ...length },
    };
    const sent = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', fail);
      response.once('end', () => {
        clearTimeout(timer);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        });
      });
    });
    const timer = setTimeout(() => {
      fail(new NoAnswer('timeout'));
      sent.destroy();
    }, timeoutMs);
    function fail(error: unknown): void {
      clearTimeout(timer);
      reject(error instanceof NoAnswer ? error : new NoAnswer('reset', error));
    }
    sent.once('error', fail);
    sent.end(body);
  });
}
