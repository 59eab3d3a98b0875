import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How long a client that keeps sending may take to notice its answer, in milliseconds. */
const noticeMs = 1_000;
/** What may still arrive beside the largest file. */
const slackBytes = 8 * 1024 * 1024;

/**
 * What is answered before its body was read: the rest is read and thrown away, since browsers look for the answer only
 * when they have sent everything, but not beyond what the largest honest request holds; then the connection ends.
 * A silent client is dropped by the socket's own time-out.
 */
export function drainRequestBodies(server: FastifyInstance, maxUploadBytes: number): void {
  const most = maxUploadBytes + slackBytes;

  function drain({ raw }: FastifyRequest): void {
    let left = most;
    const end = (): void => {
      raw.off('data', count);
      raw.pause();
      setTimeout(() => raw.destroy(), noticeMs).unref();
    };
    const count = (chunk: Buffer): void => {
      left -= chunk.length;
      if (left < 0) end();
    };
    raw.unpipe();
    raw.on('data', count);
    raw.resume();
  }

  server.addHook('onSend', (request, _reply, _payload, done) => {
    const { headers, complete } = request.raw;
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    if (hasBody && !complete) drain(request);
    done();
  });
}
