import { limits } from '#contract/limits';

/**
 * Whether older ones may follow a page of a list, newest first: it is full, or has ended before its limit for its bytes. One
 * that is neither reaches the very first.
 */
export function hasOlder(
  newestFirst: readonly { more?: true | undefined }[],
  pageSize: number = limits.pageSize,
): boolean {
  return newestFirst.length >= pageSize || newestFirst.at(-1)?.more === true;
}
