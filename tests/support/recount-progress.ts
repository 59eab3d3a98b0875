import { opensAt, tasks } from '#contract/dates';
import { batchKey } from '#contract/limits';
import type { Reader } from '#server/platform/database/database';

const byAccount = <Row extends { accountId: number }>(rows: Row[]) =>
  rows.toSorted((a, b) => a.accountId - b.accountId);

/** The rows of students as triggers keep them, but for what a job notes. */
export async function keptProgress(database: Reader) {
  return byAccount(
    await database
      .selectFrom('student_progress')
      .select([
        'account_id as accountId',
        'batch_id as batchId',
        'name_key as nameKey',
        'search_text as searchText',
        'project_id as projectId',
        'behind_from as behindFrom',
        'seen_at as seenAt',
        'has_submitted as hasSubmitted',
        'is_late as isLate',
        'is_waiting as isWaiting',
      ])
      .execute(),
  );
}

/** The same from the rows that they follow from, by the rules of the contract. */
export async function recountProgress(database: Reader): Promise<Awaited<ReturnType<typeof keptProgress>>> {
  const accounts = await database.selectFrom('accounts').selectAll().where('role', '=', 'student').execute();
  const selections = await database.selectFrom('selections').selectAll().execute();
  const submissions = await database.selectFrom('submissions').selectAll().execute();
  const extensions = await database.selectFrom('extensions').selectAll().execute();
  const batches = await database.selectFrom('batches').selectAll().execute();
  return byAccount(
    accounts.map((account) => {
      const selection = selections.find(({ account_id }) => account_id === account.id);
      const newest = tasks.flatMap((task) => {
        const versions = submissions.filter((row) => row.account_id === account.id && row.task === task);
        const [last] = versions.toSorted((a, b) => b.version - a.version);
        const chosenAt = selection?.chosen_at ?? selection?.started_at ?? Infinity;
        return last === undefined || last.submitted_at < chosenAt ? [] : [last];
      });
      const isExcused = ({ task, submitted_at }: (typeof newest)[number]) => {
        const own = extensions.filter((row) => row.account_id === account.id && row.task === task);
        return submitted_at <= (own.toSorted((a, b) => b.id - a.id)[0]?.due_at ?? -Infinity);
      };
      const missing = tasks.find((task) => !newest.some((row) => row.task === task));
      const batch = batches.find(({ id }) => id === account.batch_id);
      const isElsewhere = account.typed_batch !== null && batchKey(account.typed_batch) !== batch?.name_key;
      return {
        accountId: account.id,
        batchId: account.batch_id ?? 0,
        nameKey: account.name.toLowerCase(),
        searchText: `${account.name.toLowerCase()} ${account.email}`,
        projectId: selection?.project_id ?? null,
        behindFrom:
          selection === undefined
            ? account.created_at
            : missing === undefined
              ? Number.MAX_SAFE_INTEGER
              : opensAt(missing, selection.started_at),
        seenAt: account.seen_at ?? account.created_at,
        hasSubmitted: newest.length > 0 ? 1 : 0,
        isLate: newest.some((row) => row.late === 1 && !isExcused(row)) ? 1 : 0,
        isWaiting: batch === undefined || isElsewhere ? 1 : 0,
      };
    }),
  );
}
