import { Command } from 'commander';
import { type ImportReport, importSources } from '#server/catalogue/import/import-sources';
import { serverMessages } from '#server/platform/http/server-messages';
import { readSources, UnusableSource } from '#server/catalogue/import/read-sources';
import { removeSample } from '#server/catalogue/sample/remove-sample';
import { restoreQuestion } from '#server/forum/posts/restore-question';
import { CommandFailed, type Print } from '../failure-lines.ts';
import { withContext, withNewContext } from '../with-context.ts';
import { exportAudit as auditCall } from '#contract/privacy/calls';
import { counted } from '#server/operations/system-check/check';
import { openExportOf } from '#server/privacy/anonymisation/open-person-export';
import {
  countExported,
  openAuditExport,
  openStudentExport,
  type StudentExport,
} from '#server/privacy/exports/open-export';
import { exportCatalogue, inPlaceOf, writeCsvFile, writeWholeFile } from '../write-exports.ts';

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
      'a folder with courses.yaml, batches.yaml, projects.yaml, people.csv, marks.csv, terms.md, privacy.md, images/, documents/; or one of these files, or a CSV or XLSX list of people with any file name',
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
    .description('Remove the sample catalogue that the first start loaded, if it is not in use')
    .action(async () => {
      await withContext(removeSample);
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

const operator = { actorId: null };

const studentExports: Record<StudentExport, { description: string; line: string }> = {
  grades: {
    description: 'Marks as CSV: a row for each student, a column for each task',
    line: 'student',
  },
  roster: { description: 'Everyone who signed up as a student, as CSV', line: 'student' },
  submissions: { description: 'Every submitted version with its mark, as CSV', line: 'submission' },
};

type AuditOptions = { who?: string; whom?: string; kind?: string; from?: string; to?: string; out: string };

/** The same checks as over HTTP. */
function parseSearch(options: Omit<AuditOptions, 'out'>) {
  const parsed = auditCall.query.safeParse(options);
  if (!parsed.success)
    throw new CommandFailed(parsed.error.issues[0]?.message ?? 'This filter is not valid.');
  return parsed.data;
}

export function exportCommand(print: Print): Command {
  const exporting = new Command('export').description('Write data of the portal to files');
  for (const what of Object.keys(studentExports) as StudentExport[]) {
    const { description, line } = studentExports[what];
    exporting.addCommand(
      new Command(what)
        .description(description)
        .option('--batch <name>', 'only this batch')
        .requiredOption('--out <file>', 'the file to write; an earlier one is replaced')
        .action(async ({ batch = null, out }: { batch?: string | null; out: string }) => {
          const replaced = await inPlaceOf(out);
          const count = await withContext(async (context) => {
            const total = await countExported(context, { what, batch });
            return writeCsvFile(out, () => openStudentExport(context, operator, { what, batch }), total);
          });
          print(`${counted(count, line)} written to ${out}${replaced}.`);
        }),
    );
  }
  exporting
    .addCommand(
      new Command('audit')
        .description('The audit log as CSV, newest first')
        .option('--who <email>', 'only actions of this person; "operator" for commands')
        .option('--whom <name>', 'only actions about this email, receipt, batch or project')
        .option('--kind <kind>', 'only this kind of action')
        .option('--from <day>', 'from this day on, YYYY-MM-DD')
        .option('--to <day>', 'up to this day')
        .requiredOption('--out <file>', 'the file to write; an earlier one is replaced')
        .action(async ({ out, ...options }: AuditOptions) => {
          const search = parseSearch(options);
          const replaced = await inPlaceOf(out);
          const count = await withContext((context) =>
            writeCsvFile(out, () => openAuditExport(context, operator, search)),
          );
          print(`${counted(count, 'line')} written to ${out}${replaced}.`);
        }),
    )
    .addCommand(
      new Command('person')
        .description(
          'All data about one student as a ZIP: one folder for the person, one for the office only',
        )
        .argument('<email>')
        .requiredOption('--out <file>', 'the file to write; an earlier one is replaced')
        .action(async (address: string, { out }: { out: string }) => {
          const replaced = await inPlaceOf(out);
          const bytes = await withContext((context) =>
            writeWholeFile(out, () => openExportOf(context, address)),
          );
          print(
            `${counted(bytes, 'byte')} written to ${out}${replaced}. Do not give all of it to the person: see its README.txt.`,
          );
        }),
    )
    .addCommand(
      new Command('catalogue')
        .description(
          'Courses, batches, projects, instructions, rubrics, pictures and documents, for `import`',
        )
        .requiredOption('--out <folder>', 'the folder to write, new or empty')
        .action(async ({ out }: { out: string }) => {
          const count = await withContext((context) => exportCatalogue(context, out));
          print(`${counted(count, 'file')} written to ${out}.`);
        }),
    );
  return exporting;
}
