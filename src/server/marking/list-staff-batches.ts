import * as calls from '#contract/marking/calls';
import { staff } from '../accounts/policy.ts';
import { read } from '../accounts/sessions/act.ts';
import { presentStaffBatch } from './presenter.ts';
import { ownSharesOf } from './shares/queries.ts';
import { batchesWithCountsOf, batchWithCounts, everyBatchWithCounts } from './queries.ts';

export const staffBatchCalls = [
  read(calls.listStaffBatches, {
    who: staff,
    async run({ context, resource: { role, accountId, batches, token } }) {
      const { reader } = context.database;
      async function readRows() {
        if (token?.onlyBatch === true) {
          const [only] = batches;
          return only === undefined ? [] : batchWithCounts(reader, { batchId: only.id });
        }
        return role === 'administrator'
          ? everyBatchWithCounts(reader, {})
          : batchesWithCountsOf(reader, { accountId });
      }
      const rows = await readRows();
      const own = await ownSharesOf(reader, accountId);
      return rows.map((row) => presentStaffBatch(row, own.get(row.id)));
    },
  }),
];
