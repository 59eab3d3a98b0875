import { Command } from 'commander';
import { exportAudit as auditCall } from '#contract/privacy/export-calls';
import { openExportOf } from '#server/privacy/anonymisation/open-person-export';
import { openAuditExport, openStudentExport, type StudentExport } from '#server/privacy/exports/open-export';
import { exportCatalogue } from '../export-catalogue.ts';
import { CommandFailed } from '../failure-lines.ts';
import type { Print } from '../print.ts';
import { refuseOthers } from '../refuse-others.ts';
import { withContext } from '../with-context.ts';
import { writeCsvFile } from '../write-csv-file.ts';
import { writeWholeFile } from '../write-whole-file.ts';

const operator = { actorId: null };

/** Each export: what it has, and what one of its lines is. */
const exports: Record<StudentExport, { description: string; line: string; lines: string }> = {
  grades: {
    description: 'Marks, a line for each student and a column for each task, as CSV for spreadsheets',
    line: 'student',
    lines: 'students',
  },
  roster: {
    description: 'Everybody who signed up as a student, as CSV for spreadsheets',
    line: 'student',
    lines: 'students',
  },
  submissions: {
    description: 'Every version handed in, with marks, as CSV for spreadsheets',
    line: 'submission',
    lines: 'submissions',
  },
};

type AuditOptions = { who?: string; whom?: string; kind?: string; from?: string; to?: string; out: string };

/** The same checks as over HTTP. */
function parseSearch(options: Omit<AuditOptions, 'out'>) {
  const parsed = auditCall.query.safeParse(options);
  if (!parsed.success) throw new CommandFailed(parsed.error.issues[0]?.message ?? 'This filter is none.');
  return parsed.data;
}

export function addExport(add: (command: Command) => void, print: Print): void {
  const exporting = new Command('export')
    .description('Write what the portal holds to files')
    .helpCommand(false);
  add(refuseOthers(exporting));
  for (const what of Object.keys(exports) as StudentExport[]) {
    const { description, line, lines } = exports[what];
    const command = new Command(what)
      .description(description)
      .option('--batch <name>', 'only this batch')
      .requiredOption('--out <file>', 'the file to write')
      .action(async ({ batch = null, out }: { batch?: string | null; out: string }) => {
        const count = await withContext((context) =>
          writeCsvFile(out, () => openStudentExport(context, operator, { what, batch })),
        );
        print(`${count} ${count === 1 ? line : lines} written to ${out}.`);
      });
    exporting.addCommand(command.copyInheritedSettings(exporting));
  }
  const audit = new Command('audit')
    .description('The audit log, newest first, as CSV for spreadsheets')
    .option('--who <address>', 'only what this person did; "operator" for the commands')
    .option('--whom <name>', 'only what is about this address, receipt, batch or project')
    .option('--kind <kind>', 'only lines of this kind')
    .option('--from <day>', 'from this day on, as YYYY-MM-DD')
    .option('--to <day>', 'up to this day')
    .requiredOption('--out <file>', 'the file to write')
    .action(async ({ out, ...options }: AuditOptions) => {
      const search = parseSearch(options);
      const count = await withContext((context) =>
        writeCsvFile(out, () => openAuditExport(context, operator, search)),
      );
      print(`${count} ${count === 1 ? 'line' : 'lines'} written to ${out}.`);
    });
  exporting.addCommand(audit.copyInheritedSettings(exporting));
  const person = new Command('person')
    .description(
      'Everything about one student as a ZIP: a folder for the person, and one for the office alone',
    )
    .argument('<email>')
    .requiredOption('--out <file>', 'the file to write')
    .action(async (address: string, { out }: { out: string }) => {
      const bytes = await withContext((context) => writeWholeFile(out, () => openExportOf(context, address)));
      print(
        `${bytes.toLocaleString('en')} bytes written to ${out}. It holds what the office must not give to the person: see its README.txt.`,
      );
    });
  exporting.addCommand(person.copyInheritedSettings(exporting));
  const catalogue = new Command('catalogue')
    .description(
      'Courses, batches, projects with briefs and rubrics, pictures and documents, as `import` reads them',
    )
    .requiredOption('--out <folder>', 'the folder to write, new or empty')
    .action(async ({ out }: { out: string }) => {
      const count = await withContext((context) => exportCatalogue(context, out));
      print(`${count} ${count === 1 ? 'file' : 'files'} written to ${out}.`);
    });
  exporting.addCommand(catalogue.copyInheritedSettings(exporting));
}
