/** The migrator's, and rows of a running process; devices restart uploads. */
const leftOut = new Set([
  'migrations',
  'migration_lock',
  'schema_range',
  'uploads',
  'idempotency_locks',
  'presences',
  'journal',
  'journal_changes',
]);

/** Whether a backup has the table, and the journal its changes. */
export const isCopied = ({ name }: { name: string }): boolean => !leftOut.has(name);
