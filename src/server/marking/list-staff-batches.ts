import * as calls from '#contract/marking/calls';
import { staff } from '../accounts/policy.ts';
import { read } from '../accounts/sessions/act.ts';
import { presentStaffBatch } from './presenter.ts';
import { ownSharesOf } from './shares/queries.ts';
import { batchesWithCountsOf, everyBatchWithCounts } from './queries.ts';

export const staffBatchCalls = [
  read(calls.listStaffBatches, {
    who: staff,
    async run({ context, resource: { role, accountId } }) {
      const { reader } = context.database;
      const rows =
        role === 'administrator'
          ? await everyBatchWithCounts(reader, {})
          : await batchesWithCountsOf(reader, { accountId });
      const own = await ownSharesOf(reader, accountId);
      return rows.map((row) => presentStaffBatch(row, own.get(row.id)));
    },
  }),
];
