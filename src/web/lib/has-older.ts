import { limits } from '#contract/limits';

/** Whether older entries may follow: the page is full, or its byte limit cut it short. */
export function hasOlder(
  newestFirst: readonly { more?: true | undefined }[],
  pageSize: number = limits.pageSize,
): boolean {
  return newestFirst.length >= pageSize || newestFirst.at(-1)?.more === true;
}
