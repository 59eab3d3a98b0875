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
  isStaff,
} from '../accounts/policy.ts';
import type { StudentRow } from '../accounts/queries.ts';
import type { Viewer, ViewerCheck, ViewerRule } from '../accounts/sessions/viewer.ts';
import type { Batch } from '../courses/batch-queries.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { attachmentByCode, type AttachmentRow } from './attachments/queries.ts';

/** Null before placement. */
export type DiscussionAccess = { viewer: Viewer; batch: Batch | null };

/** @throws 403 before a required confirmation of the email */
export function requireConfirmed({ viewer, context: { settings } }: ViewerCheck): void {
  if (viewer !== null && mustConfirmFirst(viewer, settings))
    throw httpErrors.unconfirmed(confirmFirstMessage(settings));
}

/** The student, once confirmed if required, and the batch's mentors. */
export const answersReader: ViewerRule<StudentRow> = async (check) => {
  const student = await selfOrMentor(check);
  requireConfirmed(check);
  return student;
};

/**
 * `self; staff put the name of a batch of theirs in place of s_id`.
 * @throws 403 for another student's or batch's, and before a required confirmation; 404 only for
 * administrators, who may learn that a name is unknown
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

/** The batch's mentors, and administrators. */
export const moderator: ViewerRule<DiscussionAccess> = async (check) => {
  const access = await discussionAccess(check);
  if (!isStaff(access.viewer)) throw httpErrors.forbidden(messages.forbidden);
  return access;
};

export function canEdit(viewer: Viewer, question: { authorId: number; batchId: number }): boolean {
  return question.authorId === viewer.accountId || mentorsBatch(viewer, question.batchId);
}

export const canDelete = canEdit;

/** Sees the name of an anonymous author. */
export const canSeeName = canEdit;

export function commentEditor(viewer: Viewer, batchId: number): (authorId: number) => boolean {
  return mentorsBatch(viewer, batchId) ? () => true : (authorId) => authorId === viewer.accountId;
}

export const canMarkAnswer = canEdit;

export type ReadableAttachment = AttachmentRow & { sha256: string };

/**
 * Students read visible posts' files, mentors also deleted ones'; unlinked files are the sender's. A private
 * question's files are read by its author and the batch's mentors, an extension request's by its author and
 * the mentors of the batch that the author is in.
 * @throws 403 for other batches, and before a required confirmation; 404
 */
export const attachmentReader: ViewerRule<ReadableAttachment> = async (check) => {
  const viewer = signedIn(check);
  const [row] = await attachmentByCode(check.context.database.reader, { code: check.params.id ?? '' });
  const notFound = () => httpErrors.notFound('This attachment does not exist or was removed.');
  if (row === undefined) throw notFound();
  const {
    batchId,
    accountId,
    posts,
    shown,
    privateTo,
    unusedSince,
    forRequest,
    senderBatchId,
    ...attachment
  } = row;
  if (forRequest === 1) {
    if (accountId === viewer.accountId || mentorsBatch(viewer, senderBatchId)) return attachment;
    throw httpErrors.forbidden(messages.forbidden);
  }
  const isOfBatch = isStaff(viewer) ? mentorsBatch(viewer, batchId) : viewer.batch?.id === batchId;
  if (!isOfBatch) throw httpErrors.forbidden(messages.forbidden);
  if (!isStaff(viewer)) requireConfirmed(check);
  const isInForum = Number(isStaff(viewer) ? posts : shown) > 0;
  const isInPrivate =
    privateTo !== null && unusedSince === null && (isStaff(viewer) || privateTo === viewer.accountId);
  if (accountId !== viewer.accountId && !isInForum && !isInPrivate) throw notFound();
  return attachment;
};
