import type { z } from 'zod';
import type { PathParameters } from '#contract/fill-path';
import { accountHeader } from '#contract/limits';
import { messages } from '#contract/messages';
import type { endpoints, EndpointName } from '#contract/wire/endpoints';
import { countAsWork } from '../forms/unfinished.ts';
import { noteSeenAt } from '../offline/seen-answers.ts';
import { seenAtOf } from '../offline/seen-at.ts';
import { mayRepeat } from '../session/reauth-prompt.ts';
import { callAddress, type Query } from './call-address.ts';
import { offlineError, toCallError, CallError } from './call-error.ts';
import { placeOf, type Paths } from './place-of.ts';

/**
 * Checks that an answer, or its list, is a list (specification, section 8).
 * @throws CallError `not_a_list`; also logged to the console
 */
function checkList(list: string | undefined, answer: unknown): void {
  if (list === undefined) return;
  const found = list === '' ? answer : (answer as Record<string, unknown> | null | undefined)?.[list];
  if (Array.isArray(found)) return;
  console.error(messages.notAnArray);
  throw new CallError(200, 'not_a_list', toCallError(200, undefined).message);
}

export { CallError, errorMessage, offlineError } from './call-error.ts';

type Endpoints = typeof endpoints;
type AddressOf<N extends EndpointName> = Paths[N]['path'];
type Success = 200 | 201;

/** Undefined for 204. */
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

/** None for multipart forms, which `upload` sends. */
export type BodyOf<N extends EndpointName> = Endpoints[N] extends { multipart: true }
  ? never
  : Endpoints[N] extends { body: z.ZodType<unknown, infer Input> }
    ? Input
    : never;
type QueryOf<N extends EndpointName> = Endpoints[N] extends { query: z.ZodObject<infer Shape> }
  ? { [K in keyof Shape]?: string | number | undefined }
  : never;

type CallOptions<N extends EndpointName> = ([keyof PathParameters<AddressOf<N>>] extends [never]
  ? { params?: undefined }
  : { params: PathParameters<AddressOf<N>> }) &
  ([BodyOf<N>] extends [never] ? { body?: undefined } : { body: BodyOf<N> }) &
  ([QueryOf<N>] extends [never] ? { query?: undefined } : { query?: QueryOf<N> }) & {
    signal?: AbortSignal;
    /** A repeat with the same key gets the first answer. */
    idempotencyKey?: string | undefined;
    /** Older servers ignore it. */
    prefersMinimal?: boolean;
    /** Expected account (`s_id`); another account's session is refused like an ended one. */
    account?: string | undefined;
    /** Not a user action: an ended session does not open the login dialog. */
    isBackground?: boolean;
  };

type NeedsOptions<N extends EndpointName> = Record<never, never> extends CallOptions<N> ? false : true;

type Sent = {
  body?: unknown;
  idempotencyKey?: string;
  prefersMinimal?: boolean;
  account?: string;
  signal?: AbortSignal;
};

async function exchange(
  method: string,
  address: string,
  { body, idempotencyKey, prefersMinimal, account, signal }: Sent,
) {
  const init: RequestInit = { method, headers: { Accept: 'application/json' } };
  if (signal !== undefined) init.signal = signal;
  if (idempotencyKey !== undefined) init.headers = { ...init.headers, 'Idempotency-Key': idempotencyKey };
  if (prefersMinimal === true) init.headers = { ...init.headers, Prefer: 'return=minimal' };
  if (account !== undefined) init.headers = { ...init.headers, [accountHeader]: encodeURIComponent(account) };
  if (body !== undefined) {
    init.headers = { ...init.headers, 'Content-Type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  try {
    const work = fetch(address, init);
    const response = await (method === 'GET' ? work : countAsWork(work));
    const text = await response.text();
    const retryAfter = response.headers.get('Retry-After');
    return { status: response.status, text, retryAfter, seenAt: seenAtOf(response) };
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
 * Makes one API call; one refused for an ended session or missing proof is repeated after the dialog.
 * @throws CallError for error answers, no network (`offline`) and a list that is no list (`not_a_list`)
 */
export async function call<N extends EndpointName>(
  name: N,
  ...rest: NeedsOptions<N> extends true ? [CallOptions<N>] : [CallOptions<N>?]
): Promise<AnswerOf<N>> {
  const [options] = rest;
  const known = placeOf(name);
  // A call that can leave at once does.
  const { method, path, list } = known instanceof Promise ? await known : known;
  const request = (options ?? {}) as Sent & { params?: Record<string, string>; query?: Query };
  const address = callAddress(path, request.params, request.query);

  const { status, text, retryAfter, seenAt } = await exchange(method, address, request);
  const body = parse(text);
  if (seenAt !== null) noteSeenAt(body, seenAt);
  // A proxy or a network's login page answers without JSON.
  const isUnreadable = body === undefined && text !== '';
  if (status >= 200 && status <= 299 && !isUnreadable) {
    checkList(list, body);
    return body as AnswerOf<N>;
  }
  const failure = toCallError(status, body, retryAfter);
  const isUserAction = method !== 'GET' && options?.isBackground !== true;
  if (isUserAction && (await mayRepeat(failure))) return call(name, ...rest);
  throw failure;
}

/** Over HTTP, or in-process for server-rendered pages. */
export type Call = typeof call;
