import { activeStudentsAs } from '../../accounts/queries.ts';
import { remoteConsentsAs } from '../../accounts/consent/remote-consent.ts';
import { batchesAs } from '../../courses/batch-queries.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';

/** Students who were told of a coming viva with a link and have not agreed to that. */
export const withoutRemoteConsent = compiledQuery((db, p: { now: number; limit: number }) =>
  db
    .selectFrom('viva_times as told')
    .innerJoin(activeStudentsAs('student'), 'student.id', 'told.account_id')
    .innerJoin(batchesAs('batch'), 'batch.id', 'told.batch_id')
    .leftJoin(remoteConsentsAs('consent'), 'consent.account_id', 'told.account_id')
    .where('told.purpose', '=', 'viva')
    .where('told.cancelled_at', 'is', null)
    .where('told.link', 'is not', null)
    .where('told.starts_at', '>', p.now)
    .where('consent.account_id', 'is', null)
    .orderBy('told.starts_at')
    .orderBy('told.account_id')
    .limit(p.limit)
    .select(['student.email', 'student.name', 'batch.name as batch'])
    .select(['told.starts_at as startsAt', 'told.room'])
    .select(({ fn }) => fn.countAll<number>().over().as('count')),
);
