import { sql } from 'kysely';
import { hasAccounts } from '../accounts/queries.ts';
import { hasCourses } from '../courses/course-queries.ts';
import { listAttachedFiles } from '../forum/attachments/attached-files.ts';
import { recordShownTexts } from '../catalogue/texts/texts.ts';
import type { AppContext } from '../platform/context.ts';
import { announce } from '../platform/database/announce.ts';
import type { Writer } from '../platform/database/database.ts';
import { describeTables, inOrderOfReferences } from '../platform/database/describe-tables.ts';
import { withoutTriggers } from '../operations/backups/load-rows.ts';
import { removeQueuedJobs } from '../platform/jobs/job-rows.ts';
import { periodicJob, type AnyJob } from '../platform/jobs/job.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { listSubmittedFiles } from '../submissions/list-submitted-files.ts';
import { dropExpired } from '../submissions/uploads/upload-rows.ts';
import { isMarkedAsDemo, NotADemo, prepareDemo, resetKind, seedDemo, writeDemo } from './seed-demo.ts';

/** What a reset leaves: the schema and its first rows, the portal's keys, and what belongs to the machines. */
const keptTables = new Set([
  'migrations',
  'migration_lock',
  'schema_range',
  'receipt_key',
  'receipt_keys',
  'receipt_private_keys',
  'mail_link_keys',
  'built_files',
  'backups',
  // Deleting these would lift limits, and let a used login be used again.
  'rate_limit_hits',
  'used_login_states',
  // The files of DATA_DIR are read again only once they change.
  'operator_texts',
  'translated_texts',
  'jobs',
]);

async function emptyTables(writer: Writer, engine: AppContext['database']['engine']): Promise<void> {
  const all = await describeTables(writer, engine);
  const emptied = inOrderOfReferences(all.filter(({ name }) => !keptTables.has(name))).toReversed();
  const names = emptied.map(({ name }) => name);
  await withoutTriggers(writer, engine, names, async () => {
    for (const name of names) await sql.raw(`delete from "${name}"`).execute(writer);
  });
  // The demo's mark is a recurring one.
  await removeQueuedJobs(writer);
}

/** Files of visitors have no row any more. One that was stored since may still get its row. */
async function removeFilesBefore(context: Pick<AppContext, 'database' | 'files'>, instant: number) {
  const named = new Set<string>();
  for await (const page of listSubmittedFiles(context)) for (const { sha256 } of page) named.add(sha256);
  for await (const page of listAttachedFiles(context)) for (const { sha256 } of page) named.add(sha256);
  for await (const { sha256 } of context.files.list())
    if (!named.has(sha256)) await context.files.removeUnused(sha256, instant);
}

/**
 * Puts the demo back to its beginning, in one transaction on all tables: two resets never mix. Afterwards the
 * visitors' sessions are gone.
 * @throws NotADemo without the seed's mark
 */
export async function resetDemo(context: AppContext): Promise<void> {
  const { database, clock } = context;
  const startedAt = clock.now();
  const prepared = await prepareDemo(context);
  await dropExpired(context, Number.MAX_SAFE_INTEGER);
  await database.transaction(async (writer) => {
    if (!(await isMarkedAsDemo(writer))) throw new NotADemo(notADemo);
    await emptyTables(writer, database.engine);
    await writeDemo(context, writer, prepared);
    for (const topic of ['catalogue', 'texts', 'notices'] as const) announce(writer, topic);
  });
  await recordShownTexts(context);
  await removeFilesBefore(context, startedAt);
  context.log.info('the demo was reset');
}

/** A job's claim lets only one process reset at a time. */
export function demoJobs({ demoResetMs }: Pick<Settings, 'demoResetMs'>): AnyJob[] {
  return demoResetMs === null ? [] : [periodicJob(resetKind, demoResetMs, resetDemo)];
}

const notADemo =
  'Setting DEMO is set, but this database holds other data than the demo’s. Give the demo its own DATA_DIR or DATABASE_URL';

/**
 * Before the first request. A public demo fills an empty database.
 * @throws NotADemo in one line
 */
export async function openDemo(context: AppContext): Promise<void> {
  const { reader } = context.database;
  if (await isMarkedAsDemo(reader)) return;
  if (context.settings.demo !== 'public' || (await hasAccounts(reader)) || (await hasCourses(reader)))
    throw new NotADemo(notADemo);
  if (await seedDemo(context)) context.log.info('The database was empty: the demo was loaded.');
}
