import { messages } from '#contract/messages';
import { isStaff, mentorsBatch, signedIn } from '../../accounts/policy.ts';
import type { ViewerRule } from '../../accounts/sessions/viewer.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { requireConfirmed } from '../policy.ts';
import { attachmentByCode, type AttachmentRow } from './queries.ts';

export type ReadableAttachment = AttachmentRow & { sha256: string };

/**
 * Whoever may read the discussion: students of the batch what a post shows that is there, and their own; its mentors also what
 * stands in a deleted one. What no post names is its sender's alone.
 * @throws 403 for other batches', and before the address is confirmed where that is needed; 404
 */
export const attachmentReader: ViewerRule<ReadableAttachment> = async (check) => {
  const viewer = signedIn(check);
  const [row] = await attachmentByCode(check.context.database.reader, { code: check.params.id ?? '' });
  const notFound = () => httpErrors.notFound('This attachment is not there any more.');
  if (row === undefined) throw notFound();
  const isOfBatch = isStaff(viewer) ? mentorsBatch(viewer, row.batchId) : viewer.batch?.id === row.batchId;
  if (!isOfBatch) throw httpErrors.forbidden(messages.forbidden);
  if (!isStaff(viewer)) requireConfirmed(check);
  const { batchId: _, accountId, posts, shown, ...attachment } = row;
  const mayRead = accountId === viewer.accountId || Number(isStaff(viewer) ? posts : shown) > 0;
  if (!mayRead) throw notFound();
  return attachment;
};
