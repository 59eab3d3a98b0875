import { isStaff } from '../accounts/policy.ts';
import type { Viewer, ViewerRule } from '../accounts/sessions/viewer.ts';
import type { Batch } from '../courses/batch-queries.ts';
import { discussionAccess } from '../forum/policy.ts';

/** Whose private questions a reader sees: `authorId` null for all of the batch (its mentors). */
export type PrivateScope = { batchId: number; authorId: number | null };

/** `batch` and `scope` null before placement. */
export type PrivateAccess = { viewer: Viewer; batch: Batch | null; scope: PrivateScope | null };

/**
 * As for the forum: `self; staff put the name of a batch of theirs in place of s_id`. The only place that
 * decides who reads which private questions: students their own, staff those of the batch.
 * @throws 403, 404 as `discussionAccess`
 */
export const privateAccess: ViewerRule<PrivateAccess> = async (check) => {
  const { viewer, batch } = await discussionAccess(check);
  const authorId = isStaff(viewer) ? null : viewer.accountId;
  return { viewer, batch, scope: batch === null ? null : { batchId: batch.id, authorId } };
};
