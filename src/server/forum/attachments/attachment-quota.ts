import { sql } from 'kysely';
import { dayMs } from '#contract/durations';
import { limits } from '#contract/limits';
import { refuseBeyondQuota } from '../../accounts/lift-limits.ts';
import { countAttempts, recordAttempt, type Counted } from '../../accounts/rate-limits.ts';
import type { AppContext } from '../../platform/context.ts';
import { HttpError } from '../../platform/http/http-errors.ts';

type Tools = Pick<AppContext, 'database' | 'clock'>;

const tooManyFiles = `You have reached the limit of ${limits.attachmentsADay} files a day.`;
const tooManyBytes = `You have reached the limit of ${limits.attachmentBytesADay / 1_048_576} MB of attachments a day.`;

const refusedOf = (accountId: number): Counted => ({
  kind: 'attachment-refused',
  subject: String(accountId),
});

/** Checking a refused file costs as much as accepting it. */
export async function countRefused<Result>(
  { database, clock }: Tools,
  accountId: number,
  statuses: readonly number[],
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof HttpError && statuses.includes(error.status)) {
      const now = clock.now();
      await database.nonDurableTransaction((writer) => recordAttempt(writer, refusedOf(accountId), now));
    }
    throw error;
  }
}

const refusedToday = ({ database, clock }: Tools, accountId: number) =>
  countAttempts(database.reader, refusedOf(accountId), clock.now() - dayMs);

/** Leaves the file unread once as many were refused today as may be attached. @throws 429 with Retry-After */
export async function enforceRefusalQuota(tools: Tools, accountId: number): Promise<void> {
  const { count, oldest } = await refusedToday(tools, accountId);
  if (count < limits.attachmentsADay || oldest === null) return;
  await refuseBeyondQuota(tools, { accountId, message: tooManyFiles, freeAt: oldest + dayMs });
}

/**
 * Per day, refused ones included. Simultaneous requests may pass together.
 * @param options.bytes of the new file
 * @throws 429 with Retry-After
 */
export async function enforceAttachmentQuota(
  tools: Tools,
  { accountId, bytes }: { accountId: number; bytes: number },
): Promise<void> {
  const now = tools.clock.now();
  const taken = await tools.database.reader
    .selectFrom('attachments')
    .where('account_id', '=', accountId)
    .where('created_at', '>', now - dayMs)
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`cast(coalesce(sum(bytes), 0) as double precision)`.as('bytes'),
      sql<number | null>`min(created_at)`.as('oldest'),
    ])
    .executeTakeFirstOrThrow();
  const refused = await refusedToday(tools, accountId);
  const freeAt = Math.min(taken.oldest ?? now, refused.oldest ?? now) + dayMs;
  if (taken.count + refused.count >= limits.attachmentsADay)
    await refuseBeyondQuota(tools, { accountId, message: tooManyFiles, freeAt });
  if (taken.bytes + bytes > limits.attachmentBytesADay)
    await refuseBeyondQuota(tools, { accountId, message: tooManyBytes, freeAt });
}
