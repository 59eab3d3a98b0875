import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { bytes, nothing, type AnswerSchema, type Endpoint } from '#contract/endpoint';
import { limits } from '#contract/limits';
import { jsonSchema } from './wire-schema.ts';

function describeAnswer(schema: AnswerSchema): Record<string, unknown> {
  if (schema === nothing) return { type: 'null', description: 'No content' };
  if (schema === bytes) return { type: 'string', format: 'binary', description: "The file's bytes" };
  return jsonSchema(schema, 'output');
}

/** The optional header of calls that may be repeated. */
const headers = {
  type: 'object',
  properties: { 'Idempotency-Key': { type: 'string', minLength: 1, maxLength: limits.idempotencyKey } },
};

/** An endpoint of the contract as the OpenAPI plugin's route schema. */
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
    ...(endpoint.takesIdempotencyKey && { headers }),
    ...(endpoint.body && { body: jsonSchema(endpoint.body, 'input') }),
    ...(endpoint.multipart && { consumes: ['multipart/form-data'] }),
    response,
  } as FastifySchema;
}

/** The OpenAPI document at /api/openapi.json, generated from the contract alone, and Swagger UI at /api/docs. */
export async function describeWire(server: FastifyInstance): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Capstone', version: '1', description: 'The calls of the student portal.' },
    },
    transform({ schema, url, route }) {
      const { endpoint } = route.config ?? {};
      return endpoint === undefined
        ? { schema: { ...schema, hide: true }, url }
        : { schema: describe(endpoint), url };
    },
  });
  server.get('/api/openapi.json', () => server.swagger());
  await server.register(async (docs) => {
    docs.addHook('onRequest', (_request, reply, done) => {
      reply.header(
        'Content-Security-Policy',
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      );
      done();
    });
    await docs.register(swaggerUi, { routePrefix: '/api/docs' });
  });
}
