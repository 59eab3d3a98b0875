import type { FastifyInstance } from 'fastify';
import { readStaffSubmission } from '#contract/marking/calls';
import * as calls from '#contract/marking/calls';
import { ownBatchOf, staff } from '../accounts/policy.ts';
import { registerEndpoint } from '../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../platform/context.ts';
import { listBatchSubmissions } from './queue/list-batch-submissions.ts';
import { markSubmission } from './mark-submission.ts';
import { ownSubmission } from './policy.ts';
import { presentStaffBatch } from './presenter.ts';
import { readSubmission } from './read-submission.ts';
import { batchesWithCountsOf, everyBatchWithCounts } from './queries.ts';

export function registerStaffRoutes(server: FastifyInstance, context: AppContext): void {
  const { reader } = context.database;

  registerEndpoint(server, context, calls.listStaffBatches, {
    authorize: staff,
    async handle({ resource }) {
      const rows =
        resource.role === 'administrator'
          ? await everyBatchWithCounts(reader, {})
          : await batchesWithCountsOf(reader, { accountId: resource.accountId });
      return { status: 200, body: rows.map(presentStaffBatch) };
    },
  });

  registerEndpoint(server, context, calls.listBatchSubmissions, {
    authorize: ownBatchOf,
    async handle({ resource: { batch, viewer }, query }) {
      return { status: 200, body: await listBatchSubmissions(context, batch.id, viewer, query) };
    },
  });

  registerEndpoint(server, context, readStaffSubmission, {
    authorize: ownSubmission,
    async handle({ resource }) {
      return { status: 200, body: await readSubmission(context, resource) };
    },
  });

  registerEndpoint(server, context, calls.markSubmission, {
    authorize: ownSubmission,
    async handle({ resource, body, idempotencyKey }) {
      return { status: 200, body: await markSubmission(context, resource, body, idempotencyKey) };
    },
  });
}
