function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Whether a row was refused because its key is taken. */
export function isUniqueViolation(error: unknown): boolean {
  return ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'].includes(codeOf(error));
}

/** Whether a row was refused, or kept, because of another one that refers to it or to which it refers. */
export function isForeignKeyViolation(error: unknown): boolean {
  return ['SQLITE_CONSTRAINT_FOREIGNKEY', '23503'].includes(codeOf(error));
}

/** Whether a trigger refused a change by a name that `ddl.refuseWhere` gave it. */
export function isRefusedBy(error: unknown, name: string): boolean {
  // P0001 raise_exception
  const isRaised = ['SQLITE_CONSTRAINT_TRIGGER', 'P0001'].includes(codeOf(error));
  return isRaised && (error as Error).message === name;
}

/** Whether a query named a table that is not there. */
export function isMissingTable(error: unknown): boolean {
  return codeOf(error) === '42P01' || (error instanceof Error && error.message.startsWith('no such table: '));
}

/**
 * Whether a transaction failed on another one's lock and may be tried again: the database itself said so, and has rolled
 * it back. A lost connection is none of these: the commit may have been the last thing that arrived.
 */
export function isContention(error: unknown): boolean {
  // 40001 serialization failure, 40P01 deadlock, 55P03 lock not available
  return /^SQLITE_BUSY|^SQLITE_LOCKED|^40001$|^40P01$|^55P03$/.test(codeOf(error));
}

/** Whether a statement waited too long for a row or table that another transaction holds (PostgreSQL only). */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/** Whether the database can be read and not be written: no room, a disk that fails, no right to write. */
export function isUnwritable(error: unknown): boolean {
  // 53100 disk full, 25006 a server that has become a standby or takes reads only, 58030 input/output error
  return /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)|^(53100|25006|58030)$/.test(codeOf(error));
}

/** Whether the database's own files are damaged: what was read is not what was once written. */
export function isDamaged(error: unknown): boolean {
  // XX001 data corrupted, XX002 index corrupted
  return /^SQLITE_(CORRUPT|NOTADB)|^XX00[12]$/.test(codeOf(error));
}

/**
 * PostgreSQL's reasons that lie outside of the request. By class: 08 connection, 28 not let in, 53 resources, 57P shutting
 * down, starting or restarting, 58 system. By code: 25P03 and 25P04 a transaction that was idle or took too long, 3D000 no
 * such database, 57014 the statement's time-out.
 */
const outsidePostgres = /^(08|28|53|57P|58)...?$|^(25P03|25P04|3D000|57014)$/;

const outsideNetwork = new Set([
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** What the driver says in words only, about a connection that was not made, or went. */
const driverMessages =
  /^(timeout expired|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after)/;

/** Whether the database cannot serve at present, for a reason outside of the request. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (isContention(error) || isUnwritable(error) || outsidePostgres.test(code)) return true;
  // A socket of PostgreSQL's own in the file system is missing while it is stopped.
  const isMissingSocket = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return outsideNetwork.has(code) || isMissingSocket || driverMessages.test(error.message);
}
