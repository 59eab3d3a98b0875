import { Command, InvalidArgumentError } from 'commander';
import { pruneBackups } from '#server/operations/backups/prune-backups';
import { writeBackup, type BackupFault, type BackupReport } from '#server/operations/backups/write-backup';
import { damageAdvice } from '#server/platform/database/damage-watch';
import { counted, megabytes, seconds, withPlace } from '../backup-place.ts';
import { CommandFailed } from '../failure-lines.ts';
import type { Print } from '../print.ts';
import { withContext } from '../with-context.ts';

function parseKeep(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new InvalidArgumentError('It must be a number of backups from 1 to 9999.');
  return Number(text);
}

function summarize(report: BackupReport, shown: string): string {
  const { name, rows, tables, files, bytes, copiedFiles, copiedBytes, tookMs } = report;
  const held = `${counted(rows, 'row')} of ${counted(tables, 'table')}, ${counted(files, 'file')} of ${megabytes(bytes)}`;
  return `Backup ${name} in ${shown}: ${held}, of which ${counted(copiedFiles, 'file')} of ${megabytes(copiedBytes)} copied now, in ${seconds(tookMs)}.`;
}

/** What was erased while the backup was made is no fault of it. */
function failAt(faults: readonly BackupFault[], print: Print): void {
  for (const { sha256, why, isInUse } of faults) {
    print(isInUse ? `not in the backup: ${why}` : `erased meanwhile: ${sha256}`);
  }
  const lost = faults.filter(({ isInUse }) => isInUse).length;
  if (lost > 0)
    throw new CommandFailed(
      `The backup is complete but for ${counted(lost, 'file')} that the portal itself does not have any more; npx capstone fsck names whose.`,
    );
}

export function addBackup(add: (command: Command) => void, print: Print): void {
  add(
    new Command('backup')
      .description('Copy all rows and files of one instant to a folder or bucket, while the portal runs')
      .argument('[target]', 'a folder, or s3://bucket/folder; by default BACKUP_TARGET')
      .option('--keep <n>', 'keep the newest N backups there and remove the others', parseKeep)
      .action(async (target: string | undefined, { keep }: { keep?: number }) => {
        await withContext((context) =>
          withPlace(target, context.settings, { mustExist: false }, async (place) => {
            const report = await writeBackup(context, place);
            print(summarize(report, place.shown));
            if (report.damage !== null) {
              const kept = keep === undefined ? '' : ' No older backup was removed.';
              throw new CommandFailed(
                `The database is damaged (${report.damage}): the backup has what could be read.${kept} ${damageAdvice[context.database.engine]}`,
              );
            }
            if (keep !== undefined) {
              const gone = await pruneBackups(context, place, keep);
              const names = gone.backups.join(', ');
              if (names !== '')
                print(`Removed: ${names}, and ${counted(gone.files, 'file')} that no other backup has.`);
            }
            failAt(report.faults, print);
          }),
        );
      }),
  );
}
