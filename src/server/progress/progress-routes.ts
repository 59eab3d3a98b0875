import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/progress/calls';
import { registerEndpoint } from '../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../platform/context.ts';
import { asAttachment } from '../platform/http/attachment-name.ts';
import { exportBatchProgress } from './export-batch-progress.ts';
import { listBatchProgress } from './list-batch-progress.ts';
import { ownBatchOf } from '../accounts/policy.ts';

export function registerBatchProgressRoutes(server: FastifyInstance, context: AppContext): void {
  registerEndpoint(server, context, calls.listBatchProgress, {
    authorize: ownBatchOf,
    async handle({ resource, query }) {
      return { status: 200, body: await listBatchProgress(context, resource, query) };
    },
  });

  registerEndpoint(server, context, calls.exportBatchProgress, {
    authorize: ownBatchOf,
    async handle({ resource, query, reply }) {
      const body = await exportBatchProgress(context, resource, query);
      reply.headers({
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': asAttachment(`${resource.batch.name}.csv`),
        'Cache-Control': 'private, no-store',
      });
      return { status: 200, body };
    },
  });
}
