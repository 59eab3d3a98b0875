import type { FastifyInstance } from 'fastify';
import { ownBatchOf } from '../../accounts/policy.ts';
import { makeRegistrar } from '../../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../../platform/context.ts';
import { csvHeaders } from '../../platform/csv-stream.ts';
import { checkMarks, type MarkSheet } from './check-marks.ts';
import { exportMarks } from './export-marks.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import type { Batch } from '../../courses/batch-queries.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { recordMarks } from '../record-mark.ts';
import * as calls from '#contract/marking/mark-sheet-calls';

const wrongRows = (count: number) =>
  count === 1 ? 'One row is wrong. Nothing was saved.' : `${count} rows are wrong. Nothing was saved.`;

/**
 * All or nothing; audits and notifies as single marks do.
 * @returns how many marks were new or changed
 * @throws 409 with a wrong row, or if marks changed since the dry run; 409 for a key of another sheet
 */
async function importMarks(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { batch, viewer }: { batch: Batch; viewer: Viewer },
  sheet: MarkSheet,
  key: string | null,
): Promise<{ saved: number }> {
  const { accountId } = viewer;
  const now = clock.now();
  const content = ['sheet', batch.id, sheet.task, sheet.released, sheet.text, sheet.columns ?? null];
  return database.transaction(async (writer) => {
    // A repetition answers what the first one saved.
    const saved = await makeOnce(writer, { accountId, kind: 'mark', key, content, now }, async () => {
      const { checked, writes } = await checkMarks(writer, batch.id, sheet, { now, actorId: accountId });
      if (checked.counts.wrong > 0) throw httpErrors.conflict(wrongRows(checked.counts.wrong));
      if (sheet.seen !== undefined && sheet.seen !== checked.seen)
        throw httpErrors.conflict('Marks changed since you checked the rows. Check them again.');
      await recordMarks(writer, writes, ({ newest }) => ({
        actorId: accountId,
        at: now,
        original: newest.mark,
        // The dry run shows the version's higher mark, and refuses one below an earlier version's.
        confirmLower: true,
        newest: newest.number,
      }));
      return writes.length;
    });
    return { saved };
  });
}

export function registerMarkSheetRoutes(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);

  on(calls.checkMarks, ownBatchOf, async ({ resource: { batch, viewer }, body }) => {
    const by = { now: context.clock.now(), actorId: viewer.accountId };
    const { checked } = await checkMarks(context.database.reader, batch.id, body, by);
    return checked;
  });

  on(calls.importMarks, ownBatchOf, ({ resource, body, idempotencyKey }) =>
    importMarks(context, resource, body, idempotencyKey),
  );

  on(
    calls.exportMarks,
    ownBatchOf,
    async ({ resource, query, reply }) => {
      const body = await exportMarks(context, resource, query);
      reply.headers(csvHeaders(`${resource.batch.name} ${query.task} marks`));
      return body;
    },
    { takesLong: true },
  );
}
