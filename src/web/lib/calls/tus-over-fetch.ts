import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client';

/** Service workers have no XMLHttpRequest. Reports no progress within a request. */
function createRequest(method: string, url: string): HttpRequest {
  const headers: Record<string, string> = {};
  const running = new AbortController();
  return {
    getMethod: () => method,
    getURL: () => url,
    setHeader(name, value) {
      headers[name] = value;
    },
    getHeader: (name) => headers[name],
    setProgressHandler() {},
    async send(body: Blob | null = null): Promise<HttpResponse> {
      const response = await fetch(url, { method, headers, body, signal: running.signal });
      const text = await response.text();
      return {
        getStatus: () => response.status,
        getHeader: (name) => response.headers.get(name) ?? undefined,
        getBody: () => text,
        getUnderlyingObject: () => response,
      };
    },
    abort: () => Promise.resolve(running.abort()),
    getUnderlyingObject: () => null,
  };
}

export const fetchStack: HttpStack = { createRequest, getName: () => 'fetch' };
