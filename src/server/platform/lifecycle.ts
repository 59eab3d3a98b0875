/** Ready: accepts work. Stopping: finishes its work; other processes get new work. */
type LifecycleState = 'starting' | 'ready' | 'stopping';

/** Only advances. */
export type Lifecycle = {
  readonly state: LifecycleState;
  /** Background work starts nothing new, endless streams are closed. */
  readonly stopping: AbortSignal;
  /** No effect once stopping. */
  markReady(): void;
  markStopping(): void;
};

export function makeLifecycle(): Lifecycle {
  const stop = new AbortController();
  let isReady = false;
  return {
    get state() {
      if (stop.signal.aborted) return 'stopping';
      return isReady ? 'ready' : 'starting';
    },
    stopping: stop.signal,
    markReady: () => void (isReady = true),
    markStopping: () => stop.abort(),
  };
}
