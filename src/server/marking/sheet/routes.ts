import type { FastifyInstance } from 'fastify';
import { ownBatchOf } from '../../accounts/policy.ts';
import { makeRegistrar } from '../../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../../platform/context.ts';
import { csvHeaders } from '../../platform/csv-stream.ts';
import type { CheckedMarks, MarkRow } from '#contract/marking/mark-sheet-calls';
import { checkMarks, type CheckedSheet, type MarkSheet } from './check-marks.ts';
import { exportMarks } from './export-marks.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import type { Batch } from '../../courses/batch-queries.ts';
import { makeOnce } from '../../platform/database/make-once.ts';
import { type HttpError, httpErrors } from '../../platform/http/http-errors.ts';
import { failedItem, recordMarks } from '../record-mark.ts';
import { shownName } from '#contract/accounts/person-name';
import * as calls from '#contract/marking/mark-sheet-calls';

const andMore = (count: number) => (count === 0 ? '' : ` (and ${count} more)`);

/** The first one by name. */
function wrongRows({ rows, counts }: CheckedMarks): HttpError {
  const first = rows.find(({ state }) => state === 'wrong') as MarkRow;
  const fault = first.cells.map((cell) => cell.fault).find((text) => text !== null);
  const row = [`Row ${first.line}`, first.name].filter(Boolean).join(', ');
  const words = fault?.replace(/\.$/, '') ?? 'wrong';
  return httpErrors.conflict(`${row}: ${words}${andMore(counts.wrong - 1)}. Nothing was saved.`);
}

/** @param seen of the dry run: a hash and its time */
function refuseChanged({ checked, changes }: CheckedSheet, seen: string): void {
  const [hash, at = ''] = seen.split('.');
  if (hash === checked.seen.split('.')[0]) return;
  const later = changes.filter((row) => at !== '' && row.at >= Number(at));
  const [first] = later;
  const rows = first === undefined ? '' : `Row ${first.line}, ${first.name}${andMore(later.length - 1)}: `;
  throw httpErrors.conflict(
    `${rows}${rows === '' ? 'M' : 'm'}arks changed since you checked the rows. Nothing was saved. Check the rows again.`,
  );
}

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
      const found = await checkMarks(writer, batch.id, sheet, { now, actorId: accountId });
      const { checked, writes } = found;
      if (checked.counts.wrong > 0) throw wrongRows(checked);
      if (sheet.seen !== undefined) refuseChanged(found, sheet.seen);
      await recordMarks(writer, writes, {
        by: ({ newest }) => ({
          actorId: accountId,
          at: now,
          original: newest.mark,
          // The dry run shows the version's higher mark, and refuses one below an earlier version's.
          confirmLower: true,
          newest: newest.number,
        }),
        named: ({ line, newest }, failure) => failedItem(`Row ${line}, ${shownName(newest.name)}`, failure),
      });
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
