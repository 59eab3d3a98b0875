import { AsyncLocalStorage } from 'node:async_hooks';

/** `what` names a phase, such as "Files copied"; `total` is null if it is not known. */
export type Progress = (what: string, done: number, total: number | null) => void;

const shown = new AsyncLocalStorage<Progress>();

/** Within `run` long work reports its progress, however deep it is called. */
export function withProgress<T>(progress: Progress, run: () => Promise<T>): Promise<T> {
  return shown.run(progress, run);
}

/** Does nothing where nobody looks, as in the portal. */
export const reportProgress: Progress = (...at) => shown.getStore()?.(...at);
