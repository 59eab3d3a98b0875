import { accountsAs } from '../accounts/queries.ts';
import { batchesAs } from '../courses/batch-queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader } from '../platform/database/database.ts';

/** Newest first. */
export const rulesOfBatch = compiledQuery((db, p: { batchId: number; limit: number }) =>
  db
    .selectFrom('result_rules')
    .innerJoin(accountsAs('maker'), 'maker.id', 'result_rules.made_by')
    .where('result_rules.batch_id', '=', p.batchId)
    .orderBy('result_rules.version', 'desc')
    .limit(p.limit)
    .select(['result_rules.version', 'result_rules.rule', 'result_rules.reason'])
    .select(['result_rules.made_at as madeAt', 'maker.name as madeBy']),
);

/** In force; none: the portal's own. */
export const ruleOfBatch = compiledQuery((db, p: { batchId: number }) =>
  db
    .selectFrom('result_rules')
    .where('batch_id', '=', p.batchId)
    .orderBy('version', 'desc')
    .limit(1)
    .select(['version', 'rule', 'reason', 'made_at as madeAt']),
);

/** Newest first; each has a first version. */
export const batchesWithRule = compiledQuery((db, p: { exceptId: number; limit: number }) =>
  db
    .selectFrom('result_rules')
    .innerJoin(batchesAs('batch'), 'batch.id', 'result_rules.batch_id')
    .where('result_rules.version', '=', 1)
    .where('result_rules.batch_id', '<>', p.exceptId)
    .orderBy('result_rules.batch_id', 'desc')
    .limit(p.limit)
    .select('batch.name'),
);

/** In force in each of the batches. */
export async function rulesInForce(reader: Reader, batchIds: readonly number[]) {
  if (batchIds.length === 0) return [];
  return reader
    .selectFrom('result_rules')
    .where('batch_id', 'in', [...batchIds])
    .where('version', '=', ({ selectFrom }) =>
      selectFrom('result_rules as newer')
        .whereRef('newer.batch_id', '=', 'result_rules.batch_id')
        .select(({ fn }) => fn.max('newer.version').as('version')),
    )
    .select(['batch_id as batchId', 'version', 'rule', 'reason', 'made_at as madeAt'])
    .execute();
}
