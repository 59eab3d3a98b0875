import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Every TypeScript source under a folder, tests left out, by its path from the root. */
export function listSources(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort();
}
