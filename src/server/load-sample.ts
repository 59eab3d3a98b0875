import { fileURLToPath } from 'node:url';
import { hasCourses } from './courses/queries.ts';
import type { AppContext } from './platform/context.ts';
import type { Reader } from './platform/database/database.ts';
import { isUniqueViolation } from './platform/database/database-errors.ts';
import { importSources } from './staff/import/import-sources.ts';
import { readSources } from './staff/import/read-sources.ts';

const sampleFolder = fileURLToPath(new URL('../../sample', import.meta.url));

const isEmpty = async (database: Reader): Promise<boolean> => !(await hasCourses(database));

/**
 * Loads the sample catalogue into an empty database; one that has a course is left alone.
 * @returns whether it was loaded by this call
 */
export async function loadSample(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
): Promise<boolean> {
  if (!(await isEmpty(context.database.reader))) return false;
  try {
    return (await importSources(context, await readSources(sampleFolder), { onlyInto: isEmpty })).length > 0;
  } catch (error) {
    // Another process that started at the same moment was faster; its sample is as good.
    if (isUniqueViolation(error) && !(await isEmpty(context.database.reader))) return false;
    throw error;
  }
}
