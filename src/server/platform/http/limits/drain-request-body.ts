import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Grace period before the connection of a client that keeps sending is closed, in milliseconds. */
const graceMs = 1_000;
/** Allowance for form fields and multipart overhead beside the largest file. */
const overheadBytes = 8 * 1024 * 1024;

/**
 * Drains the request body after an early response: browsers read the response only when they have sent everything. What
 * is drained is limited to the size of the largest valid request; beyond it the connection is closed. `slow-bodies.ts`
 * drops slow clients.
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
    // A reader that has stopped reading, such as a web stream, would pause what nobody reads: this request, and with it the
    // connection of those that come after.
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
