/** How long a page waits for what the browser keeps, in milliseconds: where that hangs the page goes on without. */
export const storageMs = 2_000;

/** @throws {Error} where a promise of the browser's own takes longer */
export function within<Result>(promise: Promise<Result>, ms = storageMs): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The browser takes too long.')), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
