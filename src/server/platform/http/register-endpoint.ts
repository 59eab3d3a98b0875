import type { Context } from '@opentelemetry/api';
import type {
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
} from 'fastify';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Readable, Writable } from 'node:stream';
import type { z } from 'zod';
import {
  type bytes,
  type events,
  type Endpoint,
  errorBody,
  namesFields,
  nothing,
} from '#contract/wire/endpoint';
import type { AccessScope } from '#contract/accounts/access-scopes';
import type { AppContext } from '../context.ts';
import { requestOfWork, runAs } from '../work-kind.ts';
import { httpErrors, type HttpError } from './http-errors.ts';
import { checkIdempotencyKey } from '../database/make-once.ts';
import {
  admitNetwork,
  refuse,
  type Requester,
  type RequestKind,
  type RequestLimit,
} from './limits/request-limit.ts';
import type { RequestTurn, RequestTurns } from './limits/request-turns.ts';
import { sendJson, SerializedJson, serializerOf } from './serialized-json.ts';

type SignedInUser = { accountId: number };

/** Before the body is read. */
export type AccessCheck<Viewer extends SignedInUser> = {
  viewer: Viewer | null;
  params: Readonly<Record<string, string>>;
  /** Unchecked. */
  query?: Readonly<Record<string, unknown>>;
  context: AppContext;
};

/**
 * Throws an HttpError 401, 403 or 404, or returns the resource (student, batch): all that the handler gets,
 * so that it cannot bypass the rule.
 */
export type AccessRule<Viewer extends SignedInUser, Resource> = (
  check: AccessCheck<Viewer>,
) => Resource | Promise<Resource>;

/** Writes until the reader leaves. */
export type EventStream = (out: Writable) => void;

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type BodyOf<Schema> = Schema extends typeof nothing
  ? void
  : Schema extends typeof bytes
    ? Readable
    : Schema extends typeof events
      ? EventStream
      : Schema extends z.ZodType
        ? z.output<Schema> | SerializedJson<z.output<Schema>>
        : never;
type AnswerOf<Status, Schema> = Schema extends typeof nothing
  ? { status: Status }
  : { status: Status; body: BodyOf<Schema> };

const successes = [200, 201, 204, 206, 304] as const;
/** Calls may declare their own 503; other refusals are thrown. */
type OwnUnavailable<E extends Endpoint> = typeof errorBody extends E['answers'][503] ? never : 503;
type StatusOf<E extends Endpoint> = keyof E['answers'] & ((typeof successes)[number] | OwnUnavailable<E>);

/** True for `200 | 201`, false for `200`. */
type IsUnion<T, All = T> = T extends All ? ([All] extends [T] ? false : true) : never;

/** A handler returns the body; also the status where the contract declares several, such as 200 and 201. */
export type Result<E extends Endpoint> = {
  [S in StatusOf<E>]: IsUnion<StatusOf<E>> extends true
    ? AnswerOf<S, E['answers'][S]>
    : BodyOf<E['answers'][S]>;
}[StatusOf<E>];

type CheckedRequest<E extends Endpoint> = {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: E['multipart'] extends true ? undefined : Parsed<E['body']>;
  /** Null for multipart forms, which read it themselves. */
  idempotencyKey: string | null;
  request: FastifyRequest;
  reply: FastifyReply;
  context: AppContext;
};

export type RequestOf<Viewer> = { request: FastifyRequest; context: AppContext; viewer: Viewer | null };

type Access<Viewer, Resource> = { viewer: Viewer | null; resource: Resource };

export type Handler<E extends Endpoint, Viewer, Resource> = (
  incoming: CheckedRequest<E> & Access<Viewer, Resource>,
) => Promise<Result<E>>;

export type CallOptions = {
  /** For requests every second, which are not counted. */
  logLevel?: 'warn';
  /** As long as its connection; it has limits of its own, and only its start counts. */
  takesLong?: true;
};

export type Route<E extends Endpoint, Viewer extends SignedInUser, Resource> = CallOptions & {
  authorize: AccessRule<Viewer, Resource>;
  handle: Handler<E, Viewer, Resource>;
};

type Answer = { status: number; body?: unknown };

/** A page's call for its reader. */
export type InProcessRequest = {
  /** The page has looked it up. */
  viewer: SignedInUser | null;
  params: Record<string, string>;
  query: unknown;
  body: unknown;
  idempotencyKey: unknown;
  /** The page's: calls read the network address or set cookies. */
  request: FastifyRequest;
  reply: FastifyReply;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whose answers and refusals drop undeclared fields. */
    answers?: Endpoint['answers'];
    refusesRepeatedMembers?: boolean;
    /** For access tokens: null for a call that is closed to them. */
    scope?: AccessScope | null;
  }
  interface FastifyInstance {
    requestLimit: RequestLimit;
    requestTurns: RequestTurns;
    /** As over HTTP: access rule, checks, use case. */
    inProcessCalls: Map<Endpoint, (incoming: InProcessRequest) => Promise<Answer>>;
  }
  interface FastifyRequest {
    accountId: number | null;
    trace: Context | null;
    access: unknown;
    /** Null for requests that are not counted. */
    requester: Requester | null;
    turn: RequestTurn | null;
  }
}

/** Deeper than anything on the wire. */
const maxDepth = 32;

/** Of a list; the contract's longest has 500. Schemas read all entries before they count them. */
const mostEntries = 1_000;

function rejectLargeShapes(value: unknown, depth = 0): void {
  if (value === null || typeof value !== 'object') return;
  if (depth > maxDepth) throw httpErrors.badRequest('The body is nested too deeply.');
  if (Array.isArray(value) && value.length > mostEntries)
    throw httpErrors.badRequest(`A list can have at most ${mostEntries.toLocaleString('en')} entries.`);
  for (const key in value) rejectLargeShapes((value as Record<string, unknown>)[key], depth + 1);
}

/** PostgreSQL cannot store NUL. */
function rejectNulCharacters(value: unknown, depth = 0): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw httpErrors.badRequest('Text must not contain NUL characters.');
  } else if (value !== null && typeof value === 'object') {
    for (const key in value) rejectNulCharacters((value as Record<string, unknown>)[key], depth + 1);
  }
}

const queryOf = (query: unknown) => (query ?? {}) as Readonly<Record<string, unknown>>;

function parse(schema: z.ZodType | undefined, value: unknown, tellsFields: boolean): unknown {
  if (schema === undefined) return undefined;
  rejectLargeShapes(value);
  const parsed = schema.safeParse(value);
  if (parsed.success) {
    rejectNulCharacters(parsed.data);
    return parsed.data;
  }
  const { issues } = parsed.error;
  const issue = issues[0];
  // Unknown keys also concern the body, but have their own message.
  const isWhole = issue === undefined || (issue.path.length === 0 && issue.code !== 'unrecognized_keys');
  if (isWhole) throw httpErrors.badRequest('The body must be a JSON object.');
  if (!tellsFields) throw httpErrors.badRequest(issue.message);
  // A list has one for each entry.
  const first = new Map<string, string>();
  for (const { path, message } of issues) {
    const name = String(path[0] ?? '');
    if (!first.has(name)) first.set(name, message);
  }
  const fields = Array.from(first, ([name, message]) => ({ name, message }));
  throw httpErrors.invalidFields(issue.message, fields);
}

/** In the process no serializer drops fields. */
function namedByContract(endpoint: Endpoint, { status, body }: Answer): Answer {
  const schema = endpoint.answers[status];
  if (body instanceof SerializedJson) return { status, body: JSON.parse(body.text) as unknown };
  return typeof schema === 'object' ? { status, body: schema.parse(body) } : { status };
}

/** What the handler leaves to the contract; null if that declares several statuses. */
function onlyStatus({ answers }: Endpoint): number | null {
  const declared: number[] = successes.filter((status) => status in answers);
  if (answers[503] !== errorBody) declared.push(503);
  return declared.length === 1 ? (declared[0] as number) : null;
}

/** The address's first word, such as `discussion`. */
function kindOf({ path }: Endpoint): string {
  return path.split('/')[2] ?? 'other';
}

const passThrough = (text: unknown) => text as string;

/** Fastify's pipe takes a third of a stream's memory. */
function sendEvents(reply: FastifyReply, stream: EventStream): void {
  reply.hijack();
  reply.raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  if (reply.request.method === 'HEAD') reply.raw.end();
  else stream(reply.raw);
}

/** With a route of its own for each HEAD, building the portal would take a seventh longer. */
const methodsOf = ({ method }: Endpoint): RouteOptions['method'] =>
  method === 'GET' ? ['GET', 'HEAD'] : method;

/** As Fastify's own HEAD routes answer. */
const leaveBodyOut: NonNullable<RouteOptions['onSend']> = (request, reply, payload, done) => {
  if (request.method !== 'HEAD') return done(null, payload);
  const body = (payload ?? '') as string | Buffer | Readable;
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    reply.header('content-length', Buffer.byteLength(body));
  } else {
    body.on('error', (err) => reply.log.error({ err }, 'a file could not be read for HEAD'));
    body.resume();
  }
  done(null, null);
};

/** Fastify's `schema.response` would take a fifth of the time that building the portal takes. */
const configOf = ({ answers, scope, refusesRepeatedMembers }: Endpoint): FastifyContextConfig => ({
  answers,
  scope: scope ?? null,
  ...(refusesRepeatedMembers && { refusesRepeatedMembers: true }),
});

/**
 * The only way to mount a call of the contract.
 * @param findViewer the session's user, or null; called before the body is read
 * @param count gives 429 beyond the client's limit
 */
export function makeRegisterEndpoint<Viewer extends SignedInUser>(
  findViewer: (request: FastifyRequest, context: AppContext) => Promise<Viewer | null>,
  count: (
    of: RequestOf<Viewer>,
    what: RequestKind,
  ) => HttpError | null | Promise<HttpError | null> = admitNetwork,
) {
  return function registerEndpoint<const E extends Endpoint, Resource>(
    server: FastifyInstance,
    context: AppContext,
    endpoint: E,
    route: Route<E, Viewer, Resource>,
  ): void {
    const takesKey = endpoint.takesIdempotencyKey === true && endpoint.multipart !== true;
    const status = onlyStatus(endpoint);
    const handle = async (
      { params, query, body, idempotencyKey, request, reply }: Omit<InProcessRequest, 'viewer'>,
      { viewer, resource }: Access<Viewer, Resource>,
    ): Promise<Answer> => {
      const result = await route.handle({
        viewer,
        resource,
        params: parse(endpoint.params, params, false),
        query: parse(endpoint.query, query, false),
        body: endpoint.multipart === true ? undefined : parse(endpoint.body, body, namesFields(endpoint)),
        idempotencyKey: takesKey ? checkIdempotencyKey(idempotencyKey) : null,
        request,
        reply,
        context,
      } as CheckedRequest<E> & Access<Viewer, Resource>);
      if (status === null) return result as Answer;
      return endpoint.answers[status] === nothing ? { status } : { status, body: result };
    };

    const kind = kindOf(endpoint);
    const isCounted = route.logLevel === undefined;
    const isLong = route.takesLong === true || endpoint.multipart === true;
    const callInProcess = async (incoming: InProcessRequest): Promise<Answer> => {
      const { params, query } = incoming;
      rejectNulCharacters(params);
      const viewer = incoming.viewer as Viewer | null;
      const resource = await route.authorize({ viewer, params, query: queryOf(query), context });
      return namedByContract(endpoint, await handle(incoming, { viewer, resource }));
    };
    server.inProcessCalls.set(endpoint, (incoming) =>
      runAs(kind, () => callInProcess(incoming), incoming.request),
    );

    const authorize = async (request: FastifyRequest): Promise<void> => {
      const viewer = await findViewer(request, context);
      request.accountId = viewer?.accountId ?? null;
      // Before anything else can refuse it.
      const excess = isCounted ? await count({ request, context, viewer }, isLong ? 'long' : 'call') : null;
      if (excess !== null) await refuse(request, excess);
      rejectNulCharacters(request.params);
      const params = request.params as Record<string, string>;
      const resource = await route.authorize({ viewer, params, query: queryOf(request.query), context });
      request.access = { viewer, resource } satisfies Access<Viewer, Resource>;
    };
    const options: RouteOptions = {
      method: methodsOf(endpoint),
      url: endpoint.path,
      config: configOf(endpoint),
      ...(route.logLevel !== undefined && { logLevel: route.logLevel }),
      ...(endpoint.method === 'GET' && { onSend: leaveBodyOut }),
      onRequest(request, _reply, done) {
        const admit = async (): Promise<void> => {
          let refusal: unknown;
          try {
            await authorize(request);
          } catch (error) {
            refusal = error;
          }
          // Inside, so that a request without a body continues as this work.
          done(refusal as Error | undefined);
        };
        void runAs(kind, admit, request);
      },
      async handler(request, reply) {
        // A WeakMap would cost 3 µs of garbage collection a request.
        const access = request.access as Access<Viewer, Resource> | null;
        if (access === null) throw new Error(`${endpoint.path} was reached around its access rule`);
        const params = request.params as Record<string, string>;
        const { query } = request;
        const body = request.body ?? {};
        const idempotencyKey = request.headers['idempotency-key'];
        const incoming = { params, query, body, idempotencyKey, request, reply };
        // Bytes and streams take long without taking much of the thread.
        if (!isLong) await server.requestTurns.enter(request, reply);
        // An awaited body arrives outside of the headers' work.
        const isSameWork = requestOfWork() === request;
        const answer = await (isSameWork
          ? handle(incoming, access)
          : runAs(kind, () => handle(incoming, access), request));
        reply.code(answer.status);
        if (answer.body instanceof SerializedJson) return sendJson(reply, passThrough, answer.body.text);
        if (typeof answer.body === 'function') return sendEvents(reply, answer.body as EventStream);
        if (answer.body === undefined) return reply.send();
        const serialize = serializerOf(endpoint.answers, answer.status);
        return serialize === undefined ? answer.body : sendJson(reply, serialize, answer.body);
      },
    };
    server.route(options);
  };
}

const registerWithoutSession = makeRegisterEndpoint<never>(async () => null);

export type PublicHandler<E extends Endpoint> = (incoming: CheckedRequest<E>) => Promise<Result<E>>;

/** Without a session lookup. */
export function registerPublicEndpoint<const E extends Endpoint>(
  server: FastifyInstance,
  context: AppContext,
  endpoint: E,
  handle: PublicHandler<E>,
  options: CallOptions = {},
): void {
  registerWithoutSession(server, context, endpoint, { ...options, authorize: () => null, handle });
}
