import type { Task } from '#contract/dates';
import { messages } from '#contract/messages';
import type { Viewer, ViewerRule } from '../accounts/sessions/viewer.ts';
import { absent, mentorsBatch, staff } from '../accounts/policy.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { submissionByNumber } from '../submissions/queries.ts';

export type Markable = {
  id: number;
  number: string;
  accountId: number;
  /** The student's now. */
  batchId: number | null;
  task: Task;
  viewer: Viewer;
};

/** By receipt number, of an own student. */
export const ownSubmission: ViewerRule<Markable> = async (check) => {
  const viewer = staff(check);
  const [submission] = await submissionByNumber(check.context.database.reader, {
    number: check.params.id ?? '',
  });
  if (submission === undefined) throw absent(viewer, 'There is no submission with this receipt number.');
  if (!mentorsBatch(viewer, submission.batchId)) throw httpErrors.forbidden(messages.forbidden);
  return { ...submission, viewer };
};
