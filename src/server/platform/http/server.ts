import cookie from '@fastify/cookie';
import Fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import type { AppContext } from '../context.ts';
import { compressAnswers } from './compress-answers.ts';
import { describeWire } from './description.ts';
import { registerErrorHandler } from './error-handler.ts';
import { addHeaders } from './headers.ts';
import { httpErrors } from './http-errors.ts';
import { isUnsafeMethod, isSameOriginRequest } from './csrf.ts';
import { drainRequestBodies } from './drain-request-body.ts';
import { clientErrorHandlers } from './client-errors.ts';
import { proxyHint } from './proxy-hint.ts';
import { makeRequestIds, trustedPeers } from './request-ids.ts';
import { trackConnections, type Connections } from './connections.ts';

declare module 'fastify' {
  interface FastifyInstance {
    connections: Connections;
  }
}

/**
 * The HTTP server with everything that all routes share: security headers, the CSRF guard, error handling, compression
 * and a log line for each unsafe request and each failure.
 */
export async function makeServer(
  context: AppContext,
  logger: FastifyServerOptions['logger'],
): Promise<FastifyInstance> {
  const { settings, lifecycle } = context;
  const requestIds = makeRequestIds(trustedPeers(settings.trustProxy));
  const server = Fastify({
    logger: logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy ?? false,
    bodyLimit: limits.jsonBytes,
    genReqId: requestIds,
    // No limit on the duration of a request: large uploads over slow networks. Idle sockets time out, see below.
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    // Graceful shutdown: requests that arrive on open connections are still served, and the connection then closed.
    return503OnClosing: false,
    ...clientErrorHandlers(settings, requestIds),
  });
  server.server.headersTimeout = 20_000;
  server.server.timeout = 120_000;

  const connections = trackConnections(server.server);
  server.decorate('connections', connections);
  lifecycle.stopping.addEventListener('abort', () => connections.announceClose(), { once: true });
  // Everything before it is done: whoever listens now can serve.
  server.addHook('onReady', async () => lifecycle.markReady());
  server.addHook('preClose', async () => lifecycle.markStopping());

  registerErrorHandler(server);
  server.decorate('inProcessCalls', new Map());
  server.decorateRequest('accountId', null);
  server.decorateRequest('access', null);
  server.decorateRequest('trace', null);
  addHeaders(server, settings);
  drainRequestBodies(server, settings.maxUploadBytes);

  const publicHost = settings.publicUrl?.host ?? null;
  const lookForProxy = settings.trustProxy === null ? proxyHint() : null;
  server.addHook('onRequest', (request, reply, done) => {
    connections.begin(request.raw.socket, reply.raw);
    lookForProxy?.(request);
    if (isSameOriginRequest(request.method, request.headers, publicHost)) done();
    else done(httpErrors.forbidden(messages.forbidden));
  });
  server.addHook('onResponse', (request, reply, done) => {
    connections.end(request.raw.socket);
    const isNotable = isUnsafeMethod(request.method) || reply.statusCode >= 500;
    if (isNotable || server.log.level === 'debug' || server.log.level === 'trace') {
      const line = {
        method: request.method,
        // The route's pattern, not the address: addresses and one-time tokens stay out of the log.
        route: request.routeOptions.url ?? '(unknown)',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        account: request.accountId ?? undefined,
      };
      request.log[isNotable ? 'info' : 'debug'](line, 'request');
    }
    done();
  });

  const parseJson = server.getDefaultJsonParser('error', 'error');
  // Without the default parsers plain text would be accepted as a body.
  server.removeContentTypeParser(['application/json', 'text/plain']);
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parseJson(request, body as string, done);
  });

  await server.register(cookie);
  compressAnswers(server);
  describeWire(server, settings);
  return server;
}
