import type { Task } from '#contract/dates';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';

/** `by`: the name of whoever answered. */
type AnsweredReview = { accountId: number; by: string; answer: string };

/**
 * What a later room does with an answered review, null for nothing: called before the transaction; what it returns is
 * called in it, once mark and answer are written.
 */
export type AfterReview = (
  context: AppContext,
  task: Task,
  now: number,
) => Promise<((writer: Writer, review: AnsweredReview) => Promise<void>) | null>;
