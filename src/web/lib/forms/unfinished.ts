/** Changes that are on their way to the portal from this page. */
let running = 0;

/** Counts a change while it is on its way. */
export async function countAsWork<T>(work: Promise<T>): Promise<T> {
  running += 1;
  try {
    return await work;
  } finally {
    running -= 1;
  }
}

/** Whether a change is on its way: the page should not be left by itself. */
export function isWorking(): boolean {
  return running > 0;
}
