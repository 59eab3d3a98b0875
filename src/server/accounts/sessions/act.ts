import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { Endpoint, nothing } from '#contract/wire/endpoint';
import type { ActName } from '../../audit/act-words.ts';
import { recordAuditEvents, type Act as AuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { makeOnce, type KeyedRequest } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import type { CallOptions, Handler } from '../../platform/http/register-endpoint.ts';
import { makeRegistrar } from './register-endpoint.ts';
import type { Viewer, ViewerRule } from './viewer.ts';

/** A call with its access rule and what it does, in the room that owns it; `registerDeclared` mounts it. */
export type Declared = { register: (server: FastifyInstance, context: AppContext) => void };

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;

/** What a declaration's parts get. `now` is the instant that is stored with the key. */
type Request<E extends Endpoint, Resource> = {
  context: AppContext;
  viewer: Viewer;
  resource: Resource;
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
  now: number;
};

type AuditLine = Omit<AuditEvent, 'at' | 'actorId' | 'act'> & { act?: ActName };

/** What `run` has done. `id` is stored with the key and given to `answer`, also for a repetition. */
type Done = { id: number; audit?: AuditLine | readonly AuditLine[] };

/** The schema of the call's one success. */
type Success<E extends Endpoint> = E['answers'][keyof E['answers'] & (200 | 201 | 204)];
type Answer<E extends Endpoint> = Success<E> extends z.ZodType ? z.output<Success<E>> : void;

type ActParts<E extends Endpoint, Resource> = {
  /** Before the body is read and before the key is looked up. */
  who: ViewerRule<Resource>;
  /** Stored for 90 days and compared by hash: neither may change. Without passwords. */
  key: {
    kind: KeyedRequest['kind'];
    content: (request: Omit<Request<E, Resource>, 'now'>) => readonly unknown[];
  };
  /** The kind of its audit lines; a line may name another. */
  audit?: ActName;
  /** Touches the database only, and may be run again after a contention. Its refusals roll everything back. */
  run: (writer: Writer, request: Request<E, Resource>) => Promise<Done>;
  /** The message of a 409 where a unique key decides between simultaneous requests. */
  taken?: (request: Request<E, Resource>) => string;
} & (Success<E> extends typeof nothing
  ? { answer?: never }
  : {
      /** Reads what the caller gets, after the commit, for first requests and repetitions alike. */
      answer: (reader: Reader, request: Request<E, Resource>, id: number) => Promise<Answer<E>>;
    });

/**
 * Declares a change: the platform opens the transaction, deduplicates by Idempotency-Key, writes the audit lines and
 * registers the call.
 *
 *     export const addPhrase = act(calls.addPhrase, { who: staff, key: {…}, run: …, answer: … });
 */
export function act<const E extends Endpoint & { takesIdempotencyKey: true }, Resource>(
  call: E,
  parts: ActParts<E, Resource>,
): Declared {
  const { who, key: stored, audit, run, taken, answer } = parts;

  function linesOf(lines: Done['audit'], at: number, actorId: number): AuditEvent[] {
    return [lines ?? []].flat().map((line) => {
      const named = line.act ?? audit;
      if (named === undefined)
        throw new Error(`${call.method} ${call.path} has an audit line without a kind`);
      return { ...line, act: named, at, actorId };
    });
  }

  async function handle(incoming: Parameters<Handler<E, Viewer, Resource>>[0]): Promise<unknown> {
    const { context, viewer, resource, params, query, body, idempotencyKey: key } = incoming;
    if (viewer === null) throw new Error(`${call.path} is open to visitors: an act has an actor`);
    const now = context.clock.now();
    const request = { context, viewer, resource, params, query, body, now } as Request<E, Resource>;
    const { accountId } = viewer;
    const content = stored.content(request);
    const change = context.database.transaction((writer) =>
      makeOnce(writer, { accountId, kind: stored.kind, key, content, now }, async () => {
        const done = await run(writer, request);
        await recordAuditEvents(writer, linesOf(done.audit, now, accountId));
        return done.id;
      }),
    );
    const id = await change.catch((error: unknown) => {
      throw taken !== undefined && isUniqueViolation(error) ? httpErrors.conflict(taken(request)) : error;
    });
    return answer?.(context.database.reader, request, id);
  }
  return {
    register: (server, context) =>
      makeRegistrar(server, context)<E, Resource>(
        call,
        who,
        // Typed by `ActParts`: a compiler does not see that a call has one success.
        handle as Handler<E, Viewer, Resource>,
      ),
  };
}

/** Declares a call that changes nothing. */
export function read<const E extends Endpoint, Resource>(
  call: E,
  { who, run, ...options }: CallOptions & { who: ViewerRule<Resource>; run: Handler<E, Viewer, Resource> },
): Declared {
  return { register: (server, context) => makeRegistrar(server, context)(call, who, run, options) };
}

export function registerDeclared(
  server: FastifyInstance,
  context: AppContext,
  declared: readonly Declared[],
): void {
  for (const { register } of declared) register(server, context);
}
