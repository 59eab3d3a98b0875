import { IDBFactory } from 'fake-indexeddb';
import { readFileSync } from 'node:fs';
import { vi } from 'vitest';

/**
 * A device that has not been online since version 1.0.0: what that version's own drafts and outbox wrote, row by row, in
 * `tests/fixtures/device-1.0.0.jsonl`. Today's code has no part in reading it.
 */

type StoredFile = {
  name: string;
  type: string;
  lastModified: number;
  content?: string;
  letter: string;
  bytes: number;
};
type Row = { database: string; store: string; key: string; value: unknown };

/** Names of the fixture, and what they are called here. */
export type Renames = Readonly<Record<string, string>>;

const isShort = (name: string) => name.length < 3;

function makeRename(renames: Renames): (text: string) => string {
  const [whole, parts] = [true, false].map((short) =>
    Object.entries(renames).filter(([name]) => isShort(name) === short),
  ) as [[string, string][], [string, string][]];
  return (text) => {
    const found = whole.find(([name]) => name === text);
    return found?.[1] ?? parts.reduce((now, [name, here]) => now.replaceAll(name, here), text);
  };
}

function revive(value: unknown, rename: (text: string) => string): unknown {
  if (typeof value === 'string') return rename(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => revive(one, rename));
  if ('$number' in value) return Number(value.$number);
  if ('$file' in value) {
    const { name, content, letter, bytes, ...options } = value.$file as StoredFile;
    return new File([content ?? letter.repeat(bytes)], name, options);
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [rename(key), revive(one, rename)]));
}

export function rowsOfEarlierDevice(renames: Renames = {}): Row[] {
  const file = new URL('../fixtures/device-1.0.0.jsonl', import.meta.url);
  const rename = makeRename(renames);
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [database, store, key, value] = JSON.parse(line) as [string, string, string, unknown];
      return { database: rename(database), store, key: rename(key), value: revive(value, rename) };
    });
}

/** Writes rows into a database of one store, as idb-keyval does. */
function writeRows(database: string, store: string, rows: readonly Row[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(database);
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(store));
    opening.addEventListener('error', () => reject(opening.error as Error));
    opening.addEventListener('success', () => {
      const transaction = opening.result.transaction(store, 'readwrite');
      for (const { key, value } of rows) transaction.objectStore(store).put(value, key);
      transaction.addEventListener('complete', () => {
        opening.result.close();
        resolve();
      });
    });
  });
}

/** The browser has this device from now on. @returns its rows */
export async function openEarlierDevice(renames?: Renames): Promise<Row[]> {
  vi.stubGlobal('indexedDB', new IDBFactory());
  const rows = rowsOfEarlierDevice(renames);
  const databases = Map.groupBy(rows, ({ database }) => database);
  for (const [database, own] of databases) await writeRows(database, own[0]?.store ?? '', own);
  return rows;
}
