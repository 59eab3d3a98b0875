import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { settle } from '#contract/began';
import type { Endpoint, nothing } from '#contract/wire/endpoint';
import type { ActName } from '../../audit/act-words.ts';
import { recordAuditEvents, type Act as AuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { checkIdempotencyKey, makeOnce, type KeyedRequest } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import type { CallOptions, Handler, Result } from '../../platform/http/register-endpoint.ts';
import { makeRegistrar } from './register-endpoint.ts';
import type { Viewer, ViewerRule } from './viewer.ts';

/** A call with its access rule and what it does, in the room that owns it; `registerDeclared` mounts it. */
export type Declared = { register: (server: FastifyInstance, context: AppContext) => void };

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type Body<E extends Endpoint> = E['multipart'] extends true ? undefined : Parsed<E['body']>;

/** What a declaration's parts get. `now` is the instant that is stored with the key. */
type Request<E extends Endpoint, Resource, Prepared> = {
  context: AppContext;
  viewer: Viewer;
  resource: Resource;
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  /** `prepare` reads a multipart form. */
  body: Body<E>;
  /** For headers and streams; parts answer through what they return. */
  request: FastifyRequest;
  prepared: Prepared;
  now: number;
};

type AuditLine = Omit<AuditEvent, 'at' | 'actorId' | 'act'> & { act?: ActName };

/** What `run` has done. `id` is stored with the key and given to `answer`, also for a repetition. */
type Done = { id: number; audit?: AuditLine | readonly AuditLine[] };

/** The schema of the call's one success. */
type Success<E extends Endpoint> = E['answers'][keyof E['answers'] & (200 | 201 | 204)];

type ActParts<E extends Endpoint, Resource, Prepared, Stored extends object> = {
  /** Before the body is read and before the key is looked up. */
  who: ViewerRule<Resource>;
  /** Outside of the transaction: hashing, pictures, sheets, bytes. Also for repetitions. */
  prepare?: (request: Omit<Request<E, Resource, undefined>, 'prepared'>) => Promise<Prepared> | Prepared;
  /** Stored for 90 days and compared by hash: neither may change. Without passwords. */
  key: {
    kind: KeyedRequest['kind'];
    content: (request: Omit<Request<E, Resource, Prepared>, 'now'>) => readonly unknown[];
  };
  /** For a form that changes what is stored: the body's `began` decides which of its members are changed. */
  changes?: {
    /** Locks, then reads in the body's members. */
    stored: (writer: Writer, request: Request<E, Resource, Prepared>) => Promise<Stored>;
    /** Of the 409. */
    message: string;
    /** For a body without `began`: whether another condition of its own, such as `original`, refuses it. */
    refuses?: (body: Body<E>, stored: Stored) => boolean;
    /** The 409's `current`; what is stored by default. */
    current?: (
      reader: Writer,
      request: Request<E, Resource, Prepared>,
      stored: Stored,
    ) => object | Promise<object>;
    /** Lists of texts whose entries are people or things, each added or removed by itself. */
    sets?: readonly string[];
  };
  /** The kind of its audit lines; a line may name another. */
  audit?: ActName;
  /** Grouped: many share one sync of the disk. Not durable: a crash may undo it. */
  commit?: 'grouped' | 'not durable';
  /**
   * Touches the database only, and may be run again after a contention. Its refusals roll everything back. Null:
   * there was nothing to do, and the key stays free.
   */
  run: (writer: Writer, request: Request<E, Resource, Prepared> & { stored: Stored }) => Promise<Done | null>;
  /** The message of a 409 where a unique key decides between simultaneous requests. */
  taken?: (request: Request<E, Resource, Prepared>) => string;
  /** After the commit of the first request. */
  after?: (request: Request<E, Resource, Prepared>, id: number) => void | Promise<void>;
  /** `Cache-Control: private, no-store`, for an answer that holds a secret. */
  isSecret?: true;
} & (Success<E> extends typeof nothing
  ? { answer?: never }
  : {
      /** Reads what the caller gets, after the commit, for first requests and repetitions alike. Id: 0 for nothing done. */
      answer: (reader: Reader, request: Request<E, Resource, Prepared>, id: number) => Promise<Result<E>>;
    });

/**
 * Declares a change: the platform opens the transaction, deduplicates by Idempotency-Key, compares with what the form
 * began from, writes the audit lines and registers the call.
 *
 *     export const addPhrase = act(calls.addPhrase, { who: staff, key: {…}, run: …, answer: … });
 */
export function act<
  const E extends Endpoint & { takesIdempotencyKey: true },
  Resource,
  Prepared = undefined,
  Stored extends object = object,
>(call: E, parts: ActParts<E, Resource, Prepared, Stored>): Declared {
  const { who, prepare, key: stored, changes, audit, commit, run, taken, after, isSecret, answer } = parts;
  type Incoming = Request<E, Resource, Prepared>;

  function linesOf(lines: Done['audit'], at: number, actorId: number): AuditEvent[] {
    return [lines ?? []].flat().map((line) => {
      const named = line.act ?? audit;
      if (named === undefined)
        throw new Error(`${call.method} ${call.path} has an audit line without a kind`);
      return { ...line, act: named, at, actorId };
    });
  }

  /** The request with the members that its form has changed, and those of others as they are now. */
  async function settled(writer: Writer, request: Incoming): Promise<Incoming & { stored: Stored }> {
    if (changes === undefined) return { ...request, stored: {} as Stored };
    const now = await changes.stored(writer, request);
    const { began, ...typed } = request.body as object & { began?: Record<string, unknown> };
    const { body, conflicts } =
      began === undefined
        ? { body: request.body, conflicts: changes.refuses?.(request.body, now) ? ['body'] : [] }
        : settle(typed, began, now as Record<string, unknown>, changes.sets);
    if (conflicts.length > 0) {
      const current = await (changes.current?.(writer, request, now) ?? now);
      throw httpErrors.changedMeanwhile(changes.message, current);
    }
    return { ...request, body: body as Incoming['body'], stored: now };
  }

  async function handle(incoming: Parameters<Handler<E, Viewer, Resource>>[0]): Promise<unknown> {
    const { context, viewer, resource, params, query, body, request, reply } = incoming;
    const key = call.multipart
      ? checkIdempotencyKey(request.headers['idempotency-key'])
      : incoming.idempotencyKey;
    if (viewer === null) throw new Error(`${call.path} is open to visitors: an act has an actor`);
    const now = context.clock.now();
    const known = { context, viewer, resource, params, query, body, request, now } as Omit<
      Incoming,
      'prepared'
    >;
    const all = { ...known, prepared: await prepare?.(known) } as Incoming;
    const { accountId } = viewer;
    const content = stored.content(all);
    let isFirst = false;
    const change = (writer: Writer): Promise<number | null> => {
      isFirst = false;
      return makeOnce(writer, { accountId, kind: stored.kind, key, content, now }, async () => {
        isFirst = true;
        const done = await run(writer, await settled(writer, all));
        if (done === null) return null;
        await recordAuditEvents(writer, linesOf(done.audit, now, accountId));
        return done.id;
      });
    };
    const { database } = context;
    const transact =
      commit === 'grouped'
        ? database.groupCommitTransaction
        : commit === 'not durable'
          ? database.nonDurableTransaction
          : database.transaction;
    const made = await transact(change).catch((error: unknown) => {
      throw taken !== undefined && isUniqueViolation(error) ? httpErrors.conflict(taken(all)) : error;
    });
    const id = made ?? 0;
    if (isFirst) await after?.(all, id);
    if (isSecret) reply.header('Cache-Control', 'private, no-store');
    return answer?.(database.reader, all, id);
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

/** Declares a call that changes nothing, or one whose parts do not fit an act. */
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
