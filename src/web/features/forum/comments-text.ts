import type { Question } from '#contract/forum/calls';

/** How many comments a question has; what a device kept from before they were counted had all of them. */
export function countComments({ answers_count, comments }: Question): number {
  return Math.max(answers_count ?? 0, comments.length);
}

/** How many comments a question has, in words. */
export function commentsText(count: number): string {
  if (count === 0) return 'No comments yet';
  return count === 1 ? '1 comment' : `${count} comments`;
}
