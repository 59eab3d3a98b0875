import { batchKey } from '#contract/limits';
import { messages } from '#contract/messages';
import { mentorsBatch, staff } from '../accounts/policy.ts';
import { HttpError, httpErrors } from '../platform/http/http-errors.ts';
import type { AccessRule } from '../platform/http/register-endpoint.ts';
import type { Viewer } from '../platform/http/sessions.ts';
import { submissionByNumber } from '../submissions/queries.ts';

/** Only administrators may learn that something does not exist: for a mentor it is not theirs. */
function absent(viewer: Viewer, message: string): HttpError {
  return viewer.role === 'administrator'
    ? httpErrors.notFound(message)
    : httpErrors.forbidden(messages.forbidden);
}

/** The batch in the path, of those that the staff member mentors; its name without regard to case and spaces. */
export const ownBatch: AccessRule<{ id: number; name: string }> = async (check) => {
  const viewer = await staff(check);
  const key = batchKey(check.params.batch ?? '');
  const batch = viewer.batches.find(({ name }) => batchKey(name) === key);
  if (batch === undefined) throw absent(viewer, 'There is no batch of this name.');
  return batch;
};

/** A version that the staff member may mark. */
export type Markable = { id: number; number: string; viewer: Viewer };

/** The version whose receipt number is in the path, of a student whom the staff member mentors. */
export const ownSubmission: AccessRule<Markable> = async (check) => {
  const viewer = await staff(check);
  const [submission] = await submissionByNumber(check.context.database.reader, {
    number: check.params.id ?? '',
  });
  if (submission === undefined) throw absent(viewer, 'There is no hand-in with this receipt number.');
  if (!mentorsBatch(viewer, submission.batchId)) throw httpErrors.forbidden(messages.forbidden);
  return { id: submission.id, number: submission.number, viewer };
};
