import { statfs } from 'node:fs/promises';
import type { AppContext } from '../context.ts';
import type { PoolFigures } from '../database/engine.ts';
import type { Metric } from './metric-registry.ts';

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
    {
      name: 'capstone_database_connections',
      help: 'Connections to PostgreSQL by state; none with SQLite',
      type: 'gauge',
      read: () => connections(database.pool()),
    },
    {
      name: 'capstone_database_waiting',
      help: 'Queries that wait for a connection',
      type: 'gauge',
      read: () => database.pool()?.waiting ?? null,
    },
    {
      name: 'capstone_writable',
      help: 'Whether a store is writable, 1 or 0',
      type: 'gauge',
      read: () => [
        { labels: { store: 'database' }, value: isWritable(database.writes) },
        { labels: { store: 'files' }, value: isWritable(files.writes) },
      ],
    },
    {
      name: 'capstone_database_damaged',
      help: 'Whether damage was found in the database files, 1 or 0; lasts until the process ends',
      type: 'gauge',
      read: () => (database.damage.found() === null ? 0 : 1),
    },
    {
      name: 'capstone_uploads_running',
      help: 'Uploads that are running',
      type: 'gauge',
      read: () => uploadLimiter.running(),
    },
    {
      name: 'capstone_uploads_places',
      help: 'Most concurrent uploads',
      type: 'gauge',
      read: () => uploadLimiter.places,
    },
    {
      name: 'capstone_uploads_waiting',
      help: 'Uploads that wait for a slot',
      type: 'gauge',
      read: () => uploadLimiter.queued(),
    },
    {
      name: 'capstone_passwords_running',
      help: 'Passwords being hashed',
      type: 'gauge',
      read: () => passwords.figures().running,
    },
    {
      name: 'capstone_passwords_waiting',
      help: 'Passwords that wait for a thread',
      type: 'gauge',
      read: () => passwords.figures().waiting,
    },
    {
      name: 'capstone_passwords_begun_total',
      help: 'Passwords whose hashing has begun',
      type: 'counter',
      read: () => passwords.figures().begun,
    },
    {
      name: 'capstone_passwords_wait_seconds_total',
      help: 'Total time that passwords waited for a thread',
      type: 'counter',
      read: () => passwords.figures().waitedMs / 1_000,
    },
    {
      name: 'capstone_disk_free_bytes',
      help: 'Free space on the disk of DATA_DIR',
      type: 'gauge',
      keptMs: diskKeptMs,
      read: async () => {
        const { bavail, bsize } = await disk();
        return bavail * bsize;
      },
    },
    {
      name: 'capstone_disk_size_bytes',
      help: 'Size of the disk of DATA_DIR',
      type: 'gauge',
      keptMs: diskKeptMs,
      read: async () => {
        const { blocks, bsize } = await disk();
        return blocks * bsize;
      },
    },
  ];
}
