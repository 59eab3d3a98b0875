import type { FastifyInstance } from 'fastify';
import type { Tracing } from './tracing.ts';

/** Call it before registering routes. */
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
