import { batchKey } from '#contract/limits';
import { batchesAs } from '../../courses/batch-queries.ts';
import { coursesAs } from '../../courses/course-queries.ts';
import { isPartOfAddress } from '../../platform/import-files/fields.ts';
import { ok, warn, type Check } from './check.ts';

type Named = { table: 'batches' | 'courses'; id: number; name: string };

/** A search by name finds one of a group. */
function duplicates(rows: readonly Named[]): Named[][] {
  const groups = Map.groupBy(rows, ({ table, name }) => `${table} ${batchKey(name)}`);
  return [...groups.values()].filter((group) => group.length > 1);
}

const quoted = ({ name }: Named): string => `"${name}"`;

/** Older than the refusal. Their page does not open, so SQL renames them. */
function unreachable(rows: readonly Named[]) {
  const found = rows.filter(({ name }) => !isPartOfAddress(name));
  if (found.length === 0) return [];
  const statements = found.map(({ table, id }) => `update ${table} set name = 'NEW NAME' where id = ${id};`);
  return [
    {
      found: `The pages of ${found.map(quoted).join(', ')} cannot be opened: the name cannot be part of an address`,
      todo: `Rename in the database: ${statements.join(' ')} The portal uses the new name within an hour.`,
    },
  ];
}

function ambiguous(rows: readonly Named[]) {
  const groups = duplicates(rows);
  if (groups.length === 0) return [];
  const listed = groups.map((group) => group.map(quoted).join(' and ')).join(', ');
  return [
    {
      found: `These names differ only in case, spaces or similar characters: ${listed}`,
      todo: 'Rename one of each in the catalogue.',
    },
  ];
}

export const nameChecks: Check[] = [
  {
    id: 'names',
    title: 'Names of batches and courses',
    async run({ database: { reader } }) {
      const batches = await reader
        .selectFrom(batchesAs('batch'))
        .select(['batch.id', 'batch.name'])
        .orderBy('batch.id')
        .execute();
      const courses = await reader
        .selectFrom(coursesAs('course'))
        .select(['course.id', 'course.name'])
        .orderBy('course.id')
        .execute();
      const rows: Named[] = [
        ...batches.map((row) => ({ ...row, table: 'batches' as const })),
        ...courses.map((row) => ({ ...row, table: 'courses' as const })),
      ];
      const problems = [...unreachable(rows), ...ambiguous(rows)];
      if (problems.length === 0) return ok('All names are unique, and their pages can be opened');
      return warn(problems.map(({ found }) => found).join('. '), problems.map(({ todo }) => todo).join(' '));
    },
  },
];
