import type { AppContext } from '#server/platform/context';
import type { Settings } from '#server/platform/settings/settings';
import type { BackupPlace } from '#server/operations/backups/backup-place';
import { openPlace } from '#server/operations/backups/open-place';
import { CommandFailed } from './failure-lines.ts';

const silent: Pick<AppContext['log'], 'warn'> = { warn() {} };

/**
 * Runs a command with the place of backups that was given, or else the one of the settings.
 * @param options.mustExist whether it must have backups already
 */
export async function withPlace<T>(
  target: string | undefined,
  settings: Settings,
  { mustExist }: { mustExist: boolean },
  run: (place: BackupPlace) => Promise<T>,
): Promise<T> {
  const chosen = target ?? settings.backupTarget;
  if (chosen === null)
    throw new CommandFailed(
      'Name a folder or s3://bucket/folder, or set BACKUP_TARGET to the one of every day.',
    );
  const place = await openPlace(chosen, settings, silent, { mustExist });
  try {
    return await run(place);
  } finally {
    await place.close();
  }
}

export const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : `${one}s`}`;

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
