import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { removeUnusedBatch } from '../../courses/batch-queries.ts';
import { removeUnusedCourse } from '../../courses/course-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { once } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { removeUnusedProject } from '../../projects/queries.ts';
import { removeUnusedFiles } from '../../projects/catalogue-file-queries.ts';
import { removeRubrics } from '../../projects/rubrics/write-rubric.ts';
import { forgetCounts } from '../../marking/queries.ts';
import { findSample, type FoundSample } from './find-sample.ts';
import { readSampleNames, type SampleNames } from './sample-files.ts';

/** `actorId` is null for the operator. */
type By = { actorId: number | null; at: number };

const mostReasons = 10;

/** Null where it can be removed. */
function reasonToStay(found: FoundSample | null): string | null {
  if (found === null) return 'There is no sample catalogue in this portal.';
  const { inTheWay } = found;
  if (inTheWay.length === 0) return null;
  const more = inTheWay.length - mostReasons;
  const reasons = inTheWay.slice(0, mostReasons).join('; ') + (more > 0 ? `; and ${more} more` : '');
  return `The sample cannot be removed while it is in use: ${reasons}.`;
}

async function removeFound(writer: Writer, found: FoundSample, names: SampleNames, by: By): Promise<void> {
  for (const { id } of found.projects) {
    await removeRubrics(writer, id);
    await removeUnusedProject(writer, id);
  }
  for (const batch of found.batches) {
    await forgetCounts(writer, batch.id);
    await removeUnusedBatch(writer, batch);
  }
  for (const course of found.courses) await removeUnusedCourse(writer, course);
  await removeUnusedFiles(writer, names.files);
  await writer
    .insertInto('sample_removal')
    .values({ id: 1, removed_at: by.at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ removed_at: by.at }))
    .execute();
  const { courses, batches, projects } = found;
  await recordAuditEvent(writer, {
    ...by,
    act: 'remove-sample',
    subject: 'sample',
    before: {
      courses: courses.map(({ name }) => name),
      batches: batches.map(({ name }) => name),
      projects: projects.map(({ id }) => id),
    },
  });
}

/**
 * Removes all of the sample or nothing; a later start does not load it again.
 * @throws 409 while it is in use, or without a sample
 */
export async function removeSample(
  context: Pick<AppContext, 'database' | 'clock'>,
  actorId: number | null,
  key: string | null = null,
): Promise<void> {
  const names = await readSampleNames();
  const request = { accountId: actorId ?? 0, kind: 'sample-removal', key, content: [] } as const;
  await once(context, request, async (writer, at) => {
    const found = await findSample(writer, names);
    const reason = reasonToStay(found);
    if (found === null || reason !== null) throw httpErrors.conflict(reason ?? '');
    await removeFound(writer, found, names, { actorId, at });
  });
}

/** For the setup form, within its transaction. @returns a removal that says whether it was done */
export async function prepareSampleRemoval(): Promise<(writer: Writer, by: By) => Promise<boolean>> {
  const names = await readSampleNames();
  return async (writer, by) => {
    const found = await findSample(writer, names);
    if (found === null) return true;
    if (reasonToStay(found) !== null) return false;
    await removeFound(writer, found, names, by);
    return true;
  };
}
