import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A disk of its own of a few megabytes, that can be filled to the last byte. */
export type SmallDisk = {
  folder: string;
  /** Fills it but for the given room. */
  fill(leaveBytes?: number): void;
  free(): void;
  remove(): void;
};

/** @returns null where this user may not mount one */
export function mountSmallDisk(folder: string, megabytes: number): SmallDisk | null {
  mkdirSync(folder, { recursive: true });
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'capstone-small', folder];
  if (spawnSync('mount', options, { stdio: 'ignore' }).status !== 0) return null;
  const ballast = path.join(folder, 'ballast');
  const remove = (): void => {
    process.off('exit', remove);
    spawnSync('umount', ['-l', folder], { stdio: 'ignore' });
  };
  // Before the folders around it are removed.
  process.prependOnceListener('exit', remove);
  return {
    folder,
    fill(leaveBytes = 0) {
      const { bavail, bsize } = statfsSync(folder);
      try {
        // Added to what is there: writing it anew would free the disk for a moment.
        writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leaveBytes)), { flag: 'a' });
      } catch (error) {
        // What others wrote meanwhile is missing: full is full.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    },
    free: () => rmSync(ballast, { force: true }),
    remove,
  };
}
