import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Milliseconds for a client that keeps sending. */
const graceMs = 1_000;
/** For form fields and multipart overhead. */
const overheadBytes = 8 * 1024 * 1024;

/**
 * Browsers read an early answer only when all is sent. Beyond the largest valid request the connection
 * closes; `slow-bodies.ts` ends slow clients.
 */
export function drainRequestBodies(server: FastifyInstance, maxUploadBytes: number): void {
  const maxBytes = maxUploadBytes + overheadBytes;

  function drain({ raw }: FastifyRequest): void {
    let remaining = maxBytes;
    const end = (): void => {
      raw.off('data', count);
      raw.pause();
      setTimeout(() => raw.destroy(), graceMs).unref();
    };
    const count = (chunk: Buffer): void => {
      remaining -= chunk.length;
      if (remaining < 0) end();
    };
    raw.unpipe();
    // A stopped reader, such as a web stream, would pause the connection's later requests.
    raw.removeAllListeners('data');
    raw.on('data', count);
    raw.resume();
    server.arrivingBodies.addRest(raw);
  }

  server.addHook('onSend', (request, _reply, _payload, done) => {
    const { headers, complete } = request.raw;
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    if (hasBody && !complete) drain(request);
    done();
  });
}
