import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import { makeSecurityLines, type SecurityLines } from './security-lines.ts';

/** How long a refusal waits for its line at most, in milliseconds. */
const flushMs = 5_000;

declare module 'fastify' {
  interface FastifyInstance {
    securityLines: SecurityLines;
  }
}

/** Writes refusals into the audit log while the server listens, and the rest when it closes. */
export function keepSecurityLines(server: FastifyInstance, context: AppContext): void {
  const lines = makeSecurityLines(context);
  server.decorate('securityLines', lines);
  server.securityListeners.push(lines.hear);
  const onError = (error: unknown): void =>
    context.log.warn({ err: error }, 'refusals wait for their lines in the audit log');
  let timer: NodeJS.Timeout | undefined;
  server.addHook('onListen', async () => {
    timer = setInterval(() => void lines.flush().catch(onError), flushMs).unref();
  });
  server.addHook('onClose', async () => {
    clearInterval(timer);
    await lines.flush(true).catch(onError);
  });
}
