/* What a service worker has beyond a page. TypeScript's `webworker` library conflicts with `dom`. */

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  readonly clientId: string;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Response | Promise<Response>): void;
}

interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  readonly lastChance: boolean;
}

interface ExtendableMessageEvent extends ExtendableEvent {
  readonly data: unknown;
}

interface ServiceWorkerGlobalScopeEventMap {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: ExtendableMessageEvent;
  sync: SyncEvent;
}

interface ServiceWorkerGlobalScope {
  /** The portal writes it before the code; it changes with the shell. */
  readonly shellRevision: string;
  readonly location: Location;
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
