import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../error-code.ts';
import { SettingsError, type Settings } from '../settings/settings.ts';
import { readStepsDone } from './schema-step.ts';

type MissingDatabase = {
  found: string;
  /** The portal may create its database there. */
  isFree: boolean;
};

const databaseName = 'capstone.sqlite';
const harmless = new Set(['terms.md', 'privacy.md', 'lost+found']);
const mostNamed = 3;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNamed).join(', ');
  const others = names.length - mostNamed;
  return others > 0 ? `${shown} and ${others} ${others === 1 ? 'other' : 'others'}` : shown;
}

async function inFolder(dataDir: string): Promise<MissingDatabase | null> {
  // Opening the database reports it.
  if (!(await isSqliteBlank(dataDir).catch(() => false))) return null;
  const place = `the folder of DATA_DIR, ${dataDir},`;
  try {
    const names = (await readdir(dataDir)).filter((name) => !name.startsWith('.')).sort();
    const own = names.filter((name) => !harmless.has(name));
    return {
      found: names.length === 0 ? `${place} is empty` : `${place} contains ${listed(names)}`,
      isFree: own.length === 0,
    };
  } catch (error) {
    return codeOf(error) === 'ENOTDIR'
      ? { found: `${dataDir}, the value of DATA_DIR, is not a folder`, isFree: false }
      : { found: `${place} does not exist`, isFree: true };
  }
}

async function onServer(databaseUrl: string): Promise<MissingDatabase | null> {
  const { openPostgres } = await import('./postgres/postgres.ts');
  const engine = openPostgres(databaseUrl, { size: 1, statementMs: 5_000 });
  try {
    const isBlank = (await readStepsDone(engine.reader)).length === 0;
    return isBlank
      ? { found: 'the database of DATABASE_URL has no tables of the portal', isFree: true }
      : null;
  } catch {
    return null;
  } finally {
    await engine.close();
  }
}

/** Creates nothing. Null where there is a database. */
export async function findMissingDatabase({
  databaseUrl,
  dataDir,
}: Pick<Settings, 'databaseUrl' | 'dataDir'>): Promise<MissingDatabase | null> {
  return databaseUrl === null ? inFolder(dataDir) : onServer(databaseUrl);
}

/** Other than the folders every start makes. */
async function holdsSomething(file: string): Promise<boolean> {
  try {
    if (!(await stat(file)).isDirectory()) return true;
    const names = (await readdir(file)).filter((name) => name !== 'staging');
    return names.length > 0;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return false;
    throw error;
  }
}

/** Left by a used portal beside the database. */
const traces = ['capstone.sqlite-wal', 'files', 'receipt-key', 'newest-submission', 'mail.key', 'anonymised'];

/**
 * A new portal beside an old one's files would hide all work, and the log's first reader would become
 * administrator.
 * @throws SettingsError
 */
export async function refuseToBeginBeside(
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  isBlank: () => Promise<boolean>,
): Promise<void> {
  const found: string[] = [];
  for (const name of traces) if (await holdsSomething(path.join(dataDir, name))) found.push(name);
  if (found.length === 0 || !(await isBlank())) return;
  const where =
    databaseUrl === null
      ? `${path.join(dataDir, databaseName)} is missing or empty`
      : 'The database of DATABASE_URL is empty';
  throw new SettingsError(
    `${where}, but ${dataDir} contains ${listed(found)} of a used portal. Mount its database or put it back, or restore a backup (npx capstone restore). For a new portal, use another DATA_DIR.`,
  );
}

/** Does not open it. */
export async function isSqliteBlank(dataDir: string): Promise<boolean> {
  const found = await stat(path.join(dataDir, databaseName)).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return null;
    throw error;
  });
  return found === null || found.size === 0;
}

export const neededDatabase = 'set DATA_DIR or DATABASE_URL as for the portal, or start the portal first';
