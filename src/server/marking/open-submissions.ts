import { minuteMs } from '#contract/durations';
import { isoInstant } from '#contract/dates';
import { shownName } from '#contract/accounts/person-name';
import * as calls from '#contract/marking/release-calls';
import type { Openers } from '#contract/marking/release-calls';
import { accountsAs } from '../accounts/queries.ts';
import { read } from '../accounts/sessions/act.ts';
import type { AppContext } from '../platform/context.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { ownSubmission, type Markable } from './policy.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

/** Milliseconds after the last activity. */
const idleMs = 10 * minuteMs;

const namesLimit = 10;
const rowsLimit = 200;

/** By colleagues: this submission, and others of its batch. */
export const openBeside = compiledQuery(
  (
    db,
    p: { submissionId: number; batchId: number | null; accountId: number; since: number; limit: number },
  ) =>
    db
      .selectFrom('open_submissions as opened')
      .innerJoin(accountsAs('opener'), 'opener.id', 'opened.account_id')
      .innerJoin('submissions', 'submissions.id', 'opened.submission_id')
      .innerJoin(accountsAs('student'), 'student.id', 'submissions.account_id')
      .where((eb) =>
        eb.or([eb('opened.submission_id', '=', p.submissionId), eb('student.batch_id', '=', p.batchId)]),
      )
      .where('opened.account_id', '!=', p.accountId)
      .where('opened.seen_at', '>', p.since)
      .orderBy('opened.opened_at')
      .orderBy('opened.account_id')
      .orderBy('opened.submission_id')
      .limit(p.limit)
      .select([
        'opener.name',
        'opened.opened_at as openedAt',
        'opened.submission_id as submissionId',
        'submissions.task',
        'student.email',
      ]),
);

async function othersAt(
  database: Reader | Writer,
  { id, batchId, viewer: { accountId } }: Markable,
  now: number,
): Promise<Openers> {
  const beside = { submissionId: id, batchId, accountId, since: now - idleMs, limit: rowsLimit };
  const rows = await openBeside(database, beside);
  return {
    others: rows
      .filter(({ submissionId }) => submissionId === id)
      .slice(0, namesLimit)
      .map(({ name, openedAt }) => ({ name: shownName(name), since: isoInstant(openedAt) })),
    ...(rows.length > 0 && {
      in_batch: rows.map(({ name, task, email }) => ({ s_id: email, task, name: shownName(name) })),
    }),
  };
}

async function listOpeners({ database, clock }: Context, submission: Markable): Promise<Openers> {
  return othersAt(database.reader, submission, clock.now());
}

/** @returns who else has it open */
async function openSubmission({ database, clock }: Context, submission: Markable): Promise<Openers> {
  const { id, viewer } = submission;
  const now = clock.now();
  // The next activity repairs a loss.
  return database.nonDurableTransaction(async (writer) => {
    await writer
      .deleteFrom('open_submissions')
      .where('seen_at', '<=', now - idleMs)
      .execute();
    await writer
      .insertInto('open_submissions')
      .values({ submission_id: id, account_id: viewer.accountId, opened_at: now, seen_at: now })
      .onConflict((conflict) =>
        conflict.columns(['submission_id', 'account_id']).doUpdateSet({ seen_at: now }),
      )
      .execute();
    return othersAt(writer, submission, now);
  });
}

async function closeSubmission({ database }: Context, { id, viewer }: Markable): Promise<void> {
  await database.nonDurableTransaction((writer) =>
    writer
      .deleteFrom('open_submissions')
      .where('submission_id', '=', id)
      .where('account_id', '=', viewer.accountId)
      .execute(),
  );
}

// They store no key: the next activity repeats them.
export const openerCalls = [
  read(calls.listOpeners, {
    who: ownSubmission,
    run: ({ context, resource }) => listOpeners(context, resource),
  }),
  read(calls.openSubmission, {
    who: ownSubmission,
    run: ({ context, resource }) => openSubmission(context, resource),
  }),
  read(calls.closeSubmission, {
    who: ownSubmission,
    run: ({ context, resource }) => closeSubmission(context, resource),
  }),
];
