import { stat } from 'node:fs/promises';
import { dayMs, hourMs, minuteMs } from '#contract/durations';
import { firstAccountAt } from '../../accounts/queries.ts';
import type { AppContext } from '../../platform/context.ts';
import { gauge, type Metric } from '../../platform/metrics/metric-registry.ts';
import { localText } from '../../platform/zoned-time.ts';
import { countSubmissionsSince } from '../../submissions/queries.ts';
import { listBackups } from '../backups/backup-records.ts';
import { type Check, counted, fail, lengthOf, ok, shownSize, warn } from '../system-check/check.ts';
import { readJournal } from './journal-row.ts';
import { isJournalled } from './ship-journal.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'settings'>;

/** Beyond these a receipt may be lost with the disk. */
const lateMs = minuteMs;
const stuckMs = 5 * minuteMs;

/** Milliseconds since everything was copied; null without a place. */
async function readBehind({ database, clock, settings }: Context): Promise<number | null> {
  if (!isJournalled({ settings })) return null;
  const row = await readJournal(database.reader);
  const since = row?.copied_at ?? (await firstAccountAt(database.reader));
  return since === null ? 0 : Math.max(0, clock.now() - since);
}

async function readADay({ database, clock }: Context): Promise<number> {
  const row = await readJournal(database.reader);
  if (row === null || row.line === '') return 0;
  // A young line says little about a day.
  return Math.round((row.bytes * dayMs) / Math.max(hourMs, clock.now() - row.begun_at));
}

export const journalMetrics = (context: Context): Metric[] => [
  gauge(
    'capstone_journal_behind_seconds',
    'Since when changes are not in the place of the backups; 0 without a place',
    async () => ((await readBehind(context)) ?? 0) / 1_000,
  ),
  gauge(
    'capstone_journal_bytes_per_day',
    'Growth of the journal in the place of the backups, averaged since it began',
    () => readADay(context),
    minuteMs,
  ),
  gauge(
    'capstone_journal_displaced',
    'Whether another portal has taken over the place of the backups',
    async () => ((await readJournal(context.database.reader))?.displaced_at == null ? 0 : 1),
  ),
];

/** Enough to see that it is serious. */
const mostCounted = 1_000;

type Unprotected = { submissions: number; since: number | null };

/** What would be lost with the disk, or the database server, today. Null where a place is set, and for a demo. */
export async function readUnprotected({ database, settings }: Context): Promise<Unprotected | null> {
  if (settings.backupTarget !== null || settings.demo !== null) return null;
  const since = (await listBackups(database.reader, 1))[0]?.madeAt ?? null;
  return { submissions: await countSubmissionsSince(database.reader, since ?? 0, mostCounted), since };
}

/** A folder is then lost together with what it is a copy of. */
async function isOnSameDisk({ backupTarget, dataDir, databaseUrl, storage }: AppContext['settings']) {
  const isElsewhere = databaseUrl !== null && storage !== null;
  if (backupTarget === null || backupTarget.startsWith('s3:') || isElsewhere) return false;
  const [place, data] = await Promise.all([stat(backupTarget), stat(dataDir)]);
  return place.dev === data.dev;
}

export const journalCheck: Check = {
  id: 'journal',
  title: 'Copy of each change',
  async run(context) {
    const { settings, database } = context;
    if (settings.demo !== null) return ok('Not made in a demo');
    const unprotected = await readUnprotected(context);
    if (unprotected !== null) {
      const { submissions, since } = unprotected;
      const lost = `${counted(submissions, 'submission')}${submissions < mostCounted ? '' : ' or more'}`;
      const from = since === null ? '' : ` since the backup of ${localText(since, settings.academyZone)}`;
      const what = settings.databaseUrl === null ? 'this disk' : 'the database';
      return warn(
        `BACKUP_TARGET is not set. If ${what} fails, all changes${from} are lost with it, ${lost} among them`,
        'Set BACKUP_TARGET to a folder on another disk, or to a bucket.',
      );
    }
    const row = await readJournal(database.reader);
    const behind = (await readBehind(context)) ?? 0;
    if (row?.displaced_at != null)
      return fail(
        `Another portal has written to ${row.place} since ${localText(row.displaced_at, settings.academyZone)}. Nothing is copied from here`,
        'If this is the former machine, stop this portal. If not, give each portal a BACKUP_TARGET of its own.',
      );
    const todo = 'The log has the reason. Check that the place is mounted, has room, and can be written.';
    if (row === null || row.base === null) {
      const found = 'The first copy is not complete';
      return behind > stuckMs ? fail(found, todo) : warn(found, 'Wait until it is.');
    }
    const growth = `${shownSize(await readADay(context))} a day`;
    const found = `Complete up to ${behind < minuteMs ? counted(Math.round(behind / 1_000), 'second') : lengthOf(behind)} ago, in ${row.place}; grows by ${growth} until the next test restore`;
    if (behind > stuckMs) return fail(found, todo);
    if (behind > lateMs) return warn(found, todo);
    return (await isOnSameDisk(settings))
      ? warn(
          `${found}. It is on the disk of DATA_DIR: if this disk fails, both are lost`,
          'Set BACKUP_TARGET to a folder on another disk, or to a bucket.',
        )
      : ok(found);
  },
};
