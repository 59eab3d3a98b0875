import { Command } from 'commander';
import { importSources } from '#server/catalogue/import/import-sources';
import { readSources, UnusableSource } from '#server/catalogue/import/read-sources';
import { CommandFailed } from '../failure-lines.ts';
import { describeImport } from '../describe-import.ts';
import type { Print } from '../print.ts';
import { withNewContext } from '../with-context.ts';

export function addImport(add: (command: Command) => void, print: Print): void {
  add(
    new Command('import')
      .description('Import courses, batches, projects, people, marks and texts: all of it, or nothing')
      .argument(
        '<path>',
        'a folder with courses.yaml, batches.yaml, projects.yaml, people.csv, marks.csv, terms.md, privacy.md, images/, documents/; or one of them, or a list of people under another name (CSV or XLSX)',
      )
      .option('--dry-run', 'say what would change, and change nothing', false)
      .action(async (path: string, { dryRun }: { dryRun: boolean }) => {
        const sources = await readSources(path).catch((error: unknown) => {
          throw error instanceof UnusableSource ? new CommandFailed(error.message) : error;
        });
        const report = await withNewContext({ isTrial: dryRun, print }, (context) =>
          importSources(context, sources, { dryRun }),
        );
        for (const line of describeImport(report, dryRun)) print(line);
      }),
  );
}
