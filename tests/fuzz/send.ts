import { Agent, request as openRequest, type OutgoingHttpHeaders } from 'node:http';
import { endpoints } from '#contract/wire/endpoints';
import type { FuzzRequest } from '../api/fuzz/requests.ts';

export type RawAnswer = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
};

/** An answer that did not come. */
export class NoAnswer extends Error {}

const agent = new Agent({ keepAlive: true, maxSockets: 32 });
const patienceMs = 15_000;
/** For how long a stream of events is read. */
const streamMs = 200;

/** Sends what the generator made as it is, over a connection; null for what HTTP itself cannot carry. */
export function send(
  url: string,
  { name, headers, payload, url: address }: FuzzRequest,
  cookie: string,
): Promise<RawAnswer | null> {
  const { method } = endpoints[name as keyof typeof endpoints];
  const body = payload === undefined ? null : Buffer.from(payload);
  const sent: OutgoingHttpHeaders = { ...(cookie !== '' && { cookie }), ...headers };
  const declared = sent['content-length'];
  // What is declared and never comes is waited for: that the portal ends such bodies has tests of its own.
  if (declared !== undefined && Number(declared) > (body?.length ?? 0)) delete sent['content-length'];
  const isCut = sent['content-length'] !== undefined;
  if (body !== null && !isCut) sent['content-length'] = body.length;
  return new Promise((resolve, reject) => {
    const answered = (status: number, raw: RawAnswer['headers'], bytes: Buffer) =>
      resolve({ status, headers: raw, bytes });
    let outgoing;
    try {
      const { hostname, port } = new URL(url);
      // What follows a body that is longer than declared is another request: nobody else's.
      outgoing = openRequest({
        hostname,
        port,
        method,
        path: address,
        headers: sent,
        agent: isCut ? false : agent,
      });
    } catch {
      return resolve(null);
    }
    const timer = setTimeout(
      () => outgoing.destroy(new NoAnswer(`no answer after ${patienceMs} ms`)),
      patienceMs,
    );
    outgoing.on('response', (incoming) => {
      // An answer to HEAD has no body; where the request could not be read, the portal does not know that it was one.
      if (method === 'HEAD') {
        clearTimeout(timer);
        answered(incoming.statusCode ?? 0, incoming.headers, Buffer.alloc(0));
      }
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      // A stream of events goes on for as long as its reader stays: what it begins with is its answer.
      if (incoming.headers['content-type']?.startsWith('text/event-stream')) {
        clearTimeout(timer);
        setTimeout(() => {
          answered(incoming.statusCode ?? 0, incoming.headers, Buffer.concat(chunks));
          outgoing.destroy();
        }, streamMs);
      }
      incoming.on('end', () => {
        clearTimeout(timer);
        answered(incoming.statusCode ?? 0, incoming.headers, Buffer.concat(chunks));
      });
      incoming.on('error', reject);
    });
    outgoing.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    outgoing.end(body ?? undefined);
  });
}

export function closeConnections(): void {
  agent.destroy();
}
