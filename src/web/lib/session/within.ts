/** Milliseconds: if the browser's storage hangs, the page goes on without it. */
export const storageMs = 2_000;

/** @throws {Error} if the promise takes longer */
export function within<Result>(promise: Promise<Result>, ms = storageMs): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The browser takes too long.')), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
