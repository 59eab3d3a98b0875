import { isStaff } from '../../accounts/policy.ts';
import type { Viewer } from '../../accounts/sessions/viewer.ts';
import type { Reader } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { interventionAt } from './interventions.ts';
import { nameOfPost } from './lock-post.ts';

/**
 * Students cannot write in a locked question; mentors can.
 * @throws 409 with the mentor's reason
 */
export async function refuseLocked(reader: Reader, viewer: Viewer, question: { id: number }): Promise<void> {
  if (isStaff(viewer)) return;
  const lock = await interventionAt(reader, { name: nameOfPost(question.id, null) }, 'locked');
  if (lock !== undefined) throw httpErrors.conflict(`A mentor has locked this question: ${lock.reason}`);
}
