import type { AppContext } from '../../platform/context.ts';
import { questionNotFound } from '../moderation/lock-question.ts';
import type { DiscussionAccess } from '../policy.ts';
import { questionAsViewed } from '../queries.ts';
import { parseId } from '../../platform/parse-id.ts';
import type { ViewRecorder } from './record-views.ts';

/**
 * Records the user as a viewer of a question, once for ever; the author is no viewer of the own question. The view
 * counts with the next batch, about a second later (see `makeViewRecorder`).
 * @throws a 404 error for a question that is unknown, deleted, or another batch's
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
