import { isDamaged, isUnavailable } from '../database/database-errors.ts';
import { DatabaseReplaced } from '../database/database-replaced.ts';
import { CannotWrite } from '../write-monitor.ts';
import { HttpError } from './http-errors.ts';

/**
 * What a failure on the portal's side is due to: `damaged` is a database whose files are damaged or gone, `busy` a queue that
 * is full, `bug` what nobody foresaw.
 */
export type FailureCause = 'damaged' | 'database' | 'bucket' | 'disk' | 'file' | 'busy' | 'bug';

/** What a disk that is full, read-only or broken is called by the system, and by SQLite. */
const ofDisk =
  /^(ENOSPC|EDQUOT|EFBIG|EROFS|EACCES|EPERM|EIO|ENXIO|ENODEV|ESTALE)$|^SQLITE_(FULL|READONLY|IOERR|CANTOPEN)/;

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Whether the system could not read or write: the disk fails, is gone, or the portal's rights to it are. */
export function isDiskFailure(error: unknown): boolean {
  return ofDisk.test(codeOf(error));
}

/** Whether the process, or the machine, has as many files and connections open as it may have. */
export function isOutOfDescriptors(error: unknown): boolean {
  return /^E[MN]FILE$/.test(codeOf(error));
}

/** The cause of an error that is answered with 500 or 503. */
export function failureCause(error: unknown): FailureCause {
  if (isDamaged(error)) return 'damaged';
  if (error instanceof CannotWrite && error.cause instanceof DatabaseReplaced) return 'damaged';
  // What the system itself names, or SQLite, lies on this machine's disk.
  if (error instanceof CannotWrite) return /^(E[A-Z]|SQLITE)/.test(codeOf(error.cause)) ? 'disk' : 'database';
  if (error instanceof HttpError) {
    if (error.isOfBucket) return 'bucket';
    return error.code === 'file_unavailable' ? 'file' : 'busy';
  }
  if (isDiskFailure(error)) return 'disk';
  if (isOutOfDescriptors(error)) return 'busy';
  return isUnavailable(error) ? 'database' : 'bug';
}
