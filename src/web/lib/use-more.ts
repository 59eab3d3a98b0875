import { errorMessage } from './calls/call-error.ts';
import { useMutation } from './forms/use-mutation.ts';

/** What `MoreButton` shows: reading more of a list, one page at a time. */
export type More = {
  isMore: boolean;
  isBusy: boolean;
  /** Why the last page could not be read, in words; null before that. */
  failure: string | null;
  error: unknown;
  /** @returns whether it was read */
  show: () => Promise<boolean>;
};

/** Of a list that is kept elsewhere. @param read @throws CallError */
export function useMore(isMore: boolean, read: () => unknown): More {
  const { run, error, isBusy } = useMutation();
  const failure = error === null ? null : errorMessage(error);
  return { isMore, isBusy, failure, error, show: () => run(async () => void (await read())) };
}
