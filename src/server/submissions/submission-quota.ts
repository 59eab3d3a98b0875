import { sql } from 'kysely';
import { dayMs } from '#contract/durations';
import { refuseBeyondQuota } from '../accounts/lift-limits.ts';
import type { AppContext } from '../platform/context.ts';
import type { Reader } from '../platform/database/database.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'settings'>;

const toMegabytes = (bytes: number): number => Math.floor(bytes / 1024 / 1024);

async function submittedToday(reader: Reader, { clock }: Context, accountId: number) {
  return reader
    .selectFrom('submissions')
    .where('account_id', '=', accountId)
    .where('submitted_at', '>', clock.now() - dayMs)
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`cast(coalesce(sum(file_bytes), 0) as double precision)`.as('bytes'),
      sql<number | null>`min(submitted_at)`.as('oldest'),
    ])
    .executeTakeFirstOrThrow();
}

async function unfinishedBytes(reader: Reader, { clock }: Context, accountId: number): Promise<number> {
  const { bytes } = await reader
    .selectFrom('uploads')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', clock.now())
    .select(sql<number>`cast(coalesce(sum(bytes), 0) as double precision)`.as('bytes'))
    .executeTakeFirstOrThrow();
  return bytes;
}

/**
 * Per student and day. Early, so that what is refused is not stored; and again under the account's lock, where
 * simultaneous requests count each other.
 * @param options.bytes of the new file
 * @param options.isUpload counts unfinished uploads
 * @param reader of the transaction that holds the lock
 * @throws 429 with Retry-After
 */
export async function enforceSubmissionQuota(
  context: Context,
  { accountId, bytes = 0, isUpload = false }: { accountId: number; bytes?: number; isUpload?: boolean },
  reader: Reader = context.database.reader,
): Promise<void> {
  const { settings, clock } = context;
  const { submissionsADay, submissionBytesADay } = settings;
  const today = await submittedToday(reader, context, accountId);
  const freeAt = (today.oldest ?? clock.now()) + dayMs;
  if (today.count >= submissionsADay) {
    const message = `You have reached the limit of ${submissionsADay} submissions a day.`;
    await refuseBeyondQuota(context, { accountId, message, freeAt });
  }
  const waiting = isUpload ? await unfinishedBytes(reader, context, accountId) : 0;
  if (today.bytes + waiting + bytes > submissionBytesADay) {
    const message = `You have reached the limit of ${toMegabytes(submissionBytesADay)} MB a day.`;
    await refuseBeyondQuota(context, { accountId, message, freeAt });
  }
}
