/** Changes being sent from this page. */
let running = 0;

export async function countAsWork<T>(work: Promise<T>): Promise<T> {
  running += 1;
  try {
    return await work;
  } finally {
    running -= 1;
  }
}

/** Whether a change is being sent, so the page must not reload automatically. */
export function isWorking(): boolean {
  return running > 0;
}
