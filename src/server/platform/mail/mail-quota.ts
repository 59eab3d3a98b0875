import { sql } from 'kysely';
import { dayMs } from '#contract/durations';
import type { Reader, Writer } from '../database/database.ts';

/** A signup with another person's address must not flood their mailbox. */
export async function mayMailToday(
  database: Reader | Writer,
  { to, mailsADay, now }: { to: string; mailsADay: number; now: number },
): Promise<boolean> {
  const { count } = await database
    .selectFrom((from) =>
      from
        .selectFrom('outbox')
        .where('recipient', '=', to)
        .where('created_at', '>', now - dayMs)
        .limit(mailsADay)
        .select('id')
        .as('today'),
    )
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count < mailsADay;
}
