import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/staff';
import { staff } from '../accounts/policy.ts';
import type { AppContext } from '../platform/context.ts';
import { mount } from '../platform/http/registrar.ts';
import { listBatchSubmissions } from './list-batch-submissions.ts';
import { markSubmission } from './mark-submission.ts';
import { ownBatch, ownSubmission } from './policy.ts';
import { presentStaffBatch } from './presenter.ts';
import { batchesWithCountsOf, everyBatchWithCounts } from './queries.ts';

export function mountStaff(server: FastifyInstance, context: AppContext): void {
  const { reader } = context.database;

  mount(server, context, calls.listStaffBatches, {
    access: staff,
    async handle({ subject }) {
      const rows =
        subject.role === 'administrator'
          ? await everyBatchWithCounts(reader, {})
          : await batchesWithCountsOf(reader, { accountId: subject.accountId });
      return { status: 200, body: rows.map(presentStaffBatch) };
    },
  });

  mount(server, context, calls.listBatchSubmissions, {
    access: ownBatch,
    async handle({ subject, query }) {
      return { status: 200, body: await listBatchSubmissions(context, subject.id, query) };
    },
  });

  mount(server, context, calls.markSubmission, {
    access: ownSubmission,
    async handle({ subject, body }) {
      return { status: 200, body: await markSubmission(context, subject, body) };
    },
  });
}
