import { isDamaged, isUnavailable } from '../database/database-errors.ts';
import { DatabaseReplaced } from '../database/database-replaced.ts';
import { CannotWrite } from '../write-monitor.ts';
import { HttpError } from './http-errors.ts';

/**
 * Cause of a failure on our side: `damaged` means corrupt or lost database files, `busy` a full queue, `bug`
 * the unexpected.
 */
export type FailureCause = 'damaged' | 'database' | 'bucket' | 'disk' | 'file' | 'busy' | 'bug';

/** Error codes of a full, read-only or broken disk, from the system and SQLite. */
const ofDisk =
  /^(ENOSPC|EDQUOT|EFBIG|EROFS|EACCES|EPERM|EIO|ENXIO|ENODEV|ESTALE)$|^SQLITE_(FULL|READONLY|IOERR|CANTOPEN)/;

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Whether reading or writing failed because of the disk or its permissions. */
export function isDiskFailure(error: unknown): boolean {
  return ofDisk.test(codeOf(error));
}

/** Whether the process or machine has too many open files and connections. */
export function isOutOfDescriptors(error: unknown): boolean {
  return /^E[MN]FILE$/.test(codeOf(error));
}

/** The cause of an error that is answered with 500 or 503. */
export function failureCause(error: unknown): FailureCause {
  if (isDamaged(error)) return 'damaged';
  if (error instanceof CannotWrite && error.cause instanceof DatabaseReplaced) return 'damaged';
  // Codes of the system and of SQLite concern this machine's disk.
  if (error instanceof CannotWrite) return /^(E[A-Z]|SQLITE)/.test(codeOf(error.cause)) ? 'disk' : 'database';
  if (error instanceof HttpError) {
    if (error.isOfBucket) return 'bucket';
    return error.code === 'file_unavailable' ? 'file' : 'busy';
  }
  if (isDiskFailure(error)) return 'disk';
  if (isOutOfDescriptors(error)) return 'busy';
  return isUnavailable(error) ? 'database' : 'bug';
}
