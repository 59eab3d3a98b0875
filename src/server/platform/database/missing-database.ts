import { access, readdir } from 'node:fs/promises';
import path from 'node:path';
import { readStepsDone } from '#server/platform/database/schema-range';
import type { Settings } from '#server/platform/settings';
import { codeOf } from '#server/platform/start-errors';

/** A place without a portal's database, where a command would look for one. */
export type MissingDatabase = {
  /** The place, and what was found there in place of a database. */
  found: string;
  /** Whether nothing is there that a database of the portal would mix with. */
  isFree: boolean;
};

const databaseName = 'capstone.sqlite';
/** What may lie in a portal's folder before its first start: the operator's texts, and what file systems keep. */
const harmless = new Set(['terms.md', 'privacy.md', 'lost+found']);
const mostNamed = 3;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).join(', ');
  const others = names.length - mostNamed;
  return others > 0 ? `${shown} and ${others} ${others === 1 ? 'other' : 'others'}` : shown;
}

async function inFolder(dataDir: string): Promise<MissingDatabase | null> {
  const isThere = await access(path.join(dataDir, databaseName)).then(
    () => true,
    // Whatever else hinders is told where the database is opened.
    (error: unknown) => !['ENOENT', 'ENOTDIR'].includes(codeOf(error)),
  );
  if (isThere) return null;
  const place = `the folder of DATA_DIR, ${dataDir},`;
  try {
    const names = (await readdir(dataDir)).filter((name) => !name.startsWith('.')).sort();
    const own = names.filter((name) => !harmless.has(name));
    return {
      found: names.length === 0 ? `${place} is empty` : `${place} holds ${listed(names)}`,
      isFree: own.length === 0,
    };
  } catch (error) {
    return codeOf(error) === 'ENOTDIR'
      ? { found: `${dataDir}, which DATA_DIR names, is no folder`, isFree: false }
      : { found: `${place} is not there`, isFree: true };
  }
}

async function onServer(databaseUrl: string): Promise<MissingDatabase | null> {
  const { openPostgres } = await import('#server/platform/database/postgres');
  const engine = openPostgres(databaseUrl, { size: 1, statementMs: 5_000 });
  try {
    const isBlank = (await readStepsDone(engine.reader)).length === 0;
    return isBlank
      ? { found: 'the database of DATABASE_URL holds no tables of the portal', isFree: true }
      : null;
  } catch {
    // Why it cannot be read is told where it is opened.
    return null;
  } finally {
    await engine.close();
  }
}

/** What is found where a portal's database should be; null where one is. Nothing is made by looking. */
export async function findMissingDatabase({
  databaseUrl,
  dataDir,
}: Pick<Settings, 'databaseUrl' | 'dataDir'>): Promise<MissingDatabase | null> {
  return databaseUrl === null ? inFolder(dataDir) : onServer(databaseUrl);
}

/** What a command needs that does not make a database. */
export const neededDatabase =
  'a command needs the place where npm start, or the first import, has made one. Set DATA_DIR or DATABASE_URL as the portal has it, or start the portal first';
