import { z } from 'zod';
import { batchKey as nameKey } from '#contract/limits';
import { recordAct } from '../audit/record-act.ts';
import { announce } from '../platform/database/announce.ts';
import type { Reader } from '../platform/database/database.ts';
import { textField } from '../platform/import-files/fields.ts';
import type { ImportError, Located } from '../platform/import-files/source-location.ts';
import type { Change, Plan } from '../platform/import-files/plan.ts';

export const courseName = textField(120);

/** An entry of `courses.yaml`. */
export const courseRecord = z.strictObject({ name: courseName });
type CourseRecord = z.output<typeof courseRecord>;

/** Courses by their name's key, as they will be after the import: what other files may refer to. */
export type KnownCourses = ReadonlyMap<string, string>;

/** Plans which courses an import adds or renames; courses are one when case and spaces alone tell them apart. */
export async function planCourses(
  database: Reader,
  records: readonly Located<CourseRecord>[],
  now: number,
  faults: ImportError[],
): Promise<{ plan: Plan; known: KnownCourses }> {
  const existing = new Map(
    (await database.selectFrom('courses').select(['id', 'name']).execute()).map((row) => [
      nameKey(row.name),
      row,
    ]),
  );
  const known = new Map([...existing].map(([key, { name }]) => [key, name]));
  const seen = new Set<string>();
  const changes: Change[] = [];
  const writes: { id: number | null; before: string | null; name: string }[] = [];
  for (const { value, at } of records) {
    const key = nameKey(value.name);
    if (seen.has(key)) faults.push({ ...at('name'), message: `the course "${value.name}" is there twice` });
    seen.add(key);
    known.set(key, value.name);
    const before = existing.get(key);
    if (before?.name === value.name) continue;
    changes.push({ kind: before === undefined ? 'added' : 'changed', what: `course ${value.name}` });
    writes.push({ id: before?.id ?? null, before: before?.name ?? null, name: value.name });
  }
  const plan: Plan = {
    noun: 'courses',
    changes,
    unchanged: records.length - changes.length,
    async write(writer) {
      if (writes.length > 0) announce(writer, 'catalogue');
      for (const { id, before, name } of writes) {
        if (id === null) await writer.insertInto('courses').values({ name }).execute();
        else await writer.updateTable('courses').set({ name }).where('id', '=', id).execute();
        await recordAct(writer, {
          at: now,
          actorId: null,
          act: 'import-course',
          subject: name,
          before: before === null ? null : { name: before },
          after: { name },
        });
      }
    },
  };
  return { plan, known };
}

/** The course that a record names, or null after a fault that lists the known ones. */
export function resolveCourse(
  known: KnownCourses,
  record: Located<{ course: string }>,
  faults: ImportError[],
): string | null {
  const key = nameKey(record.value.course);
  if (known.has(key)) return key;
  const names = [...known.values()].sort().join(', ') || 'none yet (give courses.yaml)';
  faults.push({
    ...record.at('course'),
    message: `unknown course "${record.value.course}"; known: ${names}`,
  });
  return null;
}

/** Ids of courses by their name's key. */
export async function courseIds(database: Reader): Promise<Map<string, number>> {
  const rows = await database.selectFrom('courses').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [nameKey(name), id]));
}
