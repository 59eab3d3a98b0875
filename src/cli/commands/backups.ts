import { Command } from 'commander';
import { readManifest, totalRows } from '#server/operations/backups/manifest';
import { readSettings } from '#server/platform/settings/settings';
import { counted, megabytes, withPlace } from '../backup-place.ts';
import type { Print } from '../print.ts';

export function addBackups(add: (command: Command) => void, print: Print): void {
  add(
    new Command('backups')
      .description('The backups of a place, the oldest first')
      .argument('[source]', 'a folder, or s3://bucket/folder; by default BACKUP_TARGET')
      .action(async (source: string | undefined) => {
        await withPlace(source, readSettings(), { mustExist: true }, async (place) => {
          const names = await place.list();
          for (const name of names) {
            const manifest = await readManifest(place, name);
            const { count, bytes } = manifest.files;
            const held = `${counted(totalRows(manifest), 'row')}, ${counted(count, 'file')} of ${megabytes(bytes)}`;
            const lacking = manifest.faults.length === 0 ? '' : `, ${manifest.faults.length} of them missing`;
            print(`${name}  ${manifest.engine}  ${held}${lacking}`);
          }
          if (names.length === 0) print('There are none.');
        });
      }),
  );
}
