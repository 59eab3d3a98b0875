import { z } from 'zod';
import { batchKey as nameKey, limits } from '#contract/limits';
import type { Reader, Writer } from '../platform/database/database.ts';
import { flagField, nameField } from '../platform/import-files/fields.ts';
import type { ImportError, Located } from '../platform/import-files/source-location.ts';
import { differingFields, type Plan, pick } from '../platform/import-files/plan.ts';
import { readCourseState, type CourseState } from './course-queries.ts';
import { type ActedBy, recordAuditEvent } from '../audit/record-audit-event.ts';
import { announce } from '../platform/database/announce.ts';

type CourseWrite = { id: number | null; before: CourseState | null; after: CourseState };

/** Audited. */
export async function writeCourses(
  writer: Writer,
  writes: readonly CourseWrite[],
  by: ActedBy,
): Promise<void> {
  if (writes.length > 0) announce(writer, 'catalogue');
  for (const { id, before, after } of writes) {
    if (id === null) {
      const retired_at = after.is_retired ? by.at : null;
      await writer.insertInto('courses').values({ name: after.name, retired_at }).execute();
    } else {
      const isSame = before?.is_retired === after.is_retired;
      const retirement = isSame ? {} : { retired_at: after.is_retired ? by.at : null };
      await writer
        .updateTable('courses')
        .set({ name: after.name, ...retirement })
        .where('id', '=', id)
        .execute();
    }
    const fields = before === null ? Object.keys(after) : differingFields(before, after);
    await recordAuditEvent(writer, {
      ...by,
      subject: after.name,
      before: before === null ? null : pick(before, fields),
      after: pick(after, fields),
    });
  }
}

export const courseName = nameField(limits.course);

export const courseRecord = z.strictObject({
  name: courseName,
  // Absent: unchanged.
  retired: flagField().optional(),
});
type CourseRecord = z.output<typeof courseRecord>;

/** After the import. */
export type KnownCourses = ReadonlyMap<string, string>;

/** Names are compared regardless of case and spaces. */
export async function planCourses(
  database: Reader,
  records: readonly Located<CourseRecord>[],
  now: number,
  faults: ImportError[],
): Promise<{ plan: Plan; known: KnownCourses }> {
  const existing = await readCourseState(database);
  const known = new Map([...existing].map(([key, { state }]) => [key, state.name]));
  const seen = new Set<string>();
  const writes: CourseWrite[] = [];
  for (const { value, at } of records) {
    const key = nameKey(value.name);
    if (seen.has(key)) faults.push({ ...at('name'), message: `the course "${value.name}" appears twice` });
    seen.add(key);
    known.set(key, value.name);
    const before = existing.get(key);
    const after: CourseState = {
      name: value.name,
      is_retired: value.retired ?? before?.state.is_retired ?? false,
    };
    if (before === undefined || differingFields(before.state, after).length > 0)
      writes.push({ id: before?.id ?? null, before: before?.state ?? null, after });
  }
  const plan: Plan = {
    noun: 'courses',
    changes: writes.map(({ before, after }) => ({
      kind: before === null ? 'added' : 'changed',
      what: `course ${after.name}`,
    })),
    unchanged: records.length - writes.length,
    write: (writer, actorId) => writeCourses(writer, writes, { actorId, at: now, act: 'import-course' }),
  };
  return { plan, known };
}

/** Null after an error that lists the known ones. */
export function resolveCourse(
  known: KnownCourses,
  record: Located<{ course: string }>,
  faults: ImportError[],
): string | null {
  const key = nameKey(record.value.course);
  if (known.has(key)) return key;
  const names = [...known.values()].sort().join(', ') || 'none yet (add courses.yaml)';
  faults.push({
    ...record.at('course'),
    message: `unknown course "${record.value.course}"; known: ${names}`,
  });
  return null;
}

export async function courseIds(database: Reader): Promise<Map<string, number>> {
  const rows = await database.selectFrom('courses').select(['id', 'name']).execute();
  return new Map(rows.map(({ id, name }) => [nameKey(name), id]));
}
