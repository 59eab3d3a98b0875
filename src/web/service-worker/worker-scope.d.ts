/*
 * What a service worker has beyond a page. TypeScript's own `webworker` library declares anew, and otherwise, most of what
 * `dom` declares, and cannot stand beside it.
 */

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  readonly clientId: string;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Response | Promise<Response>): void;
}

/** Background Sync, where the browser has it. */
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
  /** Written before the code by the portal: another one when the shell has changed. */
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

/** The files of the build, written into the code by the build. */
declare const precachedFiles: { url: string; revision: null }[];
