import type { Task } from '#contract/dates';
import { messages } from '#contract/messages';
import { mentoredBatchNamed, mentorsBatch, selfOrMentor, staff } from '../accounts/policy.ts';
import type { StudentRow } from '../accounts/queries.ts';
import type { ViewerRule } from '../accounts/access-rule.ts';
import type { Viewer } from '../accounts/viewer.ts';
import type { Batch } from '../batches/queries.ts';
import { HttpError, httpErrors } from '../platform/http/http-errors.ts';
import { submissionByNumber } from '../submissions/queries.ts';

/** Only administrators may learn that something does not exist: for a mentor it is not theirs. */
function absent(viewer: Viewer, message: string): HttpError {
  return viewer.role === 'administrator'
    ? httpErrors.notFound(message)
    : httpErrors.forbidden(messages.forbidden);
}

/** The batch in the path, of those that the staff member mentors, by its name or a former one. */
export const ownBatch: ViewerRule<Batch> = async (check) => {
  const viewer = staff(check);
  const batch = await mentoredBatchNamed(viewer, check.params.batch ?? '', check.context.database.reader);
  if (batch === undefined) throw absent(viewer, 'There is no batch of this name.');
  return batch;
};

/** The batch in the path, as above, and who asks. */
export const ownBatchOf: ViewerRule<{ batch: Batch; viewer: Viewer }> = async (check) => ({
  batch: await ownBatch(check),
  viewer: staff(check),
});

/** A student whom the staff member mentors. */
export type OwnStudent = { student: StudentRow; viewer: Viewer };

/** The student in the path, of a batch that the staff member mentors; for administrators everybody. */
export const ownStudent: ViewerRule<OwnStudent> = async (check) => ({
  viewer: staff(check),
  student: await selfOrMentor(check),
});

/** The same, for administrators alone. */
export const administratorOfStudent: ViewerRule<OwnStudent> = async (check) => {
  if (staff(check).role !== 'administrator') throw httpErrors.forbidden(messages.forbidden);
  return ownStudent(check);
};

/** A version that the staff member may mark. */
export type Markable = { id: number; number: string; accountId: number; task: Task; viewer: Viewer };

/** The version whose receipt number is in the path, of a student whom the staff member mentors. */
export const ownSubmission: ViewerRule<Markable> = async (check) => {
  const viewer = staff(check);
  const [submission] = await submissionByNumber(check.context.database.reader, {
    number: check.params.id ?? '',
  });
  if (submission === undefined) throw absent(viewer, 'There is no hand-in with this receipt number.');
  if (!mentorsBatch(viewer, submission.batchId)) throw httpErrors.forbidden(messages.forbidden);
  const { id, number, accountId, task } = submission;
  return { id, number, accountId, task, viewer };
};
