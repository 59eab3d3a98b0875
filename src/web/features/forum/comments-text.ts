import type { Question } from '#contract/forum/calls';

/** At least those that are loaded. */
export function countComments({ answers_count, comments }: Question): number {
  return Math.max(answers_count, comments.length);
}

export function commentsText(count: number): string {
  if (count === 0) return 'No comments yet';
  return count === 1 ? '1 comment' : `${count} comments`;
}
