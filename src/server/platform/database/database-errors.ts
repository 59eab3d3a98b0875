function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Whether a row was refused because its key is taken. */
export function isUniqueViolation(error: unknown): boolean {
  return ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'].includes(codeOf(error));
}

/** Whether a query named a table that is not there. */
export function isMissingTable(error: unknown): boolean {
  return codeOf(error) === '42P01' || (error instanceof Error && error.message.startsWith('no such table: '));
}

/** Whether a transaction failed on another one's lock and may be tried again. */
export function isContention(error: unknown): boolean {
  // 40001 serialization failure, 40P01 deadlock, 55P03 lock not available
  return /^SQLITE_BUSY|^SQLITE_LOCKED|^40001$|^40P01$|^55P03$/.test(codeOf(error));
}

/** Whether the database cannot serve at present, for a reason outside of the request. */
export function isUnavailable(error: unknown): boolean {
  if (isContention(error)) return true;
  // 08: connection, 53: resources, 57P: shutting down or starting; SQLITE_FULL: no room on the disk
  if (
    /^(08|53|57P)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|SQLITE_FULL|SQLITE_IOERR)/.test(
      codeOf(error),
    )
  )
    return true;
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated/.test(error.message)
  );
}
