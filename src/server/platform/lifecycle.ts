/** Ready: work may be given to this process. Stopping: it finishes what it has, and others get the rest. */
export type LifecycleState = 'starting' | 'ready' | 'stopping';

/** Where this process stands between its start and its end; it goes forward only. */
export type Lifecycle = {
  readonly state: LifecycleState;
  /** Aborted when the process is told to stop: background work begins nothing new, streams without an end are ended. */
  readonly stopping: AbortSignal;
  /** The process can serve; says nothing once it stops. */
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
