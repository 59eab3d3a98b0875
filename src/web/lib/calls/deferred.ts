import { CallError, toFailure, type CallFailure } from './call-error.ts';

/** A promise on a slow network, so that the screen shows a skeleton. */
export type Deferred<T> = { readonly data: T | Promise<T> };

/**
 * Milliseconds before a skeleton. Longer on the server: streamed content shifts the layout and needs a
 * script.
 */
const waitMs = typeof document === 'undefined' ? 500 : 120;

/** For loaders: waits briefly, so that quick data shows no skeleton. */
export async function defer<T>(work: Promise<T>): Promise<Deferred<T>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, waitMs, 'late');
  });
  const first = await Promise.race([work.then((value) => ({ value })), late]);
  clearTimeout(timer);
  if (first !== 'late') return { data: first.value };
  // Suspense handles the rejection later; it is not unhandled.
  work.catch(() => undefined);
  return { data: work };
}

/** For a part of a screen that may fail without the rest. */
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

export function valueOf<T>(result: Result<T>): T | undefined {
  return 'value' in result ? result.value : undefined;
}
