import { isUnavailable } from '../database/database-errors.ts';
import { CannotWrite } from '../write-monitor.ts';
import { HttpError } from './http-errors.ts';

/** What a failure on the portal's side is due to; `busy` is a line that is full, `bug` is what nobody foresaw. */
export type FailureCause = 'database' | 'bucket' | 'disk' | 'file' | 'busy' | 'bug';

/** What a disk that is full, read-only or broken is called by the system, and by SQLite. */
const ofDisk =
  /^(ENOSPC|EDQUOT|EFBIG|EROFS|EIO|ENXIO|ENODEV|ESTALE)$|^SQLITE_(FULL|READONLY|IOERR|CANTOPEN|CORRUPT)/;

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The cause of an error that is answered with 500 or 503. */
export function failureCause(error: unknown): FailureCause {
  if (error instanceof CannotWrite) return ofDisk.test(codeOf(error.cause)) ? 'disk' : 'database';
  if (error instanceof HttpError) {
    if (error.isOfBucket) return 'bucket';
    return error.code === 'file_unavailable' ? 'file' : 'busy';
  }
  if (ofDisk.test(codeOf(error))) return 'disk';
  return isUnavailable(error) ? 'database' : 'bug';
}
