import { normalizeEmail } from '#contract/limits';
import { messages } from '#contract/messages';
import {
  confirmFirstMessage,
  isStudent,
  mentoredBatchNamed,
  mentorsBatch,
  mustConfirmFirst,
  selfOrMentor,
  signedIn,
} from '../accounts/policy.ts';
import type { StudentRow } from '../accounts/queries.ts';
import type { Viewer, ViewerCheck, ViewerRule } from '../accounts/sessions/viewer.ts';
import type { Batch } from '../courses/batch-queries.ts';
import { httpErrors } from '../platform/http/http-errors.ts';

/** The discussion that a call is about, and who calls; no batch for a student who waits for placement. */
export type DiscussionAccess = { viewer: Viewer; batch: Batch | null };

/** @throws 403 for somebody who has to confirm the address before coming into the forum */
export function requireConfirmed({ viewer, context: { settings } }: ViewerCheck): void {
  if (viewer !== null && mustConfirmFirst(viewer, settings))
    throw httpErrors.unconfirmed(confirmFirstMessage(settings));
}

/** What others answered: for the student, once the address is confirmed where that is needed, and the batch's mentors. */
export const answersReader: ViewerRule<StudentRow> = async (check) => {
  const student = await selfOrMentor(check);
  requireConfirmed(check);
  return student;
};

/**
 * `self; staff put the name of a batch of theirs in place of s_id`: the discussion of the path's address or batch name.
 * @throws a 403 error for another student's or batch's, and before a student's address is confirmed where that is needed; 404 only for administrators, who may read every discussion and
 *   so may learn that a name is unknown
 */
export const discussionAccess: ViewerRule<DiscussionAccess> = async (check) => {
  const viewer = signedIn(check);
  const named = check.params.s_id ?? '';
  if (isStudent(viewer, normalizeEmail(named))) {
    requireConfirmed(check);
    return { viewer, batch: viewer.batch };
  }
  const batch = await mentoredBatchNamed(viewer, named, check.context.database.reader);
  if (batch !== undefined && mentorsBatch(viewer, batch.id)) return { viewer, batch };
  if (viewer.role === 'administrator') throw httpErrors.notFound('There is no batch with this name.');
  throw httpErrors.forbidden(messages.forbidden);
};

/** Whether a viewer may edit a question: its author and the mentors of its batch. */
export function canEdit(viewer: Viewer, question: { authorId: number; batchId: number }): boolean {
  return question.authorId === viewer.accountId || mentorsBatch(viewer, question.batchId);
}

/** Whether a viewer may delete a question: as they may edit it. */
export const canDelete = canEdit;

/** Whether a viewer is told who asked without a name: whoever did, and the mentors of the batch. */
export const canSeeName = canEdit;

/** Says of the comments in a batch whether a viewer may edit and delete one, by who wrote it: as with questions. */
export function commentEditor(viewer: Viewer, batchId: number): (authorId: number) => boolean {
  return mentorsBatch(viewer, batchId) ? () => true : (authorId) => authorId === viewer.accountId;
}

/** Whether a viewer may say which comment is the answer: as they may edit the question; screens go by that. */
export const canMarkAnswer = canEdit;
