import { CallError, toFailure, type CallFailure } from './call-error.ts';

/** A loader's data: already there, or a promise on a slow network, so that the screen can show a skeleton. */
export type Deferred<T> = { readonly data: T | Promise<T> };

/**
 * How long a screen waits for its data, in milliseconds, before it shows a skeleton. In the browser a press is to be
 * answered at once; a page of the server is better late and whole, since what is streamed after a skeleton moves what
 * stands below it, and is never seen without a script.
 */
const usualWaitMs = typeof document === 'undefined' ? 500 : 120;

/**
 * For loaders: waits briefly, so that quick (or embedded) data renders at once without a flash of the skeleton, and
 * returns the promise when it takes longer.
 * @param waitMs milliseconds
 */
export async function defer<T>(work: Promise<T>, waitMs = usualWaitMs): Promise<Deferred<T>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, waitMs, 'late');
  });
  const first = await Promise.race([work.then((value) => ({ value })), late]);
  clearTimeout(timer);
  if (first !== 'late') return { data: first.value };
  // Suspense handles the rejection later; until then it must not count as unhandled.
  work.catch(() => undefined);
  return { data: work };
}

/** A value or an error, for a part of a screen that may fail without the rest. */
export type Result<T> = { readonly value: T } | { readonly error: CallFailure };

/** @throws CallError only when the session has ended: then the whole screen fails */
export async function toResult<T>(work: Promise<T>): Promise<Result<T>> {
  try {
    return { value: await work };
  } catch (error) {
    if (error instanceof CallError && error.status === 401) throw error;
    return { error: toFailure(error) };
  }
}

/** The value, if there is one. */
export function valueOf<T>(result: Result<T>): T | undefined {
  return 'value' in result ? result.value : undefined;
}
