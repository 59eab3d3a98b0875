import Fastify, { type FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/wire/endpoint';
import type { Settings } from '../settings/settings.ts';
import { headersOf } from './headers.ts';
import { httpErrors, problemOf } from './http-errors.ts';
import { requestIdHeader } from './request-ids.ts';
import { serverMessages } from './server-messages.ts';

const docsPath = '/api/docs';

/** Swagger UI uses inline styles. */
const docsPolicy =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

async function makeDocs(
  mounted: ReadonlyMap<Endpoint, unknown>,
  settings: Settings,
): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }, { openApiOf }, { endpoints }, { sharedSchemas }] =
    await Promise.all([
      import('@fastify/swagger'),
      import('@fastify/swagger-ui'),
      import('./openapi.ts'),
      import('#contract/wire/endpoints'),
      import('#contract/wire/shared-schemas'),
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
  const calls = Object.fromEntries(
    Object.entries<Endpoint>(endpoints).filter(([, endpoint]) => mounted.has(endpoint)),
  );
  const document = openApiOf(calls, sharedSchemas, settings.publicUrl);
  await docs.register(swagger, { mode: 'static', specification: { document: document as never } });
  await docs.register(swaggerUi, { routePrefix: docsPath });
  await docs.ready();
  return docs;
}

/** On the first request: saves 4 MB and start-up time. */
export function serveApiDocs(server: FastifyInstance, settings: Settings): void {
  let made: Promise<FastifyInstance> | undefined;
  const docs = () => (made ??= makeDocs(server.inProcessCalls, settings));
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
