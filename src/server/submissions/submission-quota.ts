import { sql } from 'kysely';
import { dayMs } from '#contract/durations';
import { refuseBeyondQuota } from '../accounts/lift-limits.ts';
import type { AppContext } from '../platform/context.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'settings'>;

const toMegabytes = (bytes: number): number => Math.floor(bytes / 1024 / 1024);

async function submittedToday({ database, clock }: Context, accountId: number) {
  return database.reader
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

async function unfinishedBytes({ database, clock }: Context, accountId: number): Promise<number> {
  const { bytes } = await database.reader
    .selectFrom('uploads')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', clock.now())
    .select(sql<number>`cast(coalesce(sum(bytes), 0) as double precision)`.as('bytes'))
    .executeTakeFirstOrThrow();
  return bytes;
}

/**
 * Per student and day; simultaneous requests may pass together.
 * @param options.bytes of the new file
 * @param options.isUpload counts unfinished uploads
 * @throws 429 with Retry-After
 */
export async function enforceSubmissionQuota(
  context: Context,
  { accountId, bytes = 0, isUpload = false }: { accountId: number; bytes?: number; isUpload?: boolean },
): Promise<void> {
  const { settings, clock } = context;
  const { submissionsADay, submissionBytesADay } = settings;
  const today = await submittedToday(context, accountId);
  const freeAt = (today.oldest ?? clock.now()) + dayMs;
  if (today.count >= submissionsADay) {
    const message = `You have reached the limit of ${submissionsADay} submissions a day.`;
    await refuseBeyondQuota(context, { accountId, message, freeAt });
  }
  const waiting = isUpload ? await unfinishedBytes(context, accountId) : 0;
  if (today.bytes + waiting + bytes > submissionBytesADay) {
    const message = `You have reached the limit of ${toMegabytes(submissionBytesADay)} MB a day.`;
    await refuseBeyondQuota(context, { accountId, message, freeAt });
  }
}
