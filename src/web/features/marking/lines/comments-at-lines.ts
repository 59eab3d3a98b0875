export const commentsAtLines = (count: number): string =>
  count === 1 ? '1 comment at a line' : `${count} comments at lines`;
