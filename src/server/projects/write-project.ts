import { batchKey } from '#contract/limits';
import { tasks } from '#contract/dates';
import { type ActedBy, recordAuditEvent } from '../audit/record-audit-event.ts';
import { courseIds } from '../courses/import-courses.ts';
import { announce } from '../platform/database/announce.ts';
import type { Writer } from '../platform/database/database.ts';
import { differingFields, pick } from '../platform/import-files/plan.ts';
import type { ProjectState } from './read-project-state.ts';
import { putBrief } from './briefs.ts';

/** Without `before`: a new project. */
export type ProjectWrite = { before: ProjectState | null; after: ProjectState };

/** Audited, with briefs; the course exists already. */
export async function writeProject(
  writer: Writer,
  { before, after }: ProjectWrite,
  by: ActedBy,
): Promise<void> {
  announce(writer, 'catalogue');
  const courses = await courseIds(writer);
  const row = {
    course_id: courses.get(batchKey(after.course)) as number,
    name: after.name,
    details: after.details,
    overview: JSON.stringify(after.overview),
    prerequisite_knowledge: JSON.stringify(after.prerequisiteKnowledge),
    job_opportunities: JSON.stringify(after.jobOpportunities),
    background_image: after.backgroundImage,
    project_url: after.project_url,
    ref1: after.ref1,
    ref2: after.ref2,
    ref3: after.ref3,
    ref4: after.ref4,
    seats: after.seats,
    ...(before?.is_retired !== after.is_retired && { retired_at: after.is_retired ? by.at : null }),
  };
  if (before === null)
    await writer
      .insertInto('projects')
      .values({ id: after.id, ...row })
      .execute();
  else await writer.updateTable('projects').set(row).where('id', '=', after.id).execute();
  for (const task of tasks) {
    const text = after.briefs[task];
    if (text !== undefined && text !== before?.briefs[task])
      await putBrief(writer, { projectId: after.id, task, text, at: by.at });
  }
  const fields = before === null ? Object.keys(after) : differingFields(before, after);
  await recordAuditEvent(writer, {
    ...by,
    subject: after.id,
    before: before === null ? null : pick(before, fields),
    after: pick(after, fields),
  });
}
