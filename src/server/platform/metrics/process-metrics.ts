import { statfs } from 'node:fs/promises';
import type { AppContext } from '../context.ts';
import type { PoolFigures } from '../database/engine.ts';
import { counter, gauge, type Metric } from './metric-registry.ts';

const diskKeptMs = 5_000;

type Context = Pick<AppContext, 'database' | 'files' | 'uploadLimiter' | 'passwords' | 'settings'>;

function connections(pool: PoolFigures | null) {
  if (pool === null) return [];
  return [
    { labels: { state: 'in use' }, value: pool.size - pool.idle },
    { labels: { state: 'idle' }, value: pool.idle },
  ];
}

export function processMetrics({ database, files, uploadLimiter, passwords, settings }: Context): Metric[] {
  const disk = () => statfs(settings.dataDir);
  const isWritable = (one: typeof database.writes) => (one.health().ok ? 1 : 0);
  return [
    gauge('capstone_database_connections', 'Connections to PostgreSQL by state; none with SQLite', () =>
      connections(database.pool()),
    ),
    gauge(
      'capstone_database_waiting',
      'Queries that wait for a connection',
      () => database.pool()?.waiting ?? null,
    ),
    gauge('capstone_writable', 'Whether a store is writable, 1 or 0', () => [
      { labels: { store: 'database' }, value: isWritable(database.writes) },
      { labels: { store: 'files' }, value: isWritable(files.writes) },
    ]),
    gauge(
      'capstone_database_damaged',
      'Whether damage was found in the database files, 1 or 0; lasts until the process ends',
      () => (database.damage.found() === null ? 0 : 1),
    ),
    gauge('capstone_uploads_running', 'Uploads that are running', () => uploadLimiter.running()),
    gauge('capstone_uploads_places', 'Most concurrent uploads', () => uploadLimiter.places),
    gauge('capstone_uploads_waiting', 'Uploads that wait for a slot', () => uploadLimiter.queued()),
    gauge('capstone_passwords_running', 'Passwords being hashed', () => passwords.figures().running),
    gauge(
      'capstone_passwords_waiting',
      'Passwords that wait for a thread',
      () => passwords.figures().waiting,
    ),
    counter(
      'capstone_passwords_begun_total',
      'Passwords whose hashing has begun',
      () => passwords.figures().begun,
    ),
    counter(
      'capstone_passwords_wait_seconds_total',
      'Total time that passwords waited for a thread',
      () => passwords.figures().waitedMs / 1_000,
    ),
    gauge(
      'capstone_disk_free_bytes',
      'Free space on the disk of DATA_DIR',
      async () => {
        const { bavail, bsize } = await disk();
        return bavail * bsize;
      },
      diskKeptMs,
    ),
    gauge(
      'capstone_disk_size_bytes',
      'Size of the disk of DATA_DIR',
      async () => {
        const { blocks, bsize } = await disk();
        return blocks * bsize;
      },
      diskKeptMs,
    ),
  ];
}
