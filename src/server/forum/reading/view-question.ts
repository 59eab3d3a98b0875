import type { AppContext } from '../../platform/context.ts';
import { questionNotFound } from '../moderation/lock-question.ts';
import type { DiscussionAccess } from '../policy.ts';
import { questionAsViewed } from '../queries.ts';
import { parseId } from '../../platform/parse-id.ts';
import type { ViewRecorder } from './record-views.ts';

/**
 * Counts the viewer once, but not the author; written about a second later.
 * @throws 404 unknown, deleted, or another batch's
 */
export async function viewQuestion(
  context: Pick<AppContext, 'database'>,
  views: ViewRecorder,
  { viewer, batch }: DiscussionAccess,
  id: string,
): Promise<void> {
  const questionId = parseId(id);
  if (batch === null || questionId === null) throw questionNotFound();
  const key = { batchId: batch.id, id: questionId, readerId: viewer.accountId };
  const [question] = await questionAsViewed(context.database.reader, key);
  if (question === undefined) throw questionNotFound();
  if (question.authorId === viewer.accountId || question.viewerId !== null) return;
  await views.add({ questionId, viewerId: viewer.accountId });
}
