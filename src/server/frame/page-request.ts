import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoints } from '#contract/wire/endpoints';
import type { CallAnswer, PageRequest } from '#contract/page-rendering';
import { presentCurrentUser, type AccountSettings } from '../accounts/presenter.ts';
import type { Viewer } from '../accounts/sessions/viewer.ts';
import { toRefusal } from '../platform/http/error-handler.ts';
import type { AppContext } from '../platform/context.ts';
import { problemOf } from '../platform/http/http-errors.ts';
import { openSubmissionForm } from '../submissions/submission-form.ts';

type Readers = 'readCatalogue' | 'readText' | 'listTexts' | 'readHomeWords' | 'readLink' | 'readSetUp';

export type PageSources = Pick<PageRequest, 'site' | Readers> & {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  settings: AccountSettings;
};

export type PageCaller = { request: FastifyRequest; reply: FastifyReply; viewer: Viewer | null };

export type MadePageRequest = PageRequest & {
  /** After a 5xx the browser should try again. */
  hasFailed(): boolean;
};

const zoneCookie = /(?:^|;\s*)zone=([\w%+/-]{1,64})(?:;|$)/;
/** Bounded, because upper and lower case make countless spellings of a zone. */
const zonesByCookie = new Map<string, string | null>();
const maxZonesByCookie = 1_000;

/** The time zone in the browser's cookie; null for none or an unknown one. */
export function readerZoneOf(cookies: string | undefined): string | null {
  const written = cookies && zoneCookie.exec(cookies)?.[1];
  if (!written) return null;
  const known = zonesByCookie.get(written);
  if (known !== undefined) return known;
  const zone = toZone(written);
  if (zonesByCookie.size < maxZonesByCookie) zonesByCookie.set(written, zone);
  return zone;
}

function toZone(written: string): string | null {
  try {
    const timeZone = decodeURIComponent(written);
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

export function makeNonce(): string {
  return randomBytes(16).toString('base64');
}

export function publicPageRequest(
  url: string,
  sources: PageSources,
  { inlineStyles, onError }: Pick<PageRequest, 'inlineStyles' | 'onError'>,
): PageRequest {
  return {
    ...sources,
    method: 'GET',
    url,
    user: null,
    now: sources.now(),
    readerZone: null,
    nonce: makeNonce(),
    inlineStyles,
    signal: new AbortController().signal,
    form: null,
    readForm: async () => ({}),
    formKey: '',
    onError,
    beforeRender: async () => {},
    call: () => Promise.reject(new Error(`${url} makes a call before it has a reader.`)),
  };
}

/** Calls run in process, with the same rules as over HTTP. */
export function makePageRequest(
  server: FastifyInstance,
  { request, reply, viewer }: PageCaller,
  sources: PageSources,
  rest: Pick<PageRequest, 'signal' | 'form' | 'readForm' | 'onError' | 'beforeRender'>,
): MadePageRequest {
  let hasFailed = false;
  return {
    ...sources,
    ...rest,
    method: request.method === 'POST' ? 'POST' : 'GET',
    url: request.url,
    user: viewer && presentCurrentUser(viewer, sources.settings),
    now: sources.now(),
    readerZone: readerZoneOf(request.headers.cookie),
    nonce: makeNonce(),
    inlineStyles: null,
    formKey: randomBytes(16).toString('base64url'),
    hasFailed: () => hasFailed,
    async call(name, { params = {}, query = {}, body = {}, idempotencyKey }): Promise<CallAnswer> {
      const handle = server.inProcessCalls.get(endpoints[name]);
      if (handle === undefined) throw new Error(`${name} is not mounted.`);
      try {
        const { status, body: answer } = await handle({
          viewer,
          params,
          query,
          body,
          idempotencyKey,
          request,
          reply,
        });
        return { status, body: answer };
      } catch (error) {
        const refusal = toRefusal(error, request);
        const { status, retryAfter } = refusal;
        hasFailed ||= status >= 500;
        return { status, body: problemOf(refusal, request.id), retryAfter };
      }
    },
  };
}

type Fields = Readonly<Record<string, string>>;

/** Null for a GET and for a form with a file, which its call reads. */
export function formFields(request: FastifyRequest): Fields | null {
  return (request.body as Fields | undefined) ?? null;
}

/** Also of a form with a file that its call has not read to the end. */
export async function readFormTexts(
  { files, settings }: AppContext,
  request: FastifyRequest,
): Promise<Fields> {
  const fields = formFields(request);
  if (fields !== null) return fields;
  if (!/^multipart\/form-data/i.test(request.headers['content-type'] ?? '')) return {};
  const rules = { files, maxBytes: settings.maxUploadBytes, hasWeek: true };
  return (request.submissionForm ?? openSubmissionForm(request, rules)).readTexts();
}
