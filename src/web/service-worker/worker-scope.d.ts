/* What a service worker has beyond a page. TypeScript's `webworker` library conflicts with `dom`. */

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

interface ExtendableMessageEvent extends ExtendableEvent {
  readonly data: unknown;
}

interface ServiceWorkerGlobalScopeEventMap {
  activate: ExtendableEvent;
  message: ExtendableMessageEvent;
  sync: SyncEvent;
}

interface ServiceWorkerGlobalScope {
  /** The portal writes it before the code; it changes with the shell. */
  readonly shellRevision: string;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof ServiceWorkerGlobalScopeEventMap>(
    name: Name,
    listener: (event: ServiceWorkerGlobalScopeEventMap[Name]) => void,
  ): void;
}

/** Written by the build. */
declare const precachedFiles: { url: string; revision: null }[];
