import type { AppContext } from './context.ts';
import { loggable } from './http/error-handler.ts';
import { logLevels } from './settings/setting-schemas.ts';
import type { Settings } from './settings/settings.ts';

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
