import type { AppContext } from '../context.ts';

/** Of a file that somebody reads: logs it, and raises the alarm. */
export function reportLostFile(
  { log, alarms }: Pick<AppContext, 'log' | 'alarms'>,
  { sha256 }: { sha256: string },
  { words, error, ...of }: { words: string; error: Error; receipt?: string; attachment?: string },
): void {
  log.error({ err: error, ...of }, words);
  void alarms.raise('missing-files', [sha256]);
}
