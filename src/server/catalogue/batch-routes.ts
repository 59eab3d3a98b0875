import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/catalogue/batch-calls';
import type { AppContext } from '../platform/context.ts';
import { registerPublicEndpoint } from '../platform/http/register-endpoint.ts';
import { suggestBatches } from '../courses/suggest-batches.ts';

export function registerBatchRoutes(server: FastifyInstance, context: AppContext): void {
  registerPublicEndpoint(server, context, calls.suggestBatches, async ({ query }) => ({
    status: 200,
    body: await suggestBatches(context.database, query.q ?? ''),
  }));
}
