import { planBatches } from '../../courses/import-batches.ts';
import { batchIds } from '../../courses/batch-queries.ts';
import { planCourses } from '../../courses/import-courses.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { importStagedPeople, stagePeople } from '../../people/imports/stage-people.ts';
import { readCsvRecords } from '../../platform/import-files/csv-records.ts';
import {
  type ImportError,
  ImportRefused,
  locate,
  type Located,
  type Placed,
} from '../../platform/import-files/source-location.ts';
import type { Plan } from '../../platform/import-files/plan.ts';
import { reportProgress } from '../../platform/progress.ts';
import { delimiterOf } from '../../platform/sheets/read-csv.ts';
import { planFiles } from '../../projects/import-files.ts';
import { planProjects } from '../../projects/import-projects.ts';
import { planRubrics } from '../../projects/rubrics/import-rubrics.ts';
import { planBanks } from '../../projects/viva-bank/import-bank.ts';
import { markColumn, markRecord, planMarks } from '../../marking/import-marks.ts';
import { idsOfBatchesWithSelections, idsOfChosenProjects } from '../../selections/queries.ts';
import { type ImportedText, pageOfFile, planTexts } from '../texts/texts.ts';
import { planPeople } from '../../people/imports/import-people.ts';
import { parseCatalogue, type ParsedCatalogue } from './parse-catalogue.ts';
import { readPeople } from '../../people/imports/read-people.ts';
import type { Sources } from './read-sources.ts';
import type { CatalogueImport } from '#contract/catalogue/zip-calls';
import type { BoundedThread } from '../../platform/bounded-thread.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import type { Done, Job } from '../catalogue-worker.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'settings'>;

/** A part for each kind of record. */
export type ImportReport = Pick<Plan, 'noun' | 'changes' | 'unchanged'>[];

/**
 * Imports files, whole or not at all. Everything is checked first; the transaction is short and checks again.
 * @param options.actorId null for the operator's command
 * @param options.onlyInto a check of the database within the transaction; false changes nothing
 * @throws ImportRefused with all errors
 */
export async function importSources(
  context: Context,
  sources: Sources | ParsedCatalogue,
  options: {
    dryRun?: boolean;
    onlyInto?: (writer: Writer) => Promise<boolean>;
    actorId?: number;
  } = {},
): Promise<ImportReport> {
  const { reader } = context.database;
  const records = parseSources(context, sources, new Set((await batchIds(reader)).keys()));
  const now = context.clock.now();
  const planned = await plan(reader, records, now);
  if (options.dryRun === true) return planned;
  const { onlyInto } = options;
  if (onlyInto === undefined && planned.every(({ changes }) => changes.length === 0)) return planned;
  // There may be very many people: rows are staged first, then applied by few statements.
  const people = records.people?.map(({ value }) => value);
  const staged = people === undefined ? null : await stagePeople(context, 'people.csv', people);
  return context.database.transaction(async (writer) => {
    if (onlyInto !== undefined && !(await onlyInto(writer))) return [];
    const plans = await plan(writer, { ...records, people: null }, now);
    for (const [index, part] of plans.entries()) {
      reportProgress('Lists imported', index, plans.length);
      await part.write(writer, options.actorId ?? null);
    }
    if (staged === null) return plans;
    const { engine } = context.database;
    await importStagedPeople(writer, { engine, importId: staged, actorId: options.actorId ?? null, now });
    return planned.map((part) => plans.find(({ noun }) => noun === part.noun) ?? part);
  });
}

type Records = ReturnType<typeof parseSources>;

function parseSources(
  { settings }: Context,
  sources: Sources | ParsedCatalogue,
  batches: ReadonlySet<string>,
) {
  const { texts, people }: Partial<Sources> = 'texts' in sources ? sources : { texts: {} };
  const catalogue = 'texts' in sources ? parseCatalogue(sources, settings) : sources;
  const faults = [...catalogue.faults];
  const located = <T>(list: { file: string; records: Placed<T>[] } | null): Located<T>[] | null =>
    list === null ? null : list.records.map((record) => locate(list.file, record));
  const marks = texts?.['marks.csv'];
  return {
    courses: located(catalogue.courses),
    batches: located(catalogue.batches),
    projects: located(catalogue.projects),
    files: catalogue.files,
    people: people === undefined ? null : readPeople(people.file, people.rows, batches, faults),
    marks:
      marks === undefined
        ? null
        : readCsvRecords(marks.file, marks.text, markRecord, faults, {
            delimiter: delimiterOf(marks.text.slice(0, 65_536)),
            columnOf: markColumn,
          }),
    words: Object.entries(texts ?? {}).flatMap(([name, source]): ImportedText[] =>
      pageOfFile(name) === null || source === undefined ? [] : [{ name, ...source }],
    ),
    faults,
  };
}

/** Rubrics and viva questions have tables of their own. */
function ownFields<Entry extends { rubrics?: unknown; viva?: unknown }>({ value, at }: Located<Entry>) {
  const { rubrics: _, viva: __, ...own } = value;
  return { value: own, at };
}

/** Courses come first: other records refer to them. */
async function plan(database: Reader, records: Records, now: number): Promise<Plan[]> {
  const faults = [...records.faults];
  const courses = await planCourses(database, records.courses ?? [], now, faults);
  const batches = await planBatches(
    database,
    records.batches ?? [],
    courses.known,
    await idsOfBatchesWithSelections(database),
    now,
    faults,
  );
  const whole = records.projects ?? [];
  const projects = await planProjects(
    database,
    whole.map(ownFields),
    courses.known,
    await idsOfChosenProjects(database),
    now,
    faults,
  );
  const rubrics = await planRubrics(database, whole, now, faults);
  const banks = await planBanks(database, whole, now);
  const people = await planPeople(database, records.people ?? [], batches.known, faults);
  const marks = await planMarks(database, records.marks ?? [], now, faults);
  const files = await planFiles(database, records.files, now, faults);
  const words = await planTexts(database, records.words, now, faults);
  if (faults.length > 0) throw new ImportRefused(inOrder(faults));
  return [
    ...(records.courses === null ? [] : [courses.plan]),
    ...(records.batches === null ? [] : [batches.plan]),
    ...(records.projects === null ? [] : [projects]),
    ...[rubrics, banks].filter(({ changes, unchanged }) => changes.length + unchanged > 0),
    ...(records.people === null ? [] : [people]),
    ...(records.marks === null ? [] : [marks]),
    ...(records.files.length === 0 ? [] : [files]),
    ...(records.words.length === 0 ? [] : [words]),
  ];
}

function inOrder(faults: readonly ImportError[]): ImportError[] {
  const files = [...new Set(faults.map(({ file }) => file))];
  return faults.toSorted(
    (a, b) => files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line || a.column - b.column,
  );
}

const mostFaults = 200;
const mostChanges = 500;

/** @throws 400 for an unreadable ZIP */
export async function importCatalogue(
  context: Context,
  thread: BoundedThread<Job, Done>,
  actorId: number,
  zip: Buffer,
  dryRun: boolean,
): Promise<CatalogueImport> {
  const { academyZone, frameHosts, publicUrl } = context.settings;
  const parsed = await thread.run({ zip, academyZone, frameHosts, publicUrl: publicUrl?.href ?? null });
  if (parsed === null)
    throw httpErrors.badRequest(
      'The ZIP takes too long to read. Import fewer entries at once, or try again later.',
    );
  try {
    if (!('files' in parsed)) throw new ImportRefused(parsed.faults);
    const report = await importSources(context, parsed, { dryRun, actorId });
    return {
      imported: !dryRun,
      faults: [],
      parts: report.map(({ noun, changes, unchanged }) => {
        const added = changes.filter(({ kind }) => kind === 'added').length;
        return { noun, added, changed: changes.length - added, unchanged };
      }),
      changes: report
        .flatMap(({ changes }) => changes)
        .slice(0, mostChanges)
        .map(({ kind, what, fields = [] }) => ({ kind, what, fields: [...fields] })),
    };
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error;
    return { imported: false, faults: error.faults.slice(0, mostFaults), parts: [], changes: [] };
  }
}
