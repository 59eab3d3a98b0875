import { Command, InvalidArgumentError } from 'commander';
import { pruneBackups, recordRehearsal } from '#server/operations/backups/backup-records';
import { chooseBackup, readManifest, totalRows } from '#server/operations/backups/parts';
import { rehearseBackup, type RehearsalReport } from '#server/operations/backups/rehearse-backup';
import { writeBackup, type BackupFault, type BackupReport } from '#server/operations/backups/write-backup';
import { cutJournal } from '#server/operations/journal/cut-journal';
import { counted, shownSize } from '#server/operations/system-check/check';
import { damageAdvice } from '#server/platform/database/damage-watch';
import { firstLine } from '#server/platform/start-errors';
import { readSettings } from '#server/platform/settings/settings';
import { CommandFailed, type Print, rowsAndFiles, seconds } from '../failure-lines.ts';
import { withContext, withPlace } from '../with-context.ts';

function parseKeep(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new InvalidArgumentError('It must be a number of backups from 1 to 9999.');
  return Number(text);
}

function describeBackup(report: BackupReport, shown: string): string {
  const copied = `${counted(report.copiedFiles, 'new file')} of ${shownSize(report.copiedBytes)} copied`;
  return `Backup ${report.name} in ${shown}: ${rowsAndFiles(report)}; ${copied} in ${seconds(report.tookMs)}.`;
}

/** A file that was erased during the backup is not missing. @throws CommandFailed for files that are */
function requireNoFaults(faults: readonly BackupFault[], print: Print): void {
  for (const { sha256, why, isInUse } of faults) {
    print(isInUse ? `missing in the backup: ${why}` : `erased during the backup: ${sha256}`);
  }
  const lost = faults.filter(({ isInUse }) => isInUse).length;
  if (lost > 0)
    throw new CommandFailed(
      `The backup is complete except for ${counted(lost, 'file')} that the portal itself has lost. Run npx capstone fsck to see which.`,
    );
}

type BackupOptions = { keep?: number };

async function backup(target: string | undefined, { keep }: BackupOptions, print: Print): Promise<void> {
  await withContext((context) =>
    withPlace(target, context.settings, { mustExist: false }, async (place) => {
      const report = await writeBackup(context, place);
      print(describeBackup(report, place.shown));
      const lost = report.faults.filter(({ isInUse }) => isInUse).map(({ sha256 }) => sha256);
      await context.alarms.raise('missing-files', lost);
      if (report.damage !== null) {
        const kept = keep === undefined ? '' : ' No older backup was removed.';
        throw new CommandFailed(
          `The database is damaged (${report.damage}). The backup has everything that could be read.${kept} ${damageAdvice[context.database.engine]}`,
        );
      }
      if (keep !== undefined) {
        const { backups, files } = await pruneBackups(context, place, keep);
        if (backups.length > 0)
          print(`Removed ${backups.join(', ')} and ${counted(files, 'file')} that no other backup uses.`);
      }
      requireNoFaults(report.faults, print);
    }),
  );
}

async function listAll(source: string | undefined, print: Print): Promise<void> {
  await withPlace(source, readSettings(), { mustExist: true }, async (place) => {
    const names = await place.list();
    for (const name of names) {
      const manifest = await readManifest(place, name);
      const { count, bytes } = manifest.files;
      const held = `${counted(totalRows(manifest), 'row')}, ${counted(count, 'file')} of ${shownSize(bytes)}`;
      const missing = manifest.faults.length === 0 ? '' : `, ${manifest.faults.length} of them missing`;
      print(`${name}  ${manifest.engine}  ${held}${missing}`);
    }
    if (names.length === 0) print('There are no backups.');
  });
}

function describeRehearsal(name: string, report: RehearsalReport): string {
  const { faults, segments, lacking } = report;
  const journal = segments === 0 ? '' : ` with ${counted(segments, 'segment')} of the journal`;
  const without =
    lacking.length === 0 ? '' : `, except ${counted(lacking.length, 'file')} that the backup never had`;
  return `Backup ${name}: ${rowsAndFiles(report)}${journal} test-restored and compared${without}. ${faults === 0 ? 'No' : faults.toLocaleString('en')} ${faults === 1 ? 'difference' : 'differences'} found.`;
}

/** @throws CommandFailed, also where the portal's own database cannot be opened */
async function raiseFailed(backup: string, summary: string): Promise<void> {
  await withContext((context) => context.alarms.raise('failed-rehearsal', [backup])).catch(
    (error: unknown) => {
      throw new CommandFailed(`${summary} The alarm could not be stored: ${firstLine(error)}.`);
    },
  );
}

type RehearseOptions = { backup?: string; elsewhere: boolean };

async function rehearse(source: string | undefined, options: RehearseOptions, print: Print): Promise<void> {
  await withPlace(source, readSettings(), { mustExist: true }, async (place) => {
    const name = await chooseBackup(place, options.backup ?? null);
    const report = await rehearseBackup(place, name, (fault) => print(fault));
    const summary = describeRehearsal(name, report);
    if (report.faults > 0) {
      if (!options.elsewhere) await raiseFailed(`${name} in ${place.shown}`, summary);
      throw new CommandFailed(summary);
    }
    if (!options.elsewhere)
      await withContext((context) => recordRehearsal(context, { place: place.shown, name }));
    print(summary);
    const cut = await cutJournal(place, await readManifest(place, name));
    if (cut > 0) print(`Removed ${counted(cut, 'segment')} of the journal: the backup has these changes.`);
  });
}

const place = 'a folder, or s3://bucket/folder; by default BACKUP_TARGET';

export const backupCommands = (print: Print): Command[] => [
  new Command('backup')
    .description('Back up the database and all files to a folder or bucket, while the portal runs')
    .argument('[place]', place)
    .option('--keep <n>', 'keep the newest N backups there and remove the others', parseKeep)
    .action((target: string | undefined, options: BackupOptions) => backup(target, options, print)),
  new Command('backups')
    .description('List the backups in a folder or bucket, oldest first')
    .argument('[place]', place)
    .action((source: string | undefined) => listAll(source, print)),
  new Command('rehearse')
    .description('Test-restore a backup to a temporary place and compare every row and file')
    .argument('[place]', place)
    .option('--backup <name>', 'this one instead of the newest')
    .option('--elsewhere', "run without the portal's database; the test is not recorded", false)
    .action((source: string | undefined, options: RehearseOptions) => rehearse(source, options, print)),
];
