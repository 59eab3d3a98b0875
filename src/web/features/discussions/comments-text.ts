/** How many comments a question has, in words. */
export function commentsText(count: number): string {
  if (count === 0) return 'No comments yet';
  return count === 1 ? '1 comment' : `${count} comments`;
}
