import { hasCourses } from '../../courses/course-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import { sampleFolder } from './sample-files.ts';

/** No start loads it again. */
async function wasSampleRemoved(database: Reader): Promise<boolean> {
  const row = await database.selectFrom('sample_removal').select('id').executeTakeFirst();
  return row !== undefined;
}

const isEmpty = async (database: Reader): Promise<boolean> =>
  !(await hasCourses(database)) && !(await wasSampleRemoved(database));

/**
 * Only into a database without courses, from which the sample was not removed.
 * @returns whether this call loaded it
 */
export async function loadSample(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
): Promise<boolean> {
  if (!(await isEmpty(context.database.reader))) return false;
  // Imported on demand: the YAML and CSV readers take megabytes.
  const [{ importSources }, { readSources }] = await Promise.all([
    import('../import/import-sources.ts'),
    import('../import/read-sources.ts'),
  ]);
  try {
    return (await importSources(context, await readSources(sampleFolder), { onlyInto: isEmpty })).length > 0;
  } catch (error) {
    // Another process was faster.
    if (isUniqueViolation(error) && !(await isEmpty(context.database.reader))) return false;
    throw error;
  }
}
