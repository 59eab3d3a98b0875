import { statSync } from 'node:fs';
import path from 'node:path';
import { damageAdvice } from './database/damage-watch.ts';
import { isDamaged, NotUtf8 } from './database/database-errors.ts';
import { codeOf } from './error-code.ts';
import { type Settings, SettingsError, unusable } from './settings/settings.ts';

/** An AggregateError (happy eyeballs) has no message. */
export function firstLine(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(firstLine).join(', ');
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n')[0] ?? '';
}

export function folderError(dataDir: string, error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error;
  return unusable('DATA_DIR', dataDir, `which cannot be used (${firstLine(error)})`, error);
}

/** Null for any other error. */
export function damageLine(error: unknown): string | null {
  if (!isDamaged(error)) return null;
  const engine = codeOf(error).startsWith('SQLITE') ? 'sqlite' : 'postgres';
  return `The database is damaged (${firstLine(error)}). ${damageAdvice[engine]}`;
}

const postgresReasons: [code: RegExp, why: string][] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'whose host is not known here'],
  [/^28/, 'which refuses this user and password'],
  [/^3D000$/, 'which has no such database'],
  [
    /^55P03$/,
    'where another transaction holds a lock that the start needs; find it: select pid, state, query from pg_stat_activity where xact_start is not null order by xact_start',
  ],
  [/^25006$/, 'which is read-only: it is a standby, or set to read-only'],
  [/^42501$/, 'where this user may not create tables'],
  [/^53/, 'which has no disk space or no connection left'],
  [/^57P/, 'which is starting or stopping'],
  [/^(E[A-Z]+|08...)$/, 'which does not answer'],
];

/** Credentials may contain unescaped delimiters. */
function withoutCredentials(url: string): string {
  return url.replace(/^([^/]*\/\/).*@/, '$1***@').replace(/([?&](?:user|password)=)[^&]*/gi, '$1***');
}

function reasonWithoutCode(error: unknown): string | undefined {
  const message = firstLine(error);
  if (/timeout/i.test(message)) return 'which does not answer';
  const isKnown = error instanceof URIError || /Connection terminated|SSL|certificate/i.test(message);
  return isKnown ? 'which cannot be used' : undefined;
}

const pageBytes = 4_096;

/** Whether it may be a database. */
function hasWholePages(file: string): boolean {
  const { size } = statSync(file);
  return size > 0 && size % pageBytes === 0;
}

function ownerOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  const own = process.geteuid?.();
  if (found === undefined || own === undefined) return '';
  return `; it belongs to user ${found.uid} with mode ${(found.mode & 0o777).toString(8)}, and this process runs as user ${own}`;
}

/** Names the setting. @returns the error itself where the database is not the cause */
export function databaseError(
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  error: unknown,
): unknown {
  if (error instanceof SettingsError) return error;
  const code = codeOf(error);
  if (databaseUrl === null) {
    const file = path.join(dataDir, 'capstone.sqlite');
    const isOther = code === 'SQLITE_NOTADB' && !hasWholePages(file);
    if (isDamaged(error) && !isOther) return error;
    if (!/^SQLITE_(BUSY|CANTOPEN|FULL|IOERR|NOTADB|PERM|READONLY)/.test(code)) return error;
    const isRefused = /CANTOPEN|PERM|READONLY/.test(code);
    const owner = isRefused ? ownerOf(file) : '';
    const why = `whose database capstone.sqlite cannot be used (${firstLine(error)}${owner})`;
    return unusable('DATA_DIR', dataDir, why, error);
  }
  if (isDamaged(error)) return error;
  if (error instanceof NotUtf8)
    return unusable('DATABASE_URL', withoutCredentials(databaseUrl), error.message);
  const reason = postgresReasons.find(([begin]) => begin.test(code))?.[1] ?? reasonWithoutCode(error);
  if (reason === undefined) return error;
  const why = `${reason} (${firstLine(error)})`;
  return unusable('DATABASE_URL', withoutCredentials(databaseUrl), why, error);
}

/** Returns other errors unchanged. */
export function listenError({ host, port }: Pick<Settings, 'host' | 'port'>, error: unknown): unknown {
  const why = `(${firstLine(error)})`;
  switch (codeOf(error)) {
    case 'EACCES':
      return unusable('PORT', String(port), `which this user may not open ${why}`, error);
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return unusable('HOST', host, `which is not this machine ${why}`, error);
    default:
      return error;
  }
}
