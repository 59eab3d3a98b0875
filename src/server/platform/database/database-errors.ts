import { codeOf } from '../error-code.ts';

export function isUniqueViolation(error: unknown): boolean {
  return ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'].includes(codeOf(error));
}

export function isForeignKeyViolation(error: unknown): boolean {
  return ['SQLITE_CONSTRAINT_FOREIGNKEY', '23503'].includes(codeOf(error));
}

/** The name given to `ddl.refuseWhere`. */
export function isRefusedBy(error: unknown, name: string): boolean {
  // P0001 raise_exception
  const isRaised = ['SQLITE_CONSTRAINT_TRIGGER', 'P0001'].includes(codeOf(error));
  return isRaised && (error as Error).message === name;
}

export function isMissingTable(error: unknown): boolean {
  return codeOf(error) === '42P01' || (error instanceof Error && error.message.startsWith('no such table: '));
}

/** PostgreSQL 18 sometimes refuses a row lock that many transactions wait to strengthen, as an internal error. */
function isLockRace(error: unknown): boolean {
  return codeOf(error) === 'XX000' && (error as Error).message.startsWith('new multixact has more than one');
}

/** A rollback by another's lock may be retried; a lost connection may have committed. */
export function isContention(error: unknown): boolean {
  // 40001 serialization failure, 40P01 deadlock, 55P03 lock not available
  return /^SQLITE_BUSY|^SQLITE_LOCKED|^40001$|^40P01$|^55P03$/.test(codeOf(error)) || isLockRace(error);
}

/** PostgreSQL only. */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

export function isUnwritable(error: unknown): boolean {
  // 53100 disk full, 25006 standby or read-only, 58030 I/O error
  return /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)|^(53100|25006|58030)$/.test(codeOf(error));
}

export function isDamaged(error: unknown): boolean {
  // XX001 data corrupted, XX002 index corrupted
  return /^SQLITE_(CORRUPT|NOTADB)|^XX00[12]$/.test(codeOf(error));
}

/**
 * PostgreSQL's classes: 08 connection, 28 authorization, 53 resources, 57P shutdown or restart, 58 system;
 * 25P03 and 25P04 transaction time-outs, 3D000 no such database, 57014 statement time-out.
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

const driverMessages =
  /^(timeout expired|timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|Cannot use a pool after)/;

/** A cause outside the request. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (isContention(error) || isUnwritable(error) || outsidePostgres.test(code)) return true;
  // PostgreSQL's socket file is missing while it is stopped.
  const isMissingSocket = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return outsideNetwork.has(code) || isMissingSocket || driverMessages.test(error.message);
}

/** The SQLite file was deleted, moved or replaced: writes would be lost. */
export class DatabaseReplaced extends Error {
  constructor(file: string, isThere: boolean) {
    super(
      `${file} ${isThere ? 'was replaced by another file' : 'is missing'}. Put it back, or stop the portal and restore the newest backup`,
    );
  }
}

export class NotUtf8 extends Error {
  constructor(encoding: string) {
    super(
      `whose encoding is ${encoding}, which cannot keep every name and text; make one by: create database NAME encoding 'UTF8' template template0`,
    );
  }
}
