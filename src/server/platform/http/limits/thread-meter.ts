/** What a request has taken of the serving thread. */
export type ThreadTime = {
  /** While it waits for something else than the thread. */
  pause(): void;
  resume(): void;
  /** Milliseconds so far. */
  spentMs(): number;
};

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * Splits the serving thread's processor time evenly among the requests under way: Node cannot tell whose
 * work a moment was. What a single one took is exact.
 * @param usedMs of the thread so far
 */
export function makeThreadMeter(usedMs = threadMs): () => ThreadTime {
  let running = 0;
  /** Of a request that has been under way since the start. */
  let shareMs = 0;
  let readAt = 0;

  function advance(): void {
    const now = usedMs();
    if (running > 0) shareMs += (now - readAt) / running;
    readAt = now;
  }

  return () => {
    let spentMs = 0;
    let since: number | null = null;
    function resume(): void {
      if (since !== null) return;
      advance();
      running += 1;
      since = shareMs;
    }
    resume();
    return {
      resume,
      pause() {
        if (since === null) return;
        advance();
        running -= 1;
        spentMs += shareMs - since;
        since = null;
      },
      spentMs: () => spentMs,
    };
  };
}
