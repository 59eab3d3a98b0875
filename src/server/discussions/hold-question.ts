import { problems } from '../platform/http/problems.ts';
import type { Writer } from '../platform/database/database.ts';
import type { Board } from './policy.ts';
import { lockQuestion } from './queries.ts';
import { parseQuestionId } from './question-id.ts';

export type HeldQuestion = NonNullable<Awaited<ReturnType<typeof lockQuestion>>>;

/**
 * The question of an address, held until the change ends.
 * @throws a 404 problem for one that is unknown, hidden, or another batch's
 */
export async function holdQuestion(writer: Writer, { batch }: Board, id: string): Promise<HeldQuestion> {
  const parsed = parseQuestionId(id);
  const question =
    batch === null || parsed === null ? undefined : await lockQuestion(writer, batch.id, parsed);
  if (question === undefined) throw problems.notFound('This question is not there any more.');
  return question;
}
