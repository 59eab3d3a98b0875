import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { hasCourses } from '../../courses/course-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';

export const sampleFolder = fileURLToPath(new URL('../../../../sample', import.meta.url));

/** Identifies the sample's rows: names, projects' ids with names, files' paths with hashes. */
export type SampleNames = {
  courses: string[];
  batches: string[];
  projects: { id: string; name: string }[];
  files: { path: string; sha256: string }[];
};

const named = z.object({ name: z.string() });
const project = z.object({ id: z.string(), name: z.string() });

async function readNames(): Promise<SampleNames> {
  // Imported on demand: the YAML reader takes megabytes.
  const [{ readYamlRecords }, { readSources }] = await Promise.all([
    import('../../platform/import-files/yaml-records.ts'),
    import('../import/read-sources.ts'),
  ]);
  const { texts, files } = await readSources(sampleFolder);
  const read = <S extends z.ZodObject>(name: keyof typeof texts, schema: S): z.output<S>[] =>
    readYamlRecords(name, texts[name]?.text ?? '[]', schema, []).map(({ value }) => value);
  return {
    courses: read('courses.yaml', named).map(({ name }) => name),
    batches: read('batches.yaml', named).map(({ name }) => name),
    projects: read('projects.yaml', project),
    files: files.map(({ folder, name, body }) => ({
      path: `/${folder}/${name}`,
      sha256: createHash('sha256').update(body).digest('hex'),
    })),
  };
}

let names: Promise<SampleNames> | undefined;

/** Read once: the files come with the release. */
export async function readSampleNames(): Promise<SampleNames> {
  names ??= readNames();
  try {
    return await names;
  } catch (error) {
    names = undefined;
    throw error;
  }
}

/** No start loads it again. */
async function wasSampleRemoved(database: Reader): Promise<boolean> {
  const row = await database.selectFrom('sample_removal').select('id').executeTakeFirst();
  return row !== undefined;
}

const isEmpty = async (database: Reader): Promise<boolean> =>
  !(await hasCourses(database)) && !(await wasSampleRemoved(database));

/**
 * Only into a database without courses; at a start, only one from which the sample was not removed.
 * @param actorId who asks for it; undefined at a start
 * @returns whether this call loaded it
 */
export async function loadSample(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  actorId?: number,
): Promise<boolean> {
  const mayLoad =
    actorId === undefined ? isEmpty : async (reader: Reader): Promise<boolean> => !(await hasCourses(reader));
  if (!(await mayLoad(context.database.reader))) return false;
  // Imported on demand: the YAML and CSV readers take megabytes.
  const [{ importSources }, { readSources }] = await Promise.all([
    import('../import/import-sources.ts'),
    import('../import/read-sources.ts'),
  ]);
  try {
    const into = { onlyInto: mayLoad, ...(actorId !== undefined && { actorId }) };
    return (await importSources(context, await readSources(sampleFolder), into)).length > 0;
  } catch (error) {
    // Another process was faster.
    if (isUniqueViolation(error) && !(await mayLoad(context.database.reader))) return false;
    throw error;
  }
}
