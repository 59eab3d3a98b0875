import { type ActedBy, recordAuditEvent } from '../audit/record-audit-event.ts';
import { announce } from '../platform/database/announce.ts';
import type { Writer } from '../platform/database/database.ts';
import { differingFields, pick } from '../platform/import-files/plan.ts';
import type { CourseState } from './read-course-state.ts';

/** Without an id: a new course. */
export type CourseWrite = { id: number | null; before: CourseState | null; after: CourseState };

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
