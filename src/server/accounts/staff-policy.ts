import { messages } from '#contract/messages';
import type { Batch } from '../courses/batch-queries.ts';
import { HttpError, httpErrors } from '../platform/http/http-errors.ts';
import type { ViewerRule } from './sessions/access-rule.ts';
import { mentoredBatchNamed, selfOrMentor, staff } from './policy.ts';
import type { StudentRow } from './queries.ts';
import type { Viewer } from './sessions/viewer.ts';

/** The answer for what does not exist: only administrators may learn that, a mentor gets the 403 of what is not theirs. */
export function absent(viewer: Viewer, message: string): HttpError {
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
