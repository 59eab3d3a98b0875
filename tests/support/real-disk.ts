import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * A new temporary folder on a disk, for tests about what is safe there: `npm test` keeps other data in memory. Whoever
 * asks for it removes it.
 */
export function makeFolderOnDisk(prefix: string): string {
  return mkdtempSync(path.join(process.env.CAPSTONE_TEST_DISK ?? tmpdir(), prefix));
}
