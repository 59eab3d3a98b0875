import type { Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import type { DiscussionAccess } from './policy.ts';
import { lockQuestion } from './queries.ts';
import { parseQuestionId } from './question-id.ts';

export type HeldQuestion = NonNullable<Awaited<ReturnType<typeof lockQuestion>>>;

/** The answer for a question that is unknown, hidden, or another batch's: one and the same. */
export const questionNotFound = () => httpErrors.notFound('This question is not there any more.');

/**
 * The question of an address, held until the change ends.
 * @throws a 404 problem for one that the forum does not show
 */
export async function holdQuestion(
  writer: Writer,
  { batch }: DiscussionAccess,
  id: string,
): Promise<HeldQuestion> {
  const parsed = parseQuestionId(id);
  if (batch === null || parsed === null) throw questionNotFound();
  const question = await lockQuestion(writer, batch.id, parsed);
  if (question === undefined) throw questionNotFound();
  return question;
}
