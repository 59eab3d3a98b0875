import { dayMs, hourMs } from '#contract/durations';
import type { AppContext } from '../../platform/context.ts';
import { removeRows } from '../../platform/database/rows-at-once.ts';
import { periodicJob } from '../../platform/jobs/job.ts';

/** Milliseconds that an unimported one is kept. */
const keptMs = dayMs;

/** Of imported and day-old ones. */
export async function removeOldImports(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  signal: AbortSignal,
): Promise<void> {
  const before = clock.now() - keptMs;
  for (const table of ['intake_lines', 'intake_people'] as const) {
    await removeRows(
      database,
      signal,
      (reader, limit) =>
        reader
          .selectFrom(table)
          .innerJoin('intakes', 'intakes.id', `${table}.intake_id`)
          .where((on) => on.or([on('intakes.state', '=', 'imported'), on('intakes.made_at', '<', before)]))
          .select([`${table}.intake_id`, `${table}.line`])
          .limit(limit)
          .execute(),
      (writer, rows) => {
        const [first] = rows;
        const importId = (first as { intake_id: number }).intake_id;
        const lines = rows.filter((row) => row.intake_id === importId).map(({ line }) => line);
        return writer
          .deleteFrom(table)
          .where('intake_id', '=', importId)
          .where('line', 'in', lines)
          .execute();
      },
    );
  }
  // Imported ones stay listed, without rows.
  await removeRows(
    database,
    signal,
    async (reader, limit) => {
      const rows = await reader
        .selectFrom('intakes')
        .where('made_at', '<', before)
        .where('state', '<>', 'imported')
        .limit(limit)
        .select('id')
        .execute();
      return rows.map(({ id }) => id);
    },
    (writer, ids) => writer.deleteFrom('intakes').where('id', 'in', ids).execute(),
  );
}

export const removeOldImportsJob = periodicJob('remove-old-intakes', hourMs, removeOldImports);
