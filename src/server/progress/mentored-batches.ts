import { normalizeEmail } from '#contract/limits';
import * as calls from '#contract/progress/mentor-calls';
import { administrator } from '../accounts/policy.ts';
import { accountById, accountIdOf, activeStaff, lockAccount } from '../accounts/queries.ts';
import { freshly } from '../accounts/second-factor/fresh-proof.ts';
import { act, read } from '../accounts/sessions/act.ts';
import type { Viewer, ViewerCheck, ViewerRule } from '../accounts/sessions/viewer.ts';
import { batchByName, batchesOfMentor, mentorAccounts, type Batch } from '../courses/batch-queries.ts';
import { removeMentor } from '../courses/remove-mentor.ts';
import { readShares } from '../marking/shares/queries.ts';
import { countUnreleasedBy } from '../marking/staff-queries.ts';
import { countPlannedBy } from '../notices/announcements/queries.ts';
import { announce } from '../platform/database/announce.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { countTakenBy } from '../private-questions/queries.ts';
import { releaseTaken } from '../private-questions/release-taken.ts';

type OfMentor = { viewer: Viewer; accountId: number };
type OfBatch = OfMentor & { batch: Batch };

async function mentorNamed(check: ViewerCheck): Promise<OfMentor> {
  const viewer = administrator(check);
  const { reader } = check.context.database;
  const accountId = await accountIdOf(reader, normalizeEmail(check.params.s_id ?? ''));
  if (accountId === null || (await accountById(reader, accountId)).role === 'student')
    throw httpErrors.notFound('There is no staff account with this email.');
  return { viewer, accountId };
}

/** Also of a batch that the person has left: a repetition gets its first answer. */
const ofBatch: ViewerRule<OfBatch> = async (check) => {
  const mentor = await mentorNamed(check);
  const { id, name } = await batchByName(check.context.database.reader, check.params.batch ?? '');
  return { ...mentor, batch: { id, name } };
};

async function openWork(
  reader: Reader | Writer,
  batch: Batch,
  accountId: number,
): Promise<calls.MentoredBatch> {
  const of = { batchId: batch.id, accountId };
  const active = await activeStaff(reader, await mentorAccounts(reader, batch.id));
  return {
    batch: batch.name,
    others: active.filter((id) => id !== accountId).length,
    questions: await countTakenBy(reader, of),
    announcements: await countPlannedBy(reader, of),
    marks: await countUnreleasedBy(reader, of),
    students: (await readShares(reader, batch.id)).filter(({ mentorId }) => mentorId === accountId).length,
  };
}

export const mentoredBatchCalls = [
  read(calls.listMentoredBatches, {
    who: mentorNamed,
    async run({ context: { database }, resource: { accountId } }) {
      const { reader } = database;
      const batches = await batchesOfMentor(reader, { accountId });
      return Promise.all(batches.map((batch) => openWork(reader, batch, accountId)));
    },
  }),

  // What the mentor has written stays; waiting questions are told to the others again.
  act(calls.takeOffBatch, {
    who: freshly<OfBatch>(ofBatch),
    changes: {
      async stored(writer, { resource: { batch, accountId } }) {
        await lockAccount(writer, accountId);
        return openWork(writer, batch, accountId);
      },
      seen: ['questions', 'announcements', 'marks', 'students'],
      message: 'The open work has changed in the meantime. The mentor is not taken off the batch yet.',
    },
    audit: 'take-off-batch',
    async run(writer, { resource: { batch, accountId }, stored, now }) {
      if (!(await removeMentor(writer, { batchId: batch.id, accountId }))) return { id: accountId };
      await releaseTaken(writer, { batch, accountId, now });
      announce(writer, `account:${accountId}`);
      const { email } = await accountById(writer, accountId);
      const { questions, announcements, marks, students } = stored;
      return {
        id: accountId,
        audit: {
          subject: email,
          aboutId: accountId,
          before: { batch: batch.name },
          after: { batch: null, questions, announcements, marks, students },
        },
      };
    },
  }),
];
