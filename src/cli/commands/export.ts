import { Command } from 'commander';
import { exportSubmissions } from '../export-submissions.ts';
import type { Print } from '../print.ts';
import { refuseOthers } from '../refuse-others.ts';
import { withContext } from '../with-context.ts';

export function addExport(add: (command: Command) => void, print: Print): void {
  const submissions = new Command('submissions')
    .description('Every version handed in, with marks, as CSV for spreadsheets')
    .option('--batch <name>', 'only this batch')
    .requiredOption('--out <file>', 'the file to write')
    .action(async ({ batch, out }: { batch?: string; out: string }) => {
      const count = await withContext((context) => exportSubmissions(context, { batch: batch ?? null, out }));
      print(`${count} ${count === 1 ? 'submission' : 'submissions'} written to ${out}.`);
    });
  const exporting = new Command('export')
    .description('Write what the portal holds to a file')
    .helpCommand(false);
  add(refuseOthers(exporting));
  exporting.addCommand(submissions.copyInheritedSettings(exporting));
}
