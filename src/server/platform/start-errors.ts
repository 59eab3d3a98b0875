import { statSync } from 'node:fs';
import path from 'node:path';
import { damageAdvice } from './database/damage-watch.ts';
import { isDamaged, NotUtf8 } from './database/database-errors.ts';
import { codeOf } from './error-code.ts';
import { settingNames, type Settings, SettingsError, unusable } from './settings/settings.ts';
import type { AppContext } from './context.ts';
import { loggable } from './http/error-handler.ts';
import { logLevels } from './settings/setting-schemas.ts';

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

const levels = { info: 30, warn: 40, error: 50 };

/** Texts as they are, records as JSON. */
export function startLog(
  { logLevel }: Pick<Settings, 'logLevel'>,
  print: Pick<Console, 'log' | keyof typeof levels> = console,
): AppContext['log'] {
  const log = (level: keyof typeof levels) =>
    ((first: unknown, msg?: string): void => {
      if (typeof first === 'string') return print[level](first);
      if (logLevel === 'silent' || logLevels.indexOf(level) > logLevels.indexOf(logLevel)) return;
      const record = first instanceof Error ? { err: loggable(first) } : (first as object);
      print.log(JSON.stringify({ level: levels[level], time: Date.now(), ...record, msg }));
    }) as AppContext['log']['warn'];
  return { info: log('info'), warn: log('warn'), error: log('error') };
}

/** In milliseconds. */
const quietMs = 5_000;

export async function announceSlow<T>(
  what: string,
  log: Pick<AppContext['log'], 'warn'>,
  run: () => Promise<T>,
): Promise<T> {
  const timer = setInterval(() => log.warn(`The start is still waiting for ${what}.`), quietMs);
  try {
    return await run();
  } finally {
    clearInterval(timer);
  }
}

/** Names of other programs. */
const others = new Set(['HOME', 'HOSTNAME', 'HOSTTYPE', 'PATH', 'POST', 'PORTS', 'PWD', 'SHELL', 'SITE_URL']);

/** Optimal string alignment: a swap counts as one. */
export function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const candidates = [
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (isSame ? 0 : 1),
      ];
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        candidates.push((beforeLast[column - 2] as number) + 1);
      current.push(Math.min(...candidates));
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length] as number;
}

/** Short names have neighbours (`PORT`: `ROOT`, `POOL`), wrong first letters are rare (`AMQP_URL`). */
function isNear(name: string, setting: string): boolean {
  if (Math.abs(name.length - setting.length) > 2) return false;
  const tolerated = setting.length > 5 && name[0]?.toUpperCase() === setting[0] ? 2 : 1;
  return distance(name.toUpperCase(), setting) <= tolerated;
}

export function misspeltSettings(environment: NodeJS.ProcessEnv): { name: string; meant: string }[] {
  const known = new Set<string>(settingNames);
  return Object.keys(environment).flatMap((name) => {
    if (known.has(name) || others.has(name.toUpperCase())) return [];
    const meant = settingNames.find((setting) => isNear(name, setting));
    return meant === undefined ? [] : [{ name, meant }];
  });
}
