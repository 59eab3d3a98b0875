import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const memory = '/dev/shm';
const enoughBytes = 2 * 1024 ** 3;

/** Whether the system has a file system in memory with room for the tests' data. */
function hasRoomInMemory() {
  if (process.platform !== 'linux' || !existsSync(memory)) return false;
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= enoughBytes;
  } catch {
    return false;
  }
}

/** A browser that a test kills cannot remove its own folder: it goes with the run's. */
const isOfBrowser = (name) => /^\.?(org\.chromium|com\.google)\./.test(name);

function makeFolder(parent) {
  const folder = mkdtempSync(path.join(parent, 'capstone-run-'));
  // PostgreSQL, run for root by a user of its own, must get through to its data.
  chmodSync(folder, 0o755);
  return folder;
}

/**
 * The temporary folders of one run, so that whatever its tests leave is seen and goes with it.
 * @param {{ inMemory?: boolean }} [options] whether data may lie in memory; told here by tests
 */
export function makeTemporaryFolders({ inMemory = hasRoomInMemory() } = {}) {
  const disk = makeFolder(tmpdir());
  const folder = inMemory ? makeFolder(memory) : disk;
  const all = [...new Set([folder, disk])];
  return {
    /** For the tests' processes: tests that are about the disk find it in `CAPSTONE_TEST_DISK`. */
    env: { TMPDIR: folder, TEMP: folder, TMP: folder, CAPSTONE_TEST_DISK: disk },
    /** Paths of what tests have left, but for what browsers keep for themselves. */
    leftovers: () =>
      all.flatMap((parent) =>
        readdirSync(parent)
          .filter((name) => !isOfBrowser(name))
          .map((name) => path.join(parent, name)),
      ),
    remove() {
      for (const parent of all) rmSync(parent, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
