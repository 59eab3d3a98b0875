/** Counting stops one above what screens show. */
export const maxUnread = 100;

export const shownUnread = (count: number): string =>
  count >= maxUnread ? `${maxUnread - 1}+` : String(count);
