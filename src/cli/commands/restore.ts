import { Command } from 'commander';
import { endAllLogins } from '#server/accounts/sessions/end-logins';
import { foldNames } from '#server/accounts/fold-names';
import { noteRestore } from '#server/operations/backups/note-restore';
import type { BackupPlace } from '#server/operations/backups/backup-place';
import { chooseBackup, readManifest } from '#server/operations/backups/manifest';
import { restoreBackup, type RestoreReport } from '#server/operations/backups/restore-backup';
import { findMismatch } from '#server/operations/system-check/run-checks';
import { revokeOpenInvitations } from '#server/people/invitations/invitation-tokens';
import type { AppContext } from '#server/platform/context';
import { openEngine } from '#server/platform/database/database';
import { commandLimits } from '#server/platform/database/engine';
import { prepareDataDir } from '#server/platform/files/data-dir';
import { openFileStore } from '#server/platform/files/open-file-store';
import { readSettings, type Settings } from '#server/platform/settings/settings';
import { databaseError } from '#server/platform/start-errors';
import { anonymiseRestoredPeople } from '../anonymise-restored.ts';
import { counted, megabytes, withPlace } from '../backup-place.ts';
import { CommandFailed } from '../failure-lines.ts';
import type { Print } from '../print.ts';
import { withContext } from '../with-context.ts';

const silent = { warn() {} };

async function restore(
  settings: Settings,
  place: BackupPlace,
  name: string,
  options: { reuseFiles: boolean; despiteDamagedFiles: boolean },
): Promise<RestoreReport> {
  await prepareDataDir(settings.dataDir, silent);
  const files = await openFileStore(settings, silent);
  const engine = await openEngine(settings, commandLimits).catch((error: unknown) => {
    throw databaseError(settings, error);
  });
  try {
    return await restoreBackup(engine, files, place, name, options);
  } finally {
    await engine.close();
  }
}

function summarize({ name, rows, manifest, files, bytes }: RestoreReport): string {
  const restored = `${counted(rows, 'row')} of ${counted(manifest.tables.length, 'table')} and ${counted(files, 'file')} of ${megabytes(bytes)}`;
  return `Backup ${name}, made on ${manifest.engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}: ${restored} restored and compared.`;
}

/** Ends what was open when the backup was made: since then it may have been ended, or used. @returns what the operator is told */
async function endWhatWasOpen({ database, clock }: AppContext): Promise<string> {
  const { sessions, begun, links, devices, invitations } = await database.transaction(async (writer) => ({
    ...(await endAllLogins(writer)),
    invitations: await revokeOpenInvitations(writer, clock.now()),
  }));
  const ended = [
    counted(sessions, 'session'),
    counted(begun, 'begun login'),
    counted(links, 'one-time link'),
    counted(devices, 'known device'),
    counted(invitations, 'open invitation'),
  ].join(', ');
  return `Ended: ${ended}. Suspensions, passwords and two-step verification are those of the backup.`;
}

/** The backup that is asked for, or the newest one: of a damaged database only by its name. */
async function choose(place: BackupPlace, wanted: string | undefined): Promise<string> {
  const name = await chooseBackup(place, wanted ?? null);
  const { damage } = await readManifest(place, name);
  if (wanted !== undefined || damage === null) return name;
  throw new CommandFailed(
    `The newest backup, ${name}, was made of a damaged database (${damage}). Say --backup ${name} to restore it; npx capstone backups names older ones.`,
  );
}

type Options = { backup?: string; reuseFiles: boolean; despiteDamagedFiles: boolean; keepSessions: boolean };

export function addRestore(add: (command: Command) => void, print: Print): void {
  add(
    new Command('restore')
      .description('Restore a backup into a blank database and an empty folder or bucket, of either kind')
      .argument('[source]', 'a folder, or s3://bucket/folder; by default BACKUP_TARGET')
      .option('--backup <name>', 'this one in place of the newest')
      .option('--reuse-files', 'keep the files that are there already, and add what is missing', false)
      .option(
        '--keep-sessions',
        'keep sessions, links and invitations: for a move to another machine, engine or version',
        false,
      )
      .option(
        '--despite-damaged-files',
        'restore all but the files that are damaged in the backup, and name those',
        false,
      )
      .action(async (source: string | undefined, { backup, keepSessions, ...options }: Options) => {
        const settings = readSettings();
        await withPlace(source, settings, { mustExist: true }, async (place) => {
          const name = await choose(place, backup);
          const report = await restore(settings, place, name, options);
          await withContext(async (context) => {
            await noteRestore(context, place.shown, report);
            await foldNames(context.database);
            print(summarize(report));
            if (!keepSessions) print(await endWhatWasOpen(context));
            const again = await anonymiseRestoredPeople(context, place, name);
            if (again > 0)
              print(`Anonymised since then, and now again: ${again === 1 ? '1 person' : `${again} people`}.`);
            for (const { title, found, todo } of await findMismatch(context))
              print(`${title}: ${found}. ${todo}`);
            for (const why of report.damaged) print(`Not restored: ${why}.`);
            for (const sha256 of report.lacking)
              print(`The backup never had the file ${sha256}: it was lost, or erased, before.`);
          });
        });
      }),
  );
}
