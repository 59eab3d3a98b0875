import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/marking/mark-sheet-calls';
import { ownBatchOf } from '../../accounts/policy.ts';
import { registerEndpoint } from '../../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../../platform/context.ts';
import { csvHeaders } from '../../platform/csv-stream.ts';
import { checkMarks } from './check-marks.ts';
import { exportMarks } from './export-marks.ts';
import { importMarks } from './import-marks.ts';

export function registerMarkSheetRoutes(server: FastifyInstance, context: AppContext): void {
  registerEndpoint(server, context, calls.checkMarks, {
    authorize: ownBatchOf,
    async handle({ resource: { batch, viewer }, body }) {
      const by = { now: context.clock.now(), actorId: viewer.accountId };
      const { checked } = await checkMarks(context.database.reader, batch.id, body, by);
      return { status: 200, body: checked };
    },
  });

  registerEndpoint(server, context, calls.importMarks, {
    authorize: ownBatchOf,
    async handle({ resource, body, idempotencyKey }) {
      return { status: 200, body: await importMarks(context, resource, body, idempotencyKey) };
    },
  });

  registerEndpoint(server, context, calls.exportMarks, {
    authorize: ownBatchOf,
    takesLong: true,
    async handle({ resource, query, reply }) {
      const body = await exportMarks(context, resource, query);
      reply.headers(csvHeaders(`${resource.batch.name} ${query.task} marks`));
      return { status: 200, body };
    },
  });
}
