import { NotUtf8 } from './database/postgres-encoding.ts';
import { SettingsError, unusable, type Settings } from './settings.ts';

/** What went wrong, without what follows; happy eyeballs put the errors of all addresses into one without a message. */
export function firstLine(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(firstLine).join(', ');
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n')[0] ?? '';
}

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Names the folder that cannot be used; the error itself where the file system is not to blame. */
export function folderError(dataDir: string, error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error;
  return unusable('DATA_DIR', dataDir, `which cannot be used (${firstLine(error)})`, error);
}

/** Why PostgreSQL cannot be used, by what the code begins with. */
const postgresReasons: [code: RegExp, why: string][] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'whose host is not known here'],
  [/^28/, 'which refuses this user and password'],
  [/^3D000$/, 'which has no such database'],
  [/^42501$/, 'where this user may not make tables'],
  [/^53/, 'which has no room or no connection left'],
  [/^57P/, 'which is starting or stopping'],
  [/^(E[A-Z]+|08...)$/, 'which does not answer'],
];

/** The address of a database without its user's name and password, which may hold the characters that end them. */
function withoutCredentials(url: string): string {
  return url.replace(/^([^/]*\/\/).*@/, '$1***@').replace(/([?&](?:user|password)=)[^&]*/gi, '$1***');
}

/** What the driver says in words alone: the time for a connection is up, it broke, TLS was refused, the address is odd. */
function reasonWithoutCode(error: unknown): string | undefined {
  const message = firstLine(error);
  if (/timeout/i.test(message)) return 'which does not answer';
  const isKnown = error instanceof URIError || /Connection terminated|SSL|certificate/i.test(message);
  return isKnown ? 'which cannot be used' : undefined;
}

/**
 * Names the setting that leads to a database that cannot be opened.
 * @returns the error itself where the database is not to blame
 */
export function databaseError(
  { databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  error: unknown,
): unknown {
  if (error instanceof SettingsError) return error;
  const code = codeOf(error);
  if (databaseUrl === null) {
    if (!/^SQLITE_(BUSY|CANTOPEN|CORRUPT|FULL|IOERR|NOTADB|PERM|READONLY)/.test(code)) return error;
    const why = `whose database capstone.sqlite cannot be used (${firstLine(error)})`;
    return unusable('DATA_DIR', dataDir, why, error);
  }
  if (error instanceof NotUtf8)
    return unusable('DATABASE_URL', withoutCredentials(databaseUrl), error.message);
  const reason = postgresReasons.find(([begin]) => begin.test(code))?.[1] ?? reasonWithoutCode(error);
  if (reason === undefined) return error;
  const why = `${reason} (${firstLine(error)})`;
  return unusable('DATABASE_URL', withoutCredentials(databaseUrl), why, error);
}

/** Names the setting that hinders the server from listening; the error itself where none does. */
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
