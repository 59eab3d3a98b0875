import path from 'node:path';
import { readAll } from './xml-events.ts';
import type { XlsxArchive } from './xlsx-archive.ts';

/** `kind` as in `worksheet`. */
export type Relation = { kind: string; part: string };

/** Unpacked, in bytes. */
const mostBytes = 1024 * 1024;

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/**
 * By id: only they say where other parts are.
 * @param part '' for the package itself
 * @throws SheetRefused
 */
export async function readRelations(archive: XlsxArchive, part: string): Promise<Map<string, Relation>> {
  const { dir, base } = path.posix.parse(part);
  const source = await archive.part(path.posix.join(dir, '_rels', `${base}.rels`), mostBytes);
  const found = new Map<string, Relation>();
  if (source === null) return found;
  await readAll(source, {
    open(name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) {
      if (name !== 'Relationship' || mode === 'External') return;
      // The standard's strict form has other addresses.
      const kind = type.slice(type.lastIndexOf('/') + 1);
      const absolute = path.posix.resolve('/', dir, decoded(target).replaceAll('\\', '/'));
      found.set(id, { kind, part: absolute.slice(1) });
    },
    text() {},
    close() {},
  });
  return found;
}
