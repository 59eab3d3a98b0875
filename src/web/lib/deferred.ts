import { CallError } from './call-error.ts';

/** A loader's data: there already, or on a slow line still on its way, so that the screen can show its outline. */
export type Deferred<T> = { readonly data: T | Promise<T> };

/**
 * For loaders: waits a moment, so that what is quick (or came with the page) shows at once and without an outline's
 * flash, and lets the screen open with the promise when it takes longer.
 * @param patience milliseconds
 */
export async function defer<T>(work: Promise<T>, patience = 120): Promise<Deferred<T>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, patience, 'late');
  });
  const first = await Promise.race([work.then((value) => ({ value })), late]);
  clearTimeout(timer);
  if (first !== 'late') return { data: first.value };
  // The screen tells of a failure; until it listens, nobody does.
  work.catch(() => undefined);
  return { data: work };
}

/** What came, or what went wrong: for a part of a screen that may fail without taking the rest with it. */
export type Result<T> = { readonly value: T } | { readonly error: unknown };

/** @throws CallError only when the session has ended: then no part of the screen is of use */
export async function toResult<T>(work: Promise<T>): Promise<Result<T>> {
  try {
    return { value: await work };
  } catch (error) {
    if (error instanceof CallError && error.status === 401) throw error;
    return { error };
  }
}

/** The value, if there is one. */
export function valueOf<T>(settled: Result<T>): T | undefined {
  return 'value' in settled ? settled.value : undefined;
}
