import * as calls from '#contract/progress/schedule-calls';
import { ownBatchOf } from '../../accounts/policy.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import {
  datesInOrder,
  datesOf,
  lockBatchDates,
  presentBatchDates,
  shownAsTyped,
  writeBatchDates,
} from '../../courses/batch-dates.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { pick } from '../../platform/import-files/plan.ts';
import { tellOfDates } from '../tell-students.ts';

async function readDates(
  reader: Reader,
  { academyZone: zone }: Pick<AppContext['settings'], 'academyZone'>,
  batchId: number,
): Promise<calls.BatchDates> {
  const [row] = await datesOf(reader, { batchId });
  if (row === undefined) throw new Error(`batch ${batchId} is gone`);
  return presentBatchDates(row, zone);
}

export const batchDateCalls = [
  read(calls.readBatchDates, {
    who: ownBatchOf,
    run: ({ context: { database, settings }, resource: { batch } }) =>
      readDates(database.reader, settings, batch.id),
  }),

  // Without `began`, `original` has the dates that the editor saw.
  act(calls.setBatchDates, {
    who: ownBatchOf,
    key: {
      kind: 'batch-dates',
      content: ({ resource: { batch }, body }) => [batch.id, datesInOrder(body)],
    },
    changes: {
      groups: ['due'],
      async stored(writer, { resource: { batch }, body, context: { settings } }) {
        const row = await lockBatchDates(writer, batch.id);
        const shown = presentBatchDates({ ...row, name: batch.name }, settings.academyZone);
        return { ...shownAsTyped(shown, body, shown.zone), row, shown };
      },
      message: 'The dates of this batch were changed in the meantime. Your dates are not saved yet.',
      refuses: ({ original, ...dates }, now) =>
        original !== undefined &&
        datesInOrder(original, now.shown) !== datesInOrder(now.shown) &&
        datesInOrder(dates, now) !== datesInOrder(now),
      current: (_, __, { shown }) => shown,
    },
    audit: 'set-batch-dates',
    async run(writer, { resource: { batch, viewer }, body, stored, context: { settings }, now }) {
      const { original: _, began: __, ...dates } = body;
      if (datesInOrder(stored) === datesInOrder(dates, stored)) return { id: viewer.accountId };
      const { row, shown } = stored;
      const { zone } = shown;
      const changed = await writeBatchDates(writer, batch.id, dates, { row, shown: stored, zone });
      const after = presentBatchDates({ ...changed, name: batch.name }, zone);
      await tellOfDates(writer, settings, { batch, before: shown, after, at: now });
      return {
        id: viewer.accountId,
        audit: { subject: batch.name, before: pick(shown, Object.keys(dates)), after: dates },
      };
    },
    answer: (reader, { context: { settings }, resource: { batch } }) => readDates(reader, settings, batch.id),
  }),
];
