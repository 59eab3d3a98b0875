let running = 0;

export async function countAsWork<T>(work: Promise<T>): Promise<T> {
  running += 1;
  try {
    return await work;
  } finally {
    running -= 1;
  }
}

/** While it is, the page must not reload automatically. */
export function isWorking(): boolean {
  return running > 0;
}
