import type { MarkedVersion } from '#contract/progress/student-calls';

/** Where comments at lines of its file are written. */
export const commentedOf = ({ number, mark, line_comments: count = 0 }: MarkedVersion, userId: string) => ({
  number,
  isReleased: mark?.released === true,
  count,
  userId,
});
