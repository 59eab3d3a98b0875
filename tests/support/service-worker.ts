import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import { FakeCaches } from './fake-caches.ts';

const origin = 'http://portal.test';

class FakeExtendableEvent extends Event {
  readonly work: Promise<unknown>[] = [];
  waitUntil(work: Promise<unknown>): void {
    this.work.push(work);
  }
}

class FakeFetchEvent extends FakeExtendableEvent {
  readonly request: Request;
  answer: Promise<Response> | null = null;
  constructor(request: Request) {
    super('fetch');
    this.request = request;
  }
  respondWith(answer: Response | Promise<Response>): void {
    this.answer = Promise.resolve(answer);
  }
}

type Listener = (event: Event) => void;
/** Of the worker's script, which a process loads once. */
const listeners: [type: string, Listener][] = [];

/** Hands an event to the worker. @returns when all is done that it waits for; what fails there is thrown */
async function dispatch<Given extends FakeExtendableEvent>(event: Given): Promise<Given> {
  for (const [type, listener] of listeners) if (type === event.type) listener(event);
  for (let done = 0; done < event.work.length; done++) await event.work[done];
  return event;
}

type RequestOptions = {
  method?: string;
  body?: BodyInit;
  headers?: Record<string, string>;
  /** What only browsers set: a page that is opened, and where from. */
  mode?: 'navigate';
  referrer?: string;
};

function makeRequest(address: string, { mode, referrer, ...init }: RequestOptions): Request {
  const request = new Request(new URL(address, origin), init);
  const browserOnly = {
    ...(mode && { mode, destination: 'document' }),
    ...(referrer !== undefined && { referrer }),
  };
  for (const [name, value] of Object.entries(browserOnly)) Object.defineProperty(request, name, { value });
  return request;
}

/** The portal, as the worker reaches it over the line. */
type Network = {
  /** By path; what is not here is answered with 404. */
  answers: Map<string, (request: Request) => Response | Promise<Response>>;
  isCut: boolean;
  /** Paths that were asked for. */
  asked: string[];
};

/** JSON as the portal answers it. */
export const answerOf = (body: unknown, status = 200): Response => Response.json(body, { status });

/**
 * The service worker's script in this process, between a browser and a portal of the test's own; to be called once in a file,
 * outside of tests. Each test begins with empty caches and a line that works.
 */
export function useServiceWorker(files: readonly string[] = []) {
  const network: Network = { answers: new Map(), isCut: false, asked: [] };
  const worker = {
    caches: new FakeCaches(),
    network,
    /** @returns the answer, and null for what goes the browser's own way; the worker has then done all its work */
    async fetch(address: string, options: RequestOptions = {}): Promise<Response | null> {
      const event = new FakeFetchEvent(makeRequest(address, options));
      for (const [type, listener] of listeners) if (type === 'fetch') listener(event);
      const answer = event.answer === null ? null : await event.answer;
      for (let done = 0; done < event.work.length; done++) await event.work[done];
      return answer;
    },
    /** Begins to open a page by its address. @returns the answer as soon as it is there, whatever the worker still does */
    async begin(address: string): Promise<Response | null> {
      const event = new FakeFetchEvent(makeRequest(address, { mode: 'navigate' }));
      for (const [type, listener] of listeners) if (type === 'fetch') listener(event);
      return event.answer;
    },
    /** A page that is opened by its address. */
    open: (address: string) => worker.fetch(address, { mode: 'navigate' }),
    install: () => dispatch(new FakeExtendableEvent('install')),
    activate: () => dispatch(new FakeExtendableEvent('activate')),
    tell: (data: unknown) => dispatch(Object.assign(new FakeExtendableEvent('message'), { data })),
    sync: (tag: string) => dispatch(Object.assign(new FakeExtendableEvent('sync'), { tag })),
    skipWaiting: vi.fn(async () => {}),
    claim: vi.fn(async () => {}),
    onLine: true,
  };
  async function reach(input: Request | string): Promise<Response> {
    const request = input instanceof Request ? input : new Request(new URL(input, origin));
    const { pathname, search } = new URL(request.url);
    network.asked.push(pathname + search);
    if (network.isCut) throw new TypeError('Failed to fetch');
    const answer = network.answers.get(pathname);
    return answer === undefined ? new Response('Nothing is here', { status: 404 }) : answer(request);
  }
  const { locks } = navigator;
  const globals: PropertyDescriptorMap = {
    self: { value: globalThis },
    location: { value: new URL('/service-worker.js', origin) },
    navigator: {
      value: {
        locks,
        userAgent: '',
        get onLine() {
          return worker.onLine;
        },
      },
    },
    registration: { value: { scope: `${origin}/` } },
    clients: { value: { claim: () => worker.claim() } },
    skipWaiting: { value: () => worker.skipWaiting() },
    addEventListener: { value: (type: string, listener: Listener) => listeners.push([type, listener]) },
    ExtendableEvent: { value: FakeExtendableEvent },
    FetchEvent: { value: FakeFetchEvent },
    caches: { get: () => worker.caches },
    fetch: { value: reach },
    shellRevision: { value: '1' },
    precachedFiles: { value: files.map((url) => ({ url, revision: null })) },
    __WB_DISABLE_DEV_LOGS: { value: true },
  };
  const before = new Map<string, PropertyDescriptor | undefined>();
  beforeAll(async () => {
    for (const [name, property] of Object.entries(globals)) {
      before.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
      Object.defineProperty(globalThis, name, { configurable: true, ...property });
    }
    await import('#web/service-worker/service-worker');
  });
  afterAll(() => {
    for (const [name, property] of before) {
      if (property === undefined) Reflect.deleteProperty(globalThis, name);
      else Object.defineProperty(globalThis, name, property);
    }
  });
  beforeEach(() => {
    worker.caches = new FakeCaches();
    worker.onLine = true;
    worker.skipWaiting.mockClear();
    worker.claim.mockClear();
    network.answers.clear();
    network.asked.length = 0;
    network.isCut = false;
  });
  return worker;
}
