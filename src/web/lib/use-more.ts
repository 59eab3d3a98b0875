import { useRead } from './use-read.ts';

/** What `MoreButton` shows: reading more of a list, one page at a time. */
export type More = {
  isMore: boolean;
  isBusy: boolean;
  failure: string | null;
  error: unknown;
  /** @returns whether it was read */
  show: () => Promise<boolean>;
};

/** Of a list that is kept elsewhere. @param load @throws CallError */
export function useMore(isMore: boolean, load: () => unknown): More {
  const { isBusy, failure, error, read } = useRead(load);
  return { isMore, isBusy, failure, error, show: read };
}
