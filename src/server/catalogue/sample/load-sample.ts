import { hasCourses } from '../../courses/course-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import { wasSampleRemoved } from './queries.ts';
import { sampleFolder } from './sample-files.ts';

const isEmpty = async (database: Reader): Promise<boolean> =>
  !(await hasCourses(database)) && !(await wasSampleRemoved(database));

/**
 * Loads the sample catalogue into an empty database; one that has a course, or from which the sample was taken away, is left alone.
 * @returns whether it was loaded by this call
 */
export async function loadSample(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
): Promise<boolean> {
  if (!(await isEmpty(context.database.reader))) return false;
  // Later starts need none of it: readers of YAML and CSV are megabytes that a portal at rest would keep.
  const [{ importSources }, { readSources }] = await Promise.all([
    import('../import/import-sources.ts'),
    import('../import/read-sources.ts'),
  ]);
  try {
    return (await importSources(context, await readSources(sampleFolder), { onlyInto: isEmpty })).length > 0;
  } catch (error) {
    // Another process that started at the same moment was faster; its sample is as good.
    if (isUniqueViolation(error) && !(await isEmpty(context.database.reader))) return false;
    throw error;
  }
}
