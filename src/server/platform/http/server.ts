import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { randomBytes } from 'node:crypto';
import { limits } from '#contract/limits';
import { messages } from '#contract/messages';
import type { AppContext } from '../context.ts';
import { describeWire } from './description.ts';
import { registerErrorHandler } from './error-handler.ts';
import { addHeaders } from './headers.ts';
import { httpErrors } from './http-errors.ts';
import { isUnsafeMethod, isSameOriginRequest } from './csrf.ts';
import { drainRequestBodies } from './drain-request-body.ts';
import { clientErrorHandlers } from './client-errors.ts';

/** Ids to quote: unique across processes, cheap to make. */
function requestIds(): () => string {
  const process = randomBytes(4).toString('hex');
  let count = 0;
  return () => `${process}-${(++count).toString(36)}`;
}

/**
 * A server with everything that holds for every answer: headers, the check of where a change comes from, errors in
 * words, one log line for each change and each failure.
 */
export async function makeServer(
  context: AppContext,
  logger: FastifyServerOptions['logger'],
): Promise<FastifyInstance> {
  const { settings } = context;
  const server = Fastify({
    logger: logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy,
    bodyLimit: limits.jsonBytes,
    genReqId: requestIds(),
    // A slow line may take its time over a large file; a silent one is dropped by the time-out below.
    requestTimeout: 0,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 500 },
    // What still arrives on an open connection while the server stops is served: only its connection ends.
    return503OnClosing: false,
    ...clientErrorHandlers(settings),
  });
  server.server.headersTimeout = 20_000;
  server.server.timeout = 120_000;

  registerErrorHandler(server);
  server.decorateRequest('accountId', null);
  addHeaders(server, settings);
  drainRequestBodies(server, settings.maxUploadBytes);

  const publicHost = settings.publicUrl?.host ?? null;
  server.addHook('onRequest', (request, _reply, done) => {
    if (isSameOriginRequest(request.method, request.headers, publicHost)) done();
    else done(httpErrors.forbidden(messages.forbidden));
  });
  server.addHook('onResponse', (request, reply, done) => {
    const line = {
      method: request.method,
      // The route's pattern, not the address: addresses and one-time tokens stay out of the log.
      route: request.routeOptions.url ?? '(unknown)',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      account: request.accountId ?? undefined,
    };
    if (isUnsafeMethod(request.method) || reply.statusCode >= 500) request.log.info(line, 'request');
    else request.log.debug(line, 'request');
    done();
  });

  const parseJson = server.getDefaultJsonParser('error', 'error');
  // A text would pass as a body otherwise: calls take JSON, uploads a form.
  server.removeContentTypeParser(['application/json', 'text/plain']);
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parseJson(request, body as string, done);
  });

  await server.register(cookie);
  // Answers of calls only: pages and files have their compressed forms already, hand-ins go out as they came.
  await server.register(compress, {
    globalDecompression: false,
    threshold: 1_024,
    encodings: ['br', 'gzip'],
    customTypes: /^application\/json/,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await describeWire(server);
  return server;
}
