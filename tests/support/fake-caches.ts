type Kept = { request: Request; body: Blob; init: ResponseInit };
type Key = Request | string | URL;

const requestOf = (key: Key): Request =>
  key instanceof Request ? key : new Request(new URL(String(key), location.href));

class FakeCache {
  readonly #kept = new Map<string, Kept>();

  async match(key: Key): Promise<Response | undefined> {
    const kept = this.#kept.get(requestOf(key).url);
    return kept && new Response(kept.body, kept.init);
  }

  async put(key: Key, response: Response): Promise<void> {
    const request = requestOf(key);
    const { status, headers } = response;
    const kept = { request, body: await response.blob(), init: { status, headers: new Headers(headers) } };
    // What is written again is the newest.
    this.#kept.delete(request.url);
    this.#kept.set(request.url, kept);
  }

  async delete(key: Key): Promise<boolean> {
    return this.#kept.delete(requestOf(key).url);
  }

  async keys(): Promise<Request[]> {
    return [...this.#kept.values()].map(({ request }) => request);
  }
}

/** A browser's caches in memory, as far as pages and the service worker use them. */
export class FakeCaches {
  readonly #caches = new Map<string, FakeCache>();

  async open(name: string): Promise<FakeCache> {
    const cache = this.#caches.get(name) ?? new FakeCache();
    this.#caches.set(name, cache);
    return cache;
  }

  async has(name: string): Promise<boolean> {
    return this.#caches.has(name);
  }

  async keys(): Promise<string[]> {
    return [...this.#caches.keys()];
  }

  async delete(name: string): Promise<boolean> {
    return this.#caches.delete(name);
  }

  async match(key: Key, { cacheName }: { cacheName: string }): Promise<Response | undefined> {
    return this.#caches.get(cacheName)?.match(key);
  }
}
