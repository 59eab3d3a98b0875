import { Command } from 'commander';
import { restartWaits } from '#server/privacy/retention/retention-queries';
import { foldNames } from '#server/accounts/fold-names';
import { BackupDamaged, type BackupPlace } from '#server/operations/backups/backup-place';
import { chooseBackup, readManifest } from '#server/operations/backups/parts';
import { recordRestore } from '#server/operations/backups/backup-records';
import { restoreBackup, type RestoreReport } from '#server/operations/backups/restore-backup';
import { counted } from '#server/operations/system-check/check';
import { compareNotes } from '#server/operations/system-check/watch-alarms';
import { findMismatch } from '#server/operations/system-check/run-checks';
import { openEngine } from '#server/platform/database/database';
import { commandLimits } from '#server/platform/database/engine';
import { prepareDataDir } from '#server/platform/files/data-dir';
import { openFileStore } from '#server/platform/open-context';
import { readSettings, type Settings } from '#server/platform/settings/settings';
import { databaseError } from '#server/platform/start-errors';
import { localText } from '#server/platform/zoned-time';
import {
  anonymiseRestoredPeople,
  endOpenLogins,
  endRestoredCalendars,
  raiseIncomplete,
  reportUnopenable,
} from '../after-restore.ts';
import { CommandFailed, type Print, rowsAndFiles } from '../failure-lines.ts';
import { withContext, withPlace } from '../with-context.ts';

const silent = { warn() {} };

type RestoreOptions = { reuseFiles: boolean; despiteDamagedFiles: boolean; withJournal: boolean };

async function restore(
  settings: Settings,
  place: BackupPlace,
  name: string,
  options: RestoreOptions,
): Promise<RestoreReport> {
  await prepareDataDir(settings.dataDir, silent);
  const files = await openFileStore(settings, silent);
  const engine = await openEngine(settings, commandLimits).catch((error: unknown) => {
    throw databaseError(settings, error);
  });
  try {
    return await restoreBackup(engine, files, place, name, options);
  } catch (error) {
    if (!(error instanceof BackupDamaged)) throw error;
    throw new BackupDamaged(
      `${error.message}. Files that were restored stay: add --reuse-files to the next attempt`,
      { cause: error },
    );
  } finally {
    await engine.close();
  }
}

function describeRestore(report: RestoreReport): string {
  const { engine, tables } = report.manifest;
  const contents = rowsAndFiles({ ...report, tables: tables.length });
  return `Backup ${report.name}, made on ${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}: ${contents} restored and compared.`;
}

/** What the journal added to the backup, and which changes it does not have. */
function describeJournal({ journal }: RestoreReport, { academyZone }: Settings): string[] {
  if (journal === null) return [];
  const timeOf = (at: number | string): string => localText(new Date(at).getTime(), academyZone);
  const { segments, until, rows, gone, files, gaps, leftOut, laterLine } = journal;
  const lines: string[] = [];
  if (until === null) lines.push('The journal has no change after this backup.');
  else
    lines.push(
      `The journal added ${counted(rows, 'changed row')}, ${counted(gone, 'removed row')} and ${counted(files, 'file')} (${counted(segments, 'segment')}). Every change before ${timeOf(until)} is restored.`,
    );
  for (const { from, to } of gaps)
    lines.push(
      `Nothing was copied between ${timeOf(from)} and ${timeOf(to)}. Those changes arrived at the end of that time.`,
    );
  if (leftOut !== null) lines.push(`Left out of the journal: ${leftOut}. Later changes are not restored.`);
  if (laterLine !== null)
    lines.push(
      `A portal began another journal on ${timeOf(laterLine)}, without a backup. It is not restored.`,
    );
  return lines;
}

/** The named backup, or the newest; a backup of a damaged database must be named. */
async function chooseUndamaged(place: BackupPlace, requested: string | undefined): Promise<string> {
  const name = await chooseBackup(place, requested ?? null);
  const { damage } = await readManifest(place, name);
  if (requested !== undefined || damage === null) return name;
  throw new CommandFailed(
    `The newest backup, ${name}, was made of a damaged database (${damage}). To restore it, add --backup ${name}. For older ones, run npx capstone backups.`,
  );
}

type Options = Omit<RestoreOptions, 'withJournal'> & {
  backup?: string;
  journal?: boolean;
  keepSessions: boolean;
};

export const restoreCommand = (print: Print): Command =>
  new Command('restore')
    .description('Restore a backup into an empty database and an empty folder or bucket')
    .argument('[place]', 'a folder, or s3://bucket/folder; by default BACKUP_TARGET')
    .option('--backup <name>', 'this one instead of the newest')
    .option('--journal', 'also with --backup: add what the journal has after the backup')
    .option('--no-journal', 'leave out what the journal has after the newest backup')
    .option('--reuse-files', 'keep the files that are already there, and add missing ones', false)
    .option(
      '--keep-sessions',
      'keep sessions, links and invitations, for a move to another machine, database or version',
      false,
    )
    .option('--despite-damaged-files', 'skip files that are damaged in the backup, and list them', false)
    .action(async (source: string | undefined, { backup, journal, keepSessions, ...options }: Options) => {
      const settings = readSettings();
      await withPlace(source, settings, { mustExist: true }, async (place) => {
        const name = await chooseUndamaged(place, backup);
        const withJournal = journal ?? backup === undefined;
        const report = await restore(settings, place, name, { ...options, withJournal });
        await withContext(async (context) => {
          await recordRestore(context, place.shown, report);
          await foldNames(context.database);
          print(describeRestore(report));
          for (const line of describeJournal(report, settings)) print(line);
          if (keepSessions) await reportUnopenable(context, print);
          else print(await endOpenLogins(context));
          const calendars = await endRestoredCalendars(context, place, name);
          if (calendars !== null) print(calendars);
          const anonymised = await anonymiseRestoredPeople(context, place, name);
          if (anonymised > 0)
            print(
              `Anonymised again after the restore: ${anonymised === 1 ? '1 person' : `${anonymised} people`}.`,
            );
          await context.database.transaction((writer) => restartWaits(writer));
          await raiseIncomplete(context, report);
          await compareNotes(context);
          const lost = (await context.alarms.open()).find(({ kind }) => kind === 'lost-submissions');
          for (const number of lost?.facts ?? [])
            print(`The backup does not have the submission ${number}, which this machine recorded.`);
          for (const { title, found, todo } of await findMismatch(context))
            print(`${title}: ${found}. ${todo}`);
          for (const damaged of report.damaged) print(`Not restored: ${damaged}.`);
          for (const sha256 of report.lacking)
            print(`The backup does not have the file ${sha256}: it was lost or erased before the backup.`);
        });
      });
    });
