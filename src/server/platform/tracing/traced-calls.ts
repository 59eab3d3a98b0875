import type { FastifyInstance } from 'fastify';
import type { Tracing } from './open-tracing.ts';
import type { Sender } from '../mail/smtp-sender.ts';
import type { ObserveStatement } from '../database/slow-queries.ts';
import type { Settings } from '../settings/settings.ts';

/** Call before registering routes. */
export function traceRequests(server: FastifyInstance, tracing: Tracing): void {
  server.addHook('onRequest', (request, _reply, done) => {
    request.trace = tracing.beginRequest(request.method, request.headers);
    done();
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? '(unknown)';
    const { id, method, trace } = request;
    if (trace !== null) tracing.endRequest(trace, { id, method, route, status: reply.statusCode });
    done();
  });
}

/** Without recipient or text. */
export function traceMail(tracing: Tracing | null, send: Sender): Sender {
  if (tracing === null) return send;
  return async (mail) => {
    const startedAt = performance.now();
    const outcome = await send(mail);
    const attributes = { 'capstone.outcome': outcome.kind };
    tracing.addCall({ name: 'send mail', attributes, startedAt, hasFailed: outcome.kind !== 'sent' }, true);
    return outcome;
  };
}

/** Placeholders, no parameters. */
export function traceStatements(
  tracing: Tracing,
  { databaseUrl }: Pick<Settings, 'databaseUrl'>,
  next: ObserveStatement,
): ObserveStatement {
  const system = databaseUrl === null ? 'sqlite' : 'postgresql';
  return (sql, startedAt) => {
    next(sql, startedAt);
    const [operation = 'statement'] = /\w+/.exec(sql) ?? [];
    tracing.addCall({
      name: operation.toLowerCase(),
      attributes: { 'db.system.name': system, 'db.query.text': sql },
      startedAt,
      hasFailed: false,
    });
  };
}
