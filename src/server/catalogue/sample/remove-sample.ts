import * as calls from '#contract/catalogue/sample-calls';
import { administrator } from '../../accounts/policy.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { removeUnusedBatch } from '../../courses/batch-queries.ts';
import { removeUnusedCourse } from '../../courses/course-queries.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { serverMessages } from '../../platform/http/server-messages.ts';
import { removeUnusedProject } from '../../projects/queries.ts';
import { removeUnusedFiles } from '../../projects/catalogue-file-queries.ts';
import { removeRubrics } from '../../projects/rubrics/write-rubric.ts';
import { forgetCounts } from '../../marking/queries.ts';
import { findSample, type FoundSample } from './find-sample.ts';
import { loadSample, readSampleNames, type SampleNames } from './sample-files.ts';

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
 * All of the sample or nothing; a later start does not load it again.
 * @throws 409 while it is in use, or without a sample
 */
async function removeAll(writer: Writer, names: SampleNames, by: By): Promise<void> {
  const found = await findSample(writer, names);
  const reason = reasonToStay(found);
  if (found === null || reason !== null) throw httpErrors.conflict(reason ?? '');
  await removeFound(writer, found, names, by);
}

/** For the operator's command. */
export async function removeSample({ database, clock }: Pick<AppContext, 'database' | 'clock'>) {
  const names = await readSampleNames();
  const by = { actorId: null, at: clock.now() };
  await database.transaction((writer) => removeAll(writer, names, by));
}

export const sampleCalls = [
  read(calls.readSample, {
    who: administrator,
    async run({ context }) {
      const found = await findSample(context.database.reader, await readSampleNames());
      const nameOf = ({ name }: { name: string }) => name;
      return {
        is_there: found !== null,
        courses: found?.courses.map(nameOf) ?? [],
        batches: found?.batches.map(nameOf) ?? [],
        projects: found?.projects.map(({ id, name }) => ({ id, name })) ?? [],
        in_the_way: found?.inTheWay ?? [],
      };
    },
  }),

  read(calls.loadSample, {
    who: administrator,
    async run({ context, resource: { accountId } }) {
      if (!(await loadSample(context, accountId))) throw httpErrors.conflict(serverMessages.hasCourses);
      return { message: serverMessages.sampleLoaded };
    },
  }),

  act(calls.removeSample, {
    who: administrator,
    prepare: readSampleNames,
    key: { kind: 'sample-removal', content: () => [] },
    async run(writer, { viewer: { accountId }, prepared: names, now }) {
      await removeAll(writer, names, { actorId: accountId, at: now });
      return { id: accountId };
    },
    answer: async () => ({ message: serverMessages.sampleRemoved }),
  }),
];

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
