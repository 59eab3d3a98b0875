import { isDamaged, isUnavailable, DatabaseReplaced } from '../database/database-errors.ts';
import { codeOf } from '../error-code.ts';
import { CannotWrite } from '../write-monitor.ts';
import { HttpError } from './http-errors.ts';

/** `damaged`: corrupt or lost database files; `busy`: a full queue; `bug`: the unexpected. */
export type FailureCause = 'damaged' | 'database' | 'bucket' | 'disk' | 'file' | 'busy' | 'bug';

/** Of the system and SQLite, for a full, read-only or broken disk. */
const ofDisk =
  /^(ENOSPC|EDQUOT|EFBIG|EROFS|EACCES|EPERM|EIO|ENXIO|ENODEV|ESTALE)$|^SQLITE_(FULL|READONLY|IOERR|CANTOPEN)/;

export function isDiskFailure(error: unknown): boolean {
  return ofDisk.test(codeOf(error));
}

export function isOutOfDescriptors(error: unknown): boolean {
  return /^E[MN]FILE$/.test(codeOf(error));
}

export function failureCause(error: unknown): FailureCause {
  if (isDamaged(error)) return 'damaged';
  if (error instanceof CannotWrite && error.cause instanceof DatabaseReplaced) return 'damaged';
  // Codes of the system and SQLite concern this machine's disk.
  if (error instanceof CannotWrite) return /^(E[A-Z]|SQLITE)/.test(codeOf(error.cause)) ? 'disk' : 'database';
  if (error instanceof HttpError) {
    if (error.isOfBucket) return 'bucket';
    return error.code === 'file_unavailable' ? 'file' : 'busy';
  }
  if (isDiskFailure(error)) return 'disk';
  if (isOutOfDescriptors(error)) return 'busy';
  return isUnavailable(error) ? 'database' : 'bug';
}
