import { Command } from 'commander';
import { serverMessages } from '../../server/platform/http/server-messages.ts';
import { importSources, type ImportReport } from '#server/catalogue/import/import-sources';
import { readSources, UnusableSource } from '#server/catalogue/import/read-sources';
import { removeSample } from '#server/catalogue/sample/remove-sample';
import { restoreQuestion } from '#server/forum/posts/restore-question';
import { CommandFailed } from '../failure-lines.ts';
import type { Print } from '../print.ts';
import { withContext, withNewContext } from '../with-context.ts';

/** An import's report for the operator; a dry run names every change. */
function describeImport(report: ImportReport, isDryRun: boolean): string[] {
  const changes = report.flatMap((part) => part.changes);
  const named = changes.map(({ kind, what, fields }) =>
    kind === 'added' ? `would add ${what}` : `would change ${what}${fields ? ` (${fields.join(', ')})` : ''}`,
  );
  const counts = report.map(({ noun, changes: own, unchanged }) => {
    const added = own.filter(({ kind }) => kind === 'added').length;
    return `${noun}: ${added} added, ${own.length - added} changed, ${unchanged} unchanged`;
  });
  const outcome =
    changes.length === 0 ? 'Nothing to change.' : isDryRun ? 'Nothing was written.' : 'Imported.';
  return [...(isDryRun ? named : []), ...counts, outcome];
}

export const contentCommands = (print: Print): Command[] => [
  new Command('import')
    .description('Import courses, batches, projects, people, marks and texts: all of it, or nothing')
    .argument(
      '<path>',
      'a folder with courses.yaml, batches.yaml, projects.yaml, people.csv, marks.csv, terms.md, privacy.md, images/, documents/; or one of them, or a list of people under another name (CSV or XLSX)',
    )
    .option('--dry-run', 'show what would change, and change nothing', false)
    .action(async (path: string, { dryRun }: { dryRun: boolean }) => {
      const sources = await readSources(path).catch((error: unknown) => {
        throw error instanceof UnusableSource ? new CommandFailed(error.message) : error;
      });
      const report = await withNewContext({ isTrial: dryRun, print }, (context) =>
        importSources(context, sources, { dryRun }),
      );
      for (const line of describeImport(report, dryRun)) print(line);
    }),
  new Command('remove-sample')
    .description('Remove the sample catalogue that the first start loaded, while it is not in use')
    .action(async () => {
      await withContext((context) => removeSample(context, null));
      print(serverMessages.sampleRemoved);
    }),
  new Command('restore-question')
    .description('Restore a deleted question with its comments')
    .argument('<id>')
    .action(async (id: string) => {
      await withContext((context) => restoreQuestion(context, id));
      print(`Question ${id} is restored.`);
    }),
];
