import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../error-code.ts';
import { makeWriteMonitor, type WriteMonitor } from '../write-monitor.ts';
import { stagingName, privateFile } from './local-folders.ts';

const probeBytes = 64 * 1024;

/** Disk full (ENOSPC, EDQUOT, EFBIG), unwritable, failing or missing. */
const failures = /^(ENOSPC|EDQUOT|EFBIG|EROFS|EACCES|EPERM|EIO|ENXIO|ENODEV|ESTALE|ENOENT|ENOTDIR)$/;

function refusal(error: unknown): { message: string; retryAfter: number } {
  const message = ['ENOSPC', 'EDQUOT'].includes(codeOf(error))
    ? 'There is no space left for files. Try again in a few minutes.'
    : 'We cannot save files now. This is our problem, not yours. Your text is kept. Try again in a few minutes.';
  return { message, retryAfter: 60 };
}

export function monitorDisk(staging: string): WriteMonitor {
  return makeWriteMonitor({
    isFailure: (error) => failures.test(codeOf(error)),
    refusal,
    async probe() {
      const file = path.join(staging, stagingName(randomUUID()));
      try {
        const handle = await open(file, 'wx', privateFile);
        try {
          await handle.writeFile(Buffer.alloc(probeBytes));
          await handle.sync();
        } finally {
          await handle.close();
        }
      } finally {
        await rm(file, { force: true }).catch(() => {});
      }
    },
  });
}
