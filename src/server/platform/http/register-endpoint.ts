import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import { bytes, type Endpoint, type nothing } from '#contract/endpoint';
import { messages } from '#contract/messages';
import type { AppContext } from '../context.ts';
import { httpErrors } from './http-errors.ts';
import { findViewer, type Viewer } from './sessions.ts';
import { answerSchema } from './wire-schema.ts';
import { SerializedJson } from './serialized-json.ts';

/** The input of an access rule, which runs before the body is read. */
type AccessCheck = {
  viewer: Viewer | null;
  params: Readonly<Record<string, string>>;
  context: AppContext;
};

/**
 * Authorises a request: throws an HttpError 401, 403 or 404, or returns the resource (the student, the batch). The
 * handler gets that resource only, so that it cannot bypass the rule.
 */
export type AccessRule<S> = (check: AccessCheck) => S | Promise<S>;

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type AnswerOf<Status, Schema> = Schema extends typeof nothing
  ? { status: Status }
  : Schema extends typeof bytes
    ? { status: Status; body: Readable }
    : Schema extends z.ZodType
      ? { status: Status; body: z.output<Schema> | SerializedJson<z.output<Schema>> }
      : never;
type SuccessStatus = 200 | 201 | 204 | 206;
type Answers<E extends Endpoint> = {
  [S in keyof E['answers'] & SuccessStatus]: AnswerOf<S, E['answers'][S]>;
}[keyof E['answers'] & SuccessStatus];

type EndpointRequest<E extends Endpoint, S> = {
  resource: S;
  viewer: Viewer | null;
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: E['multipart'] extends true ? undefined : Parsed<E['body']>;
  request: FastifyRequest;
  reply: FastifyReply;
  context: AppContext;
};

export type Route<E extends Endpoint, S> = {
  authorize: AccessRule<S>;
  /** Calls one use case and maps its result to a response; errors are thrown as HttpError. */
  handle: (incoming: EndpointRequest<E, S>) => Promise<Answers<E>>;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    viewer: Viewer | null;
    resource: unknown;
  }
}

/** Limit of recursion into a body, far deeper than anything on the wire. */
const maxDepth = 32;

/** Rejects NUL characters anywhere in the input: PostgreSQL cannot store them. */
function rejectNulCharacters(value: unknown, depth = 0): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw httpErrors.badRequest('Text must not contain NUL characters.');
  } else if (value !== null && typeof value === 'object') {
    if (depth > maxDepth) throw httpErrors.badRequest('The body is nested too deeply.');
    for (const key in value) rejectNulCharacters((value as Record<string, unknown>)[key], depth + 1);
  }
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) {
    rejectNulCharacters(parsed.data);
    return parsed.data;
  }
  const issue = parsed.error.issues[0];
  const isWhole = issue === undefined || issue.path.length === 0;
  throw httpErrors.badRequest(isWhole ? 'The body must be a JSON object.' : issue.message);
}

const passThrough = (text: unknown) => text as string;

function sendSerialized(reply: FastifyReply, json: SerializedJson<unknown>): FastifyReply {
  return reply.type('application/json; charset=utf-8').serializer(passThrough).send(json.text);
}

/** Registers an endpoint of the contract as a route. Every route of the API is registered here and nowhere else. */
export function registerEndpoint<const E extends Endpoint, S>(
  server: FastifyInstance,
  context: AppContext,
  endpoint: E,
  route: Route<E, S>,
): void {
  const response: Record<string, unknown> = {};
  for (const [status, schema] of Object.entries(endpoint.answers)) {
    const json = answerSchema(schema);
    if (json !== undefined) response[status] = json;
  }
  const options: RouteOptions = {
    method: endpoint.method,
    url: endpoint.path,
    schema: { response },
    // Documents explicit HEAD endpoints, not those that Fastify adds for each GET.
    config: { endpoint, swagger: { exposeHeadRoute: endpoint.method === 'HEAD' } },
    // Files are not compressed: the plugin would mark one that is compressed already as its own compression.
    ...(Object.values(endpoint.answers).includes(bytes) && { compress: false }),
    async onRequest(request) {
      rejectNulCharacters(request.params);
      request.viewer = await findViewer(request, context);
      request.resource = await route.authorize({
        viewer: request.viewer,
        params: request.params as Record<string, string>,
        context,
      });
    },
    async handler(request, reply) {
      const answer = (await route.handle({
        resource: request.resource as S,
        viewer: request.viewer,
        params: parse(endpoint.params, request.params),
        query: parse(endpoint.query, request.query),
        body: endpoint.multipart === true ? undefined : parse(endpoint.body, request.body ?? {}),
        request,
        reply,
        context,
      } as EndpointRequest<E, S>)) as { status: number; body?: unknown };
      reply.code(answer.status);
      if (answer.body instanceof SerializedJson) return sendSerialized(reply, answer.body);
      return answer.body === undefined ? reply.send() : answer.body;
    },
  };
  server.route(options);
}

/** Access rule of public endpoints. */
export const anyone: AccessRule<Viewer | null> = ({ viewer }) => viewer;

/** Access rule that requires a session. */
export const signedIn: AccessRule<Viewer> = ({ viewer }) => {
  if (viewer === null) throw httpErrors.signedOut(messages.signedOut);
  return viewer;
};
