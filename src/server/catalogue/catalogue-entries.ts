import type { Readable } from 'node:stream';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import { readBatchState } from '../courses/read-batch-state.ts';
import { readCourseState } from '../courses/course-queries.ts';
import type { AppContext } from '../platform/context.ts';
import type { Reader, Database } from '../platform/database/database.ts';
import { catalogueFileBody, catalogueFilePaths } from '../projects/catalogue-file-queries.ts';
import { projectIds } from '../projects/queries.ts';
import { readProjectState } from '../projects/project-state.ts';
import { standingLinesOf } from '../projects/rubrics/queries.ts';
import { banksOf } from '../projects/viva-bank/bank.ts';
import { writeZip, type ZipEntry } from '../platform/write-zip.ts';
import { batchesYaml, coursesYaml, projectsYaml } from './catalogue-yaml.ts';

/**
 * Streams pieces of one instant. Releases the connection at the end, on failure, and when the consumer stops
 * early (`return`).
 */
async function* fromSnapshot<Piece>(
  { snapshot }: Pick<Database, 'snapshot'>,
  read: (reader: Reader) => AsyncIterable<Piece>,
): AsyncGenerator<Piece, void, undefined> {
  const opened = Promise.withResolvers<Reader>();
  const taken = Promise.withResolvers<void>();
  const whole = snapshot(async ({ reader }) => {
    opened.resolve(reader);
    await taken.promise;
  });
  whole.catch(opened.reject);
  try {
    yield* read(await opened.promise);
  } finally {
    taken.resolve();
    await whole;
  }
}

/** `name` is a path with `/`. */
export type CatalogueEntry = { name: string; body: string | Buffer };

/** The engines' orders differ. */
const inOrder = (texts: readonly string[]): string[] =>
  texts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));

/**
 * A snapshot of the catalogue as the files that an import reads. Importing them into the same portal changes nothing.
 */
export function catalogueEntries({
  database,
  settings,
}: Pick<AppContext, 'database' | 'settings'>): AsyncGenerator<CatalogueEntry> {
  return fromSnapshot(database, (reader) => readEntries(reader, settings.academyZone));
}

async function* readEntries(reader: Reader, zone: string): AsyncGenerator<CatalogueEntry> {
  const ids = inOrder(await projectIds(reader));
  const states = await readProjectState(reader, ids);
  const projects = ids.map((id) => states.get(id)).filter((state) => state !== undefined);
  const rubrics = await standingLinesOf(reader, ids);
  const banks = await banksOf(reader, ids);
  const batches = [...(await readBatchState(reader)).values()].map(({ state }) => state);
  const courses = [...(await readCourseState(reader))].map(([key, { state }]) => [key, state] as const);
  const names = new Map(courses.map(([key, { name }]) => [key, name]));
  yield { name: 'courses.yaml', body: coursesYaml(courses.map(([, state]) => state)) };
  yield { name: 'batches.yaml', body: batchesYaml(batches, names, zone) };
  yield { name: 'projects.yaml', body: projectsYaml(projects, names, rubrics, banks) };
  for (const path of inOrder(await catalogueFilePaths(reader))) {
    const body = await catalogueFileBody(reader, path);
    if (body !== undefined) yield { name: path.slice(1), body };
  }
}

/** Audited before the first byte. @param actorId null for the operator */
export async function recordCatalogueExport(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  actorId: number | null,
): Promise<void> {
  const event = { at: clock.now(), actorId, act: 'export-catalogue', subject: 'catalogue' } as const;
  await database.transaction((writer) => recordAuditEvent(writer, event));
}

async function* zipEntries(context: AppContext): AsyncGenerator<ZipEntry> {
  const changedAt = context.clock.now();
  for await (const { name, body } of catalogueEntries(context)) yield { name, changedAt, content: body };
}

export async function exportCatalogue(
  context: AppContext,
  actorId: number,
  log: Pick<AppContext['log'], 'error'>,
): Promise<Readable> {
  await recordCatalogueExport(context, actorId);
  return writeZip(zipEntries(context), (error) =>
    log.error({ err: error }, 'an export of the catalogue broke off'),
  );
}
