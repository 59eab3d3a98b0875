import { Command } from 'commander';
import { chooseBackup } from '#server/operations/backups/manifest';
import {
  noteRehearsal,
  rehearseBackup,
  type RehearsalReport,
} from '#server/operations/backups/rehearse-backup';
import { readSettings } from '#server/platform/settings/settings';
import { counted, megabytes, withPlace } from '../backup-place.ts';
import { CommandFailed } from '../failure-lines.ts';
import type { Print } from '../print.ts';
import { withContext } from '../with-context.ts';

function summarize(name: string, { tables, rows, files, bytes, faults, lacking }: RehearsalReport): string {
  const compared = `${counted(rows, 'row')} of ${counted(tables, 'table')} and ${counted(files, 'file')} of ${megabytes(bytes)}`;
  const without =
    lacking.length === 0 ? '' : `, without ${counted(lacking.length, 'file')} that it never had`;
  return `Backup ${name}: ${compared} restored for trial and compared${without}: ${counted(faults, 'fault')}.`;
}

type Options = { backup?: string; elsewhere: boolean };

export function addRehearse(add: (command: Command) => void, print: Print): void {
  add(
    new Command('rehearse')
      .description(
        'Restore a backup into a throw-away place and compare every row and file; for a nightly timer',
      )
      .argument('[source]', 'a folder, or s3://bucket/folder; by default BACKUP_TARGET')
      .option('--backup <name>', 'this one in place of the newest')
      .option(
        '--elsewhere',
        "on a machine without the portal's database, which otherwise notes the day",
        false,
      )
      .action(async (source: string | undefined, { backup, elsewhere }: Options) => {
        await withPlace(source, readSettings(), { mustExist: true }, async (place) => {
          const name = await chooseBackup(place, backup ?? null);
          const report = await rehearseBackup(place, name, (fault) => print(fault));
          const summary = summarize(name, report);
          if (report.faults > 0) throw new CommandFailed(summary);
          if (!elsewhere)
            await withContext((context) => noteRehearsal(context, { place: place.shown, name }));
          print(summary);
        });
      }),
  );
}
