import { Command } from 'commander';
import { exportCatalogue } from '../export-catalogue.ts';
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
  const catalogue = new Command('catalogue')
    .description(
      'Courses, batches, projects with briefs and rubrics, pictures and documents, as `import` reads them',
    )
    .requiredOption('--out <folder>', 'the folder to write, new or empty')
    .action(async ({ out }: { out: string }) => {
      const count = await withContext((context) => exportCatalogue(context, out));
      print(`${count} ${count === 1 ? 'file' : 'files'} written to ${out}.`);
    });
  const exporting = new Command('export')
    .description('Write what the portal holds to files')
    .helpCommand(false);
  add(refuseOthers(exporting));
  exporting.addCommand(submissions.copyInheritedSettings(exporting));
  exporting.addCommand(catalogue.copyInheritedSettings(exporting));
}
