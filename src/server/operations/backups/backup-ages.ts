import { firstAccountAt } from '../../accounts/queries.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Metric } from '../../platform/metrics/metric-registry.ts';
import { listBackups } from './queries.ts';

type Context = Pick<AppContext, 'database' | 'clock'>;

const keptMs = 60_000;

/**
 * How old the newest backup is, and the newest rehearsal, in milliseconds. Without one it is the time for which the portal has had
 * something to lose: since its first account was made.
 */
export async function readBackupAges({ database, clock }: Context) {
  const backups = await listBackups(database.reader);
  const firstAt = await firstAccountAt(database.reader);
  const now = clock.now();
  const sinceFirst = firstAt === null ? 0 : Math.max(0, now - firstAt);
  const rehearsedAt = Math.max(0, ...backups.map((one) => one.rehearsedAt ?? 0));
  const [newest] = backups;
  return {
    newest,
    backupMs: newest === undefined ? sinceFirst : now - newest.madeAt,
    rehearsedAt: rehearsedAt === 0 ? null : rehearsedAt,
    rehearsalMs: rehearsedAt === 0 ? sinceFirst : now - rehearsedAt,
  };
}

/** For an alert: a timer that was never enabled is seen by nobody. */
export function backupMetrics(context: Context): Metric[] {
  const age = (name: string, of: 'backupMs' | 'rehearsalMs', what: string): Metric => ({
    name,
    help: `How old the newest ${what} is; without one, how long ago the first account was made`,
    type: 'gauge',
    keptMs,
    read: async () => (await readBackupAges(context))[of] / 1_000,
  });
  return [
    age('capstone_backup_age_seconds', 'backupMs', 'backup'),
    age('capstone_rehearsal_age_seconds', 'rehearsalMs', 'rehearsed restore'),
  ];
}
