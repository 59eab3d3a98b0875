import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import { announce } from '../database/announce.ts';
import type { Writer } from '../database/database.ts';
import { httpErrors } from '../http/http-errors.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

/** Dead first, then by next run. `at`: next run, claim's end or death, in milliseconds since 1970 UTC. */
export async function listJobs({ database }: Pick<Context, 'database'>, limit: number) {
  const rows = await database.reader
    .selectFrom('jobs')
    .orderBy(sql`failed_at is null`)
    .orderBy('failed_at', 'desc')
    .orderBy('due_at')
    .limit(limit)
    .select(['id', 'kind', 'key', 'attempts', 'due_at', 'is_running', 'failed_at', 'last_error as lastError'])
    .execute();
  return rows.map(({ due_at, is_running, failed_at, ...row }) => {
    const state: 'dead' | 'running' | 'waiting' =
      failed_at !== null ? 'dead' : is_running === 1 ? 'running' : 'waiting';
    return { ...row, state, at: failed_at ?? due_at };
  });
}

export type ListedJob = Awaited<ReturnType<typeof listJobs>>[number];

/**
 * @param inChange in the same transaction
 * @throws 404 for an unknown job, 409 for a running one
 */
export async function retryJob(
  { database, clock }: Context,
  id: number,
  inChange: (writer: Writer, now: number) => Promise<void> = async () => {},
): Promise<void> {
  const now = clock.now();
  await database.transaction(async (writer) => {
    const job = await writer
      .selectFrom('jobs')
      .where('id', '=', id)
      .select(['is_running', 'due_at'])
      .executeTakeFirst();
    if (job === undefined) throw httpErrors.notFound(`There is no job ${id}.`);
    if (job.is_running === 1 && job.due_at > now) throw httpErrors.conflict(`Job ${id} is running.`);
    await writer
      .updateTable('jobs')
      .set({ due_at: now, failed_at: null, is_running: 0 })
      .where('id', '=', id)
      .where('due_at', '=', job.due_at)
      .execute();
    await inChange(writer, now);
    announce(writer, 'jobs');
  });
}
