import { sql } from 'kysely';
import { dayMs } from '#contract/durations';
import { limits } from '#contract/limits';
import { refuseBeyondQuota } from '../../accounts/lift-limits.ts';
import type { AppContext } from '../../platform/context.ts';

/**
 * Refuses what is more than one may attach within a day, in files and in bytes. What is sent at the same moment may pass together: an
 * account has few slots.
 * @param options.bytes of the file that comes
 * @throws 429 with Retry-After
 */
export async function enforceAttachmentQuota(
  context: Pick<AppContext, 'database' | 'clock'>,
  { accountId, bytes }: { accountId: number; bytes: number },
): Promise<void> {
  const now = context.clock.now();
  const today = await context.database.reader
    .selectFrom('attachments')
    .where('account_id', '=', accountId)
    .where('created_at', '>', now - dayMs)
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`cast(coalesce(sum(bytes), 0) as double precision)`.as('bytes'),
      sql<number | null>`min(created_at)`.as('oldest'),
    ])
    .executeTakeFirstOrThrow();
  const freeAt = (today.oldest ?? now) + dayMs;
  if (today.count >= limits.attachmentsADay) {
    const message = `You have attached ${limits.attachmentsADay} files within a day, which is as many as the portal takes.`;
    await refuseBeyondQuota(context, { accountId, message, freeAt });
  }
  if (today.bytes + bytes > limits.attachmentBytesADay) {
    const message = `You have attached ${limits.attachmentBytesADay / 1_048_576} MB within a day, which is as much as the portal takes.`;
    await refuseBeyondQuota(context, { accountId, message, freeAt });
  }
}
