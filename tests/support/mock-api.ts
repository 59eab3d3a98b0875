import { expect, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { bytes, nothing, type Endpoint } from '#contract/wire/endpoint';
import { endpoints, type EndpointName } from '#contract/wire/endpoints';
import { paths } from '#contract/all-paths';
import type { AnswerOf } from '#web/lib/calls/client';

/** A call as it left the page. */
export type ApiRequest = {
  name: EndpointName;
  params: Record<string, string>;
  query: Record<string, string>;
  /** JSON, or the fields of a form. */
  body: unknown;
  headers: Headers;
  /** Tells an upload's page how much has left, from 0 to 1. */
  progress: (share: number) => void;
};
type Reply = { status: number; text: string; headers?: Record<string, string> };
type Handler = (request: ApiRequest) => Reply | Promise<Reply>;

/** The call of a method and an address; literal paths win over those with parameters. */
function findCall(method: string, address: string) {
  const { pathname, searchParams } = new URL(address, 'http://portal.test');
  const names = (Object.keys(paths) as EndpointName[]).toSorted(
    (a, b) => paths[a].path.split(':').length - paths[b].path.split(':').length,
  );
  for (const name of names) {
    if (paths[name].method !== method) continue;
    const pattern = paths[name].path.replace(/:(\w+)/g, '(?<$1>[^/]+)');
    const match = new RegExp(`^${pattern}$`).exec(pathname);
    if (match === null) continue;
    const params = Object.entries(match.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]);
    return { name, params: Object.fromEntries(params), query: Object.fromEntries(searchParams) };
  }
  throw new Error(`${method} ${address} is no call of the contract`);
}

/** An answer as the contract has it. @throws where the call never answers like this */
function checkedReply(name: EndpointName, status: number, body: unknown): Reply {
  const answers: Record<number, unknown> = endpoints[name].answers;
  const schema = answers[status];
  if (schema === undefined) throw new Error(`${name} never answers with ${status}`);
  if (schema === nothing) return { status, text: '' };
  if (schema === bytes || !(schema instanceof z.ZodType)) throw new Error(`${name} answers with bytes`);
  expect(schema.parse(body), `${name}: nothing that the contract does not have`).toEqual(body);
  return { status, text: JSON.stringify(body) };
}

/** A success for a body that the contract refuses would be an invention. */
function checkBody({ name, body }: ApiRequest, { status }: Reply): void {
  const call: Endpoint = endpoints[name];
  if (status < 300 && call.body !== undefined && !call.multipart) call.body.parse(body);
}

/** As a browser does it: what is no JSON is null. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** XMLHttpRequest as far as uploads use it; happy-dom's own would go out to the network. */
function mockXhr(answer: (method: string, address: string, init: Partial<ApiRequest>) => Promise<Reply>) {
  return class extends EventTarget {
    readonly upload = new EventTarget();
    responseType = '';
    status = 0;
    response: unknown = null;
    #call = { method: '', address: '' };
    #headers = new Headers();
    #answered = new Headers();
    #isAborted = false;
    open(method: string, address: string): void {
      this.#call = { method, address };
    }
    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value);
    }
    getResponseHeader(name: string): string | null {
      return this.#answered.get(name);
    }
    abort(): void {
      this.#isAborted = true;
      this.dispatchEvent(new Event('abort'));
    }
    send(form: FormData): void {
      void this.#exchange(form);
    }
    async #exchange(form: FormData): Promise<void> {
      const progress = (share: number) =>
        this.upload.dispatchEvent(
          new ProgressEvent('progress', { lengthComputable: true, loaded: share * 100, total: 100 }),
        );
      const { method, address } = this.#call;
      const init = { body: Object.fromEntries(form), headers: this.#headers, progress };
      const reply = await answer(method, address, init).catch(() => null);
      if (this.#isAborted) return;
      if (reply === null) return void this.dispatchEvent(new Event('error'));
      this.status = reply.status;
      this.response = parseJson(reply.text);
      this.#answered = new Headers(reply.headers);
      this.dispatchEvent(new Event('load'));
    }
  };
}

type Refusal = {
  message?: string;
  code?: string;
  retryAfter?: string;
  fields?: { name: string; message: string }[];
};

/**
 * Answers the calls of a page in place of the portal, each as the contract has it. A call that the test gives no answer
 * to, and an answer that the contract does not have, fail the test.
 */
export function mockApi() {
  const handlers = new Map<EndpointName, Handler>();
  // The bar of every screen asks for it.
  handlers.set('countUnread', () => checkedReply('countUnread', 200, { unread: 0, version: 0 }));
  // The forum asks for what is pinned.
  handlers.set('findQuestions', () => checkedReply('findQuestions', 200, { batch: null, questions: [] }));
  const requests: ApiRequest[] = [];
  const mistakes: unknown[] = [];
  const moved = new Set<string>();

  async function answer(method: string, address: string, init: Partial<ApiRequest>): Promise<Reply> {
    let handler: Handler | undefined;
    let request: ApiRequest;
    try {
      request = {
        headers: new Headers(),
        body: undefined,
        progress() {},
        ...init,
        ...findCall(method, address),
      };
      handler = handlers.get(request.name);
      if (handler === undefined) throw new Error(`${method} ${address} was not expected`);
    } catch (error) {
      mistakes.push(error);
      throw error;
    }
    requests.push(request);
    const reply = await handler(request);
    try {
      checkBody(request, reply);
    } catch (error) {
      mistakes.push(error);
    }
    return reply;
  }

  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    init.signal?.throwIfAborted();
    // A page, of which somebody asks whether its address leads on.
    if (init.redirect === 'manual') {
      const { pathname, search } = new URL(address);
      return moved.has(pathname + search) ? { type: 'opaqueredirect', body: null } : new Response('');
    }
    const form = init.body instanceof FormData ? Object.fromEntries(init.body) : undefined;
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : form;
    const work = answer(init.method ?? 'GET', address, { body, headers: new Headers(init.headers) });
    const aborted = new Promise<never>((_, reject) =>
      init.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
    );
    const { status, text, headers } = await Promise.race([work, aborted]);
    return new Response(text === '' ? null : text, { status, ...(headers && { headers }) });
  });
  vi.stubGlobal('XMLHttpRequest', mockXhr(answer));
  onTestFinished(() => expect(mistakes).toEqual([]));

  return {
    /** Every call that was answered, in order. */
    requests,
    /** The calls of one name. */
    of: (name: EndpointName) => requests.filter((request) => request.name === name),
    /** Answers a call with a success, from now on. */
    reply<N extends EndpointName>(name: N, body: AnswerOf<N>, status = body === undefined ? 204 : 200): void {
      const reply = checkedReply(name, status, body);
      handlers.set(name, () => reply);
    },
    /** Answers each call by what it asks; a promise keeps it waiting. */
    replyWith<N extends EndpointName>(
      name: N,
      body: (request: ApiRequest) => AnswerOf<N> | Promise<AnswerOf<N>>,
      status = 200,
    ): void {
      handlers.set(name, async (request) => {
        const value = await body(request);
        try {
          return checkedReply(name, status, value);
        } catch (error) {
          mistakes.push(error);
          throw error;
        }
      });
    },
    /** Has the page of an address lead to another one. */
    leadOn: (address: string) => void moved.add(address),
    /** Answers a call as the service worker does without a line: with what it had kept. @param seenAt milliseconds since 1970 UTC */
    replySeen<N extends EndpointName>(name: N, body: AnswerOf<N>, seenAt: number): void {
      const reply = { ...checkedReply(name, 200, body), headers: { 'Seen-At': String(seenAt) } };
      handlers.set(name, () => reply);
    },
    /** Refuses a call. */
    refuse(
      name: EndpointName,
      status: number,
      { message = 'Out of order.', code = 'failed', retryAfter = '', ...more }: Refusal = {},
    ): void {
      const reply = checkedReply(name, status, { message, code, request_id: '1a2b3c4d-5', ...more });
      handlers.set(name, () => ({ ...reply, ...(retryAfter && { headers: { 'Retry-After': retryAfter } }) }));
    },
    /** Refuses a change that was begun from something that others have changed since. */
    replyConflict(name: EndpointName, message: string, current: object, code = 'conflict'): void {
      const text = JSON.stringify({ message, code, request_id: '1a2b3c4d-5', current });
      handlers.set(name, () => ({ status: 409, text }));
    },
    /** A balancer answers in place of the portal, with a page of its own. */
    breakDown(status: number, ...names: EndpointName[]): void {
      const text = '<html><body><h1>Bad gateway</h1></body></html>';
      for (const name of names) handlers.set(name, () => ({ status, text }));
    },
    /** The network fails. */
    cutOff(...names: EndpointName[]): void {
      for (const name of names) handlers.set(name, () => Promise.reject(new TypeError('Failed to fetch')));
    },
    /** Never answers. */
    keepWaiting(...names: EndpointName[]): void {
      for (const name of names) handlers.set(name, () => new Promise(() => {}));
    },
    /** An answer that breaks the contract, for pages that must not believe it. */
    replyBroken(name: EndpointName, body: unknown): void {
      handlers.set(name, () => ({ status: 200, text: JSON.stringify(body) }));
    },
  };
}
export type MockApi = ReturnType<typeof mockApi>;
