import { batchKey } from '#contract/limits';
import { batchesAs } from '../batches/queries.ts';
import { coursesAs } from '../courses/queries.ts';
import { ok, warn, type Check } from './check.ts';

/** Names of which the office would find one alone, by their key. */
function alike(names: readonly string[]): string[][] {
  return [...Map.groupBy(names, batchKey).values()].filter((group) => group.length > 1);
}

export const nameChecks: Check[] = [
  {
    id: 'names',
    title: 'Names of batches and courses',
    async run({ database: { reader } }) {
      const batches = await reader.selectFrom(batchesAs('batch')).select('batch.name').execute();
      const courses = await reader.selectFrom(coursesAs('course')).select('course.name').execute();
      const groups = [batches, courses].flatMap((rows) => alike(rows.map(({ name }) => name)));
      if (groups.length === 0) return ok('No two are alike');
      const told = groups.map((names) => names.map((name) => `"${name}"`).join(' and ')).join(', ');
      return warn(
        `These are alike but for case, spaces or signs that look the same: ${told}`,
        'Rename one of each in the catalogue: whoever types the name may mean either.',
      );
    },
  },
];
