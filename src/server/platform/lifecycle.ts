type LifecycleState = 'starting' | 'ready' | 'stopping';

export type Lifecycle = {
  readonly state: LifecycleState;
  /** Background work and endless streams end. */
  readonly stopping: AbortSignal;
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
