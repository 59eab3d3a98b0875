import { limits } from '#contract/limits';
import type { Question } from '#contract/forum/calls';
import { excerpt } from '#contract/excerpt';
import { plainTextOf } from '#contract/plain-text';
import type { Call } from '../../../lib/calls/client.ts';
import { countComments } from '../comments-text.ts';

/** A question in a list. */
export type QuestionLine = {
  id: string;
  beginning: string;
  author: Question['author'];
  createdAt: string;
  comments: number;
};

/** The newest questions of the student's batch, newest first, cut for a list. @throws CallError */
export async function readNewestQuestions(call: Call, s_id: string): Promise<QuestionLine[]> {
  const { questions } = await call('readDiscussion', {
    params: { s_id },
    query: { limit: limits.newestQuestions },
  });
  return questions
    .map((question) => ({
      id: question._id,
      beginning: excerpt(plainTextOf(question.question, question.html)),
      author: question.author,
      createdAt: question.createdAt,
      comments: countComments(question),
    }))
    .reverse();
}
