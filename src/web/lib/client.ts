import type { z } from 'zod';
import type { endpoints, EndpointName } from '#contract/endpoints';
import type { PathParameters } from '#contract/fill-path';
import { paths } from '#contract/paths';
import type { InitialAnswers } from '#contract/screens';
import { initialData } from './initial-data.ts';
import { callAddress, type Query } from './call-address.ts';
import { isSignedOut, offlineError, toCallError } from './call-error.ts';
import { reauthenticate } from './reauth-prompt.ts';

export { CallError, errorMessage } from './call-error.ts';

type Endpoints = typeof endpoints;
type AddressOf<N extends EndpointName> = (typeof paths)[N]['path'];
type Success = 200 | 201;

/** What a call resolves with: the body of its 200 or 201, undefined for 204. */
export type AnswerOf<N extends EndpointName> = {
  [S in keyof Endpoints[N]['answers']]: S extends Success
    ? Endpoints[N]['answers'][S] extends z.ZodType<infer Output>
      ? Output
      : undefined
    : never;
}[keyof Endpoints[N]['answers']] extends infer Output
  ? [Output] extends [never]
    ? undefined
    : Output
  : never;

type BodyOf<N extends EndpointName> = Endpoints[N] extends { body: z.ZodType<unknown, infer Input> }
  ? Input
  : never;
type QueryOf<N extends EndpointName> = Endpoints[N] extends { query: z.ZodObject<infer Shape> }
  ? { [K in keyof Shape]?: string | number | undefined }
  : never;

/** `params` are demanded where the path has some, `body` where the call takes one. */
type CallOptions<N extends EndpointName> = ([keyof PathParameters<AddressOf<N>>] extends [never]
  ? { params?: undefined }
  : { params: PathParameters<AddressOf<N>> }) &
  ([BodyOf<N>] extends [never] ? { body?: undefined } : { body: BodyOf<N> }) &
  ([QueryOf<N>] extends [never] ? { query?: undefined } : { query?: QueryOf<N> }) & {
    signal?: AbortSignal;
    /** Told by the page itself: nobody is asked to sign in for it. */
    isUnasked?: boolean;
  };

type NeedsOptions<N extends EndpointName> = Record<never, never> extends CallOptions<N> ? false : true;

/** Answers that came with the page; each serves the first call that asks for it. */
let first = initialData.answers ?? {};

/** Has the next calls answered with these, each once. */
export function setInitialAnswers(answers: InitialAnswers): void {
  first = answers;
}

/** Forgets what came with the page: after a change or another screen it may no longer hold. */
export function clearInitialAnswers(): void {
  first = {};
}

async function exchange(method: string, address: string, body: unknown, signal?: AbortSignal) {
  if (import.meta.env.DEV) {
    const { mockResponse } = await import('./mock-responses.ts');
    const staged = await mockResponse(address);
    if (staged !== undefined) return staged;
  }
  const init: RequestInit = { method, headers: { Accept: 'application/json' } };
  if (signal !== undefined) init.signal = signal;
  if (body !== undefined) {
    init.headers = { ...init.headers, 'Content-Type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  try {
    const response = await fetch(address, init);
    const text = await response.text();
    return { status: response.status, text };
  } catch (error) {
    if (signal?.aborted) throw error;
    throw offlineError();
  }
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Makes one call of the wire. A change that finds its session ended is made once its sender has signed in again.
 * @throws CallError for every refusal and for a network that does not answer (code `offline`)
 */
export async function call<N extends EndpointName>(
  name: N,
  ...rest: NeedsOptions<N> extends true ? [CallOptions<N>] : [CallOptions<N>?]
): Promise<AnswerOf<N>> {
  const [options] = rest;
  const { method, path } = paths[name];
  const given = (options ?? {}) as {
    params?: Record<string, string>;
    query?: Query;
    body?: unknown;
    signal?: AbortSignal;
  };
  const address = callAddress(path, given.params, given.query);

  let answer: { status: number; body: unknown } | undefined;
  if (method === 'GET') {
    answer = first[address];
    delete first[address];
  } else {
    clearInitialAnswers();
  }
  if (answer === undefined) {
    const { status, text } = await exchange(method, address, given.body, given.signal);
    answer = { status, body: parse(text) };
  }
  if (answer.status >= 200 && answer.status <= 299) return answer.body as AnswerOf<N>;
  const failure = toCallError(answer.status, answer.body);
  const isAct = method !== 'GET' && options?.isUnasked !== true;
  if (isAct && isSignedOut(failure) && (await reauthenticate())) return call(name, ...rest);
  throw failure;
}
