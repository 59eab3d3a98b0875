import { ownBatchOf } from '../../accounts/policy.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import { wrongRows } from '../../people/sheets/read-pasted.ts';
import { csvHeaders } from '../../platform/csv-stream.ts';
import { checkMarks, type CheckedSheet } from './check-marks.ts';
import { exportMarks } from './export-marks.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { failedItem, recordMarks } from '../record-mark.ts';
import { recordSeveral } from '../recorded/record-rows.ts';
import { shownName } from '#contract/accounts/person-name';
import * as calls from '#contract/marking/mark-sheet-calls';

const andMore = (count: number) => (count === 0 ? '' : ` (and ${count} more)`);

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

export const sheetCalls = [
  read(calls.checkMarks, {
    who: ownBatchOf,
    async run({ context, resource: { batch, viewer }, body }) {
      const by = { now: context.clock.now(), actorId: viewer.accountId };
      const { checked } = await checkMarks(context.database.reader, batch.id, body, by);
      return checked;
    },
  }),

  // All or nothing; audits and notifies as single marks do.
  act(calls.importMarks, {
    who: ownBatchOf,
    key: {
      kind: 'mark',
      content: ({ resource: { batch }, body: { task, released, text, columns } }) => [
        'sheet',
        batch.id,
        task,
        released,
        text,
        columns ?? null,
      ],
    },
    async run(writer, { resource: { batch, viewer }, body: sheet, now }) {
      const by = { actorId: viewer.accountId, at: now };
      const found = await checkMarks(writer, batch.id, sheet, { now, actorId: viewer.accountId });
      const { checked, writes, records } = found;
      if (checked.counts.wrong > 0) throw wrongRows(checked);
      if (sheet.seen !== undefined) refuseChanged(found, sheet.seen);
      await recordSeveral(writer, records, {
        by,
        named: ({ line, name }, failure) => failedItem(`Row ${line}, ${name}`, failure),
      });
      await recordMarks(writer, writes, {
        by: ({ newest }) => ({
          ...by,
          original: newest.mark,
          // The dry run shows the version's higher mark, and refuses one below an earlier version's.
          confirmLower: true,
          newest: newest.number,
        }),
        named: ({ line, newest }, failure) => failedItem(`Row ${line}, ${shownName(newest.name)}`, failure),
      });
      return { id: writes.length + records.length };
    },
    // A repetition answers what the first one saved.
    answer: async (_, __, saved) => ({ saved }),
  }),

  read(calls.exportMarks, {
    who: ownBatchOf,
    async run({ context, resource, query, reply }) {
      const body = await exportMarks(context, resource, query);
      reply.headers(csvHeaders(`${resource.batch.name} ${query.task} marks`));
      return body;
    },
    takesLong: true,
  }),
];
