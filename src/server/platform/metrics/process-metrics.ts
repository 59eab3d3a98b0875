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
      help: 'Connections to PostgreSQL by state; none with the embedded database',
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
      help: 'Whether what the portal writes to can be written, 1 or 0, by store',
      type: 'gauge',
      read: () => [
        { labels: { store: 'database' }, value: isWritable(database.writes) },
        { labels: { store: 'files' }, value: isWritable(files.writes) },
      ],
    },
    {
      name: 'capstone_database_damaged',
      help: 'Whether the files of the database were found to be damaged, 1 or 0; until the process ends',
      type: 'gauge',
      read: () => (database.damage.found() === null ? 0 : 1),
    },
    {
      name: 'capstone_uploads_running',
      help: 'Requests that bring files and have a place',
      type: 'gauge',
      read: () => uploadLimiter.running(),
    },
    {
      name: 'capstone_uploads_places',
      help: 'How many requests that bring files may run at once',
      type: 'gauge',
      read: () => uploadLimiter.places,
    },
    {
      name: 'capstone_uploads_waiting',
      help: 'Requests that bring files and wait for a place',
      type: 'gauge',
      read: () => uploadLimiter.queued(),
    },
    {
      name: 'capstone_passwords_running',
      help: 'Passwords that are hashed at this moment',
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
      help: 'Passwords that have had a thread',
      type: 'counter',
      read: () => passwords.figures().begun,
    },
    {
      name: 'capstone_passwords_wait_seconds_total',
      help: 'How long passwords have waited for a thread, added up',
      type: 'counter',
      read: () => passwords.figures().waitedMs / 1_000,
    },
    {
      name: 'capstone_disk_free_bytes',
      help: 'Room on the disk of DATA_DIR that the portal may use',
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
