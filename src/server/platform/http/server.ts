import cookie from '@fastify/cookie';
import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import { limits } from '#contract/limits';
import { hasRepeatedMember } from '#contract/repeated-member';
import type { AppContext } from '../context.ts';
import { compressAnswers } from './compressed.ts';
import { serveApiDocs } from './description.ts';
import { registerErrorHandler } from './error-handler.ts';
import { addHeaders } from './headers.ts';
import { httpErrors } from './http-errors.ts';
import { isFromSeeAs, isUnsafeMethod, isSameOriginRequest, OriginRefused } from './csrf.ts';
import {
  drainRequestBodies,
  bodyLimits,
  watchBodies,
  type ArrivingBodies,
  type BodyLimits,
} from './limits/slow-bodies.ts';
import { clientErrorHandlers } from './client-errors.ts';
import { proxyHint, trustedPeers, trustedProxies, makeRequestIds } from './request-ids.ts';
import { trackConnections, type Connections } from './limits/connections.ts';
import { readableHops } from './limits/network-of.ts';
import { makeRequestLimit } from './limits/request-limit.ts';
import { makeRequestTurns } from './limits/request-turns.ts';

declare module 'fastify' {
  interface FastifyInstance {
    connections: Connections;
    arrivingBodies: ArrivingBodies;
  }
}

/** Libraries log credentials, such as multipart at `trace`. */
const redact = ['busboyOptions.headers', 'headers', '*.headers', '*.*.headers', 'cookie', 'authorization'];

function redacted(logger: FastifyServerOptions['logger']): NonNullable<FastifyServerOptions['logger']> {
  return typeof logger === 'object' ? { ...logger, redact } : (logger ?? false);
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Before anything reads `request.ip`, which takes the header's text as it is. */
function readForwardedAddresses(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const forwarded = headers['x-forwarded-for'];
    if (typeof forwarded === 'string') {
      const hops = readableHops(forwarded);
      if (hops === '') delete headers['x-forwarded-for'];
      else headers['x-forwarded-for'] = hops;
    }
    done();
  });
}

/** Logs unsafe requests and failures. */
export async function makeServer(
  context: AppContext,
  logger: FastifyServerOptions['logger'],
  limitsOfBodies: BodyLimits = bodyLimits,
): Promise<FastifyInstance> {
  const { settings, lifecycle } = context;
  const requestIds = makeRequestIds(trustedPeers(settings.trustProxy));
  const server = Fastify({
    logger: redacted(logger),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(settings.trustProxy),
    bodyLimit: limits.jsonBytes,
    genReqId: requestIds,
    // `arrivingBodies` and upload slots do that.
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    // Open connections are still answered, then closed.
    return503OnClosing: false,
    ...clientErrorHandlers(settings, requestIds),
  });
  server.server.headersTimeout = 20_000;
  server.server.timeout = 120_000;

  const connections = trackConnections(server.server);
  server.decorate('connections', connections);
  const arrivingBodies = watchBodies(server, limitsOfBodies);
  server.decorate('arrivingBodies', arrivingBodies);
  lifecycle.stopping.addEventListener('abort', () => connections.announceClose(), { once: true });
  server.addHook('onReady', async () => lifecycle.markReady());
  server.addHook('preClose', async () => lifecycle.markStopping());

  if (settings.trustProxy !== null) readForwardedAddresses(server);
  registerErrorHandler(server);
  server.decorate('unreadablePage', { send: null });
  const requestLimit = makeRequestLimit(settings.requestsPerSecond);
  server.decorate('requestLimit', requestLimit);
  server.decorate('requestTurns', makeRequestTurns(requestLimit));
  server.decorate('inProcessCalls', new Map());
  server.decorateRequest('accountId', null);
  server.decorateRequest('access', null);
  server.decorateRequest('bearer', null);
  server.decorateRequest('trace', null);
  server.decorateRequest('requester', null);
  server.decorateRequest('turn', null);
  addHeaders(server, settings);
  drainRequestBodies(server, settings.maxUploadBytes);

  const publicOrigin = settings.publicUrl?.origin ?? null;
  const lookForProxy = settings.trustProxy === null ? proxyHint() : null;
  server.addHook('onRequest', (request, reply, done) => {
    connections.begin(request.raw.socket, reply.raw);
    // A program's credential never mixes with a browser's.
    if (request.headers.authorization !== undefined) delete request.headers.cookie;
    lookForProxy?.(request);
    if (hasBody(request)) arrivingBodies.add(request, reply);
    const { method, headers } = request;
    const isReadOnly = isUnsafeMethod(method) && isFromSeeAs(headers);
    if (!isReadOnly && isSameOriginRequest(method, headers, publicOrigin)) done();
    else done(new OriginRefused());
  });
  server.addHook('onResponse', (request, reply, done) => {
    connections.end(request.raw.socket);
    arrivingBodies.leave(request.raw);
    // Requests beyond a limit come in floods.
    const isNotable = (isUnsafeMethod(request.method) && reply.statusCode !== 429) || reply.statusCode >= 500;
    if (isNotable || server.log.level === 'debug' || server.log.level === 'trace') {
      const line = {
        method: request.method,
        // Addresses may contain tokens.
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
  // The default parsers accept plain text.
  server.removeContentTypeParser(['application/json', 'text/plain']);
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    if (request.routeOptions.config.refusesRepeatedMembers !== true)
      return parseJson(request, body as string, done);
    parseJson(request, body as string, (error, value) => {
      if (error === null && hasRepeatedMember(body as string, value))
        done(httpErrors.badRequest('An object in the body has two members of the same name.'));
      else done(error, value);
    });
  });

  await server.register(cookie);
  compressAnswers(server);
  // The last hook: the answer is made.
  server.addHook('onSend', (request, _reply, _payload, done) => {
    request.turn?.end();
    done();
  });
  if (settings.apiDocs) serveApiDocs(server, settings);
  return server;
}
