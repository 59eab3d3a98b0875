import Fastify, { type FastifyInstance, type FastifySchema } from 'fastify';
import { bytes, events, nothing, type AnswerSchema, type Endpoint } from '#contract/wire/endpoint';
import { limits } from '#contract/limits';
import type { Settings } from '../settings/settings.ts';
import { commit, version } from '../version.ts';
import { headersOf } from './headers.ts';
import { httpErrors, problemOf } from './http-errors.ts';
import { requestIdHeader } from './request-ids.ts';
import { jsonSchema } from './serialized-json.ts';
import { serverMessages } from './server-messages.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

const docsPath = '/api/docs';

function describeAnswer(schema: AnswerSchema): Record<string, unknown> {
  if (schema === nothing) return { type: 'null', description: 'No content' };
  if (schema === bytes) return { type: 'string', format: 'binary', description: "The file's bytes" };
  if (schema === events) return { type: 'string', description: 'Server-sent events (text/event-stream)' };
  return jsonSchema(schema, 'output');
}

function describeHeaders({ takesIdempotencyKey, prefersMinimal }: Endpoint) {
  const properties = {
    ...(takesIdempotencyKey && {
      'Idempotency-Key': { type: 'string', minLength: 1, maxLength: limits.idempotencyKey },
    }),
    ...(prefersMinimal && { Prefer: { type: 'string', examples: ['return=minimal'] } }),
  };
  return Object.keys(properties).length === 0 ? {} : { headers: { type: 'object', properties } };
}

function describe(endpoint: Endpoint): FastifySchema {
  const response: Record<string, unknown> = {};
  for (const [status, schema] of Object.entries(endpoint.answers)) {
    response[status] = describeAnswer(schema);
  }
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[2] ?? 'api'],
    ...(endpoint.params && { params: jsonSchema(endpoint.params, 'input') }),
    ...(endpoint.query && { querystring: jsonSchema(endpoint.query, 'input') }),
    ...describeHeaders(endpoint),
    ...(endpoint.body && { body: jsonSchema(endpoint.body, 'input') }),
    ...(endpoint.multipart && { consumes: ['multipart/form-data'] }),
    response,
  } as FastifySchema;
}

/** Swagger UI uses inline styles. */
const docsPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

const info = {
  title: 'Capstone',
  version,
  description: 'The calls of the student portal.',
  'x-commit': commit,
};

/** Its routes cannot be called. */
async function makeDocs(calls: Iterable<Endpoint>, settings: Settings): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ]);
  const docs = Fastify();
  const headers = { ...headersOf(settings), 'Content-Security-Policy': docsPolicy };
  docs.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  docs.setNotFoundHandler((_request, reply) => {
    const id = String(reply.raw.getHeader(requestIdHeader));
    return reply.code(404).send(problemOf(httpErrors.notFound(serverMessages.notFound), id));
  });
  await docs.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
    },
    transform({ schema, url, route }) {
      const { endpoint } = route.config ?? {};
      return endpoint === undefined
        ? { schema: { ...schema, hide: true }, url }
        : { schema: describe(endpoint), url };
    },
  });
  await docs.register(swaggerUi, { routePrefix: docsPath });
  for (const endpoint of calls) {
    docs.route({
      method: endpoint.method,
      url: endpoint.path,
      // Hides each GET's HEAD.
      config: { endpoint, swagger: { exposeHeadRoute: endpoint.method === 'HEAD' } },
      handler: (_request, reply) => reply.callNotFound(),
    });
  }
  await docs.ready();
  return docs;
}

/** On the first request: saves 4 MB and start-up time. */
export function serveApiDocs(server: FastifyInstance, settings: Settings): void {
  let made: Promise<FastifyInstance> | undefined;
  const docs = () => (made ??= makeDocs(server.inProcessCalls.keys(), settings));
  server.get('/api/openapi.json', async () => (await docs()).swagger());
  for (const url of [docsPath, `${docsPath}/*`]) {
    server.get(url, async (request, reply) => {
      const { routing } = await docs();
      reply.hijack();
      reply.raw.setHeader(requestIdHeader, request.id);
      routing(request.raw, reply.raw);
    });
  }
  server.addHook('onClose', async () => (await made)?.close());
}
