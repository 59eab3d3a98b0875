import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { settle, type Comparison } from '#contract/settle';
import type { Endpoint } from '#contract/wire/endpoint';
import type { ActName } from '../../audit/act-words.ts';
import { recordAuditEvents, type Act as AuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { makeOnce, type KeyedRequest } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import type { Handler, Result } from '../../platform/http/register-endpoint.ts';
import { logOutcome, type SecurityEvent } from '../../platform/http/security-log.ts';
import type { Declared } from './declared.ts';
import { makeRegistrar } from './register-endpoint.ts';
import type { Viewer, ViewerRule } from './viewer.ts';

export { read, readPublic, registerDeclared, type Declared } from './declared.ts';

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;

/** What a declaration's parts get. `now` is the instant that is stored with the key. */
type Request<E extends Endpoint, Resource, Prepared> = {
  context: AppContext;
  viewer: Viewer;
  resource: Resource;
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
  /** For a comparison of its own, such as of a password. */
  idempotencyKey: string | null;
  /** For headers and streams; parts answer through what they return. */
  request: FastifyRequest;
  prepared: Prepared;
  now: number;
};

export type AuditLine = Omit<AuditEvent, 'at' | 'actorId' | 'act'> & { act?: ActName };

/**
 * What `run` has done. `id` is stored with the key and given to `answer`, also for a repetition; `shown` only to the
 * first answer, such as a link of which a hash is stored.
 */
export type Done<Shown = undefined> = {
  id: number;
  audit?: AuditLine | readonly AuditLine[];
  shown?: Shown;
};

/** Grouped: many share one sync of the disk. Not durable: a crash may undo it. */
type Commit = 'grouped' | 'not durable';

type Key<Asked, Prepared> = {
  kind: KeyedRequest['kind'];
  /** Null: repeating it changes nothing, and no key is stored. */
  content: (request: Omit<Asked, 'now'>) => readonly unknown[] | null;
  /** Of a multipart form, which `prepare` has read. */
  sent?: (prepared: Prepared) => string | null;
};

type Changes<E extends Endpoint, Asked, Stored> = Comparison & {
  /** Locks, then reads in the body's members. */
  stored: (writer: Writer, request: Asked) => Promise<Stored>;
  /** Of the 409. */
  message: string;
  /** For a body without `began`: whether another condition of its own, such as `original`, refuses it. */
  refuses?: (body: Parsed<E['body']>, stored: Stored) => boolean;
  /** The 409's `current`; what is stored by default. */
  current?: (reader: Writer, request: Asked, stored: Stored) => object | Promise<object>;
};

type ActParts<
  E extends Endpoint,
  Resource,
  Prepared,
  Stored extends object,
  Shown,
  Asked extends Request<E, Resource, Prepared> = Request<E, Resource, Prepared>,
> = {
  /** Before the body is read and before the key is looked up. */
  who: ViewerRule<Resource>;
  /** Outside of the transaction: hashing, pictures, sheets, bytes. Also for repetitions. */
  prepare?: (request: Omit<Request<E, Resource, undefined>, 'prepared'>) => Promise<Prepared> | Prepared;
  /**
   * Stored for 90 days and compared by hash: neither may change. By rule `METHOD path` and the call's parameters and body;
   * older calls name theirs, and so does one whose body holds a password or is a form of files.
   */
  key?: Key<Asked, Prepared>;
  /** For a form that changes what is stored: the body's `began` decides which of its members are changed. */
  changes?: Changes<E, Asked, Stored>;
  /** Of a request without a key: whether it is done already, so that no transaction is needed. `answer` gets id 0. */
  isDone?: (reader: Reader, request: Omit<Asked, 'now'>) => Promise<boolean>;
  /** The kind of its audit lines; a line may name another. */
  audit?: ActName;
  /** Durable by default. */
  commit?: Commit | ((request: Asked) => Commit | undefined);
  /**
   * Touches the database only, and may be run again after a contention. Its refusals roll everything back. Null:
   * there was nothing to do, and the key stays free.
   */
  run: (writer: Writer, request: Asked & { stored: Stored }) => Promise<Done<Shown> | null>;
  /** The message of a 409 where a unique key decides between simultaneous requests. */
  taken?: (request: Asked) => string;
  /** After the commit of the first request. */
  after?: (request: Asked, id: number) => void | Promise<void>;
  /** Whatever became of it: discards what `prepare` has staged. */
  discard?: (prepared: Prepared) => Promise<void>;
  /** In the security log, also for repetitions; refusals by their status or message. */
  logs?: { done: SecurityEvent; refused?: Partial<Record<number | string, SecurityEvent>> };
  /** `Cache-Control: private, no-store`, for an answer that holds a secret. */
  isSecret?: true;
  /** Reads what the caller gets, after the commit, for first requests and repetitions alike. Id: 0 for nothing done. */
  answer?: (
    reader: Reader,
    request: Asked & { isFirst: boolean; shown: Shown | undefined },
    id: number,
  ) => Promise<Result<E>>;
};

const answersNothing = ({ answers }: Endpoint) => [200, 201].every((status) => !(status in answers));

/** What a form began from is no part of what it asks for. */
function contentByRule({ params, body }: { params: unknown; body: unknown }): readonly unknown[] {
  const { began: _, ...typed } = (body ?? {}) as { began?: unknown };
  return [params ?? {}, typed];
}

function keyOf<Asked extends { params: unknown; body: unknown }, Prepared>(
  { method, path, multipart }: Endpoint,
  own: Key<Asked, Prepared> | undefined,
): Key<Asked, Prepared> {
  if (own !== undefined) return own;
  if (multipart === true) throw new Error(`${method} ${path} takes files: name what its key is compared by`);
  return { kind: `${method} ${path}`, content: (asked) => contentByRule(asked as Asked) };
}

/** The request with the members that its form has changed, and those of others as they are now. */
async function compare<E extends Endpoint, Asked extends { body: unknown }, Stored extends object>(
  changes: Changes<E, Asked, Stored> | undefined,
  writer: Writer,
  request: Asked,
): Promise<Asked & { stored: Stored }> {
  if (changes === undefined) return { ...request, stored: {} as Stored };
  const now = await changes.stored(writer, request);
  const { began, ...typed } = request.body as object & { began?: Record<string, unknown> };
  const { body, conflicts } =
    began === undefined
      ? {
          body: request.body,
          conflicts: changes.refuses?.(request.body as Parsed<E['body']>, now) ? ['body'] : [],
        }
      : settle(typed, began, now as Record<string, unknown>, changes);
  if (conflicts.length > 0) {
    const current = await (changes.current?.(writer, request, now) ?? now);
    throw httpErrors.changedMeanwhile(changes.message, current);
  }
  return { ...request, body, stored: now };
}

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
  Shown = undefined,
>(call: E, parts: ActParts<E, Resource, Prepared, Stored, Shown>): Declared {
  const { who, prepare, changes, isDone, audit, commit, run, taken, after, discard, logs, isSecret, answer } =
    parts;
  type Incoming = Request<E, Resource, Prepared>;
  const { kind, content: contentOf, sent } = keyOf(call, parts.key);
  if (answer === undefined && !answersNothing(call))
    throw new Error(`${call.method} ${call.path} declares no answer`);

  function linesOf(lines: Done['audit'], at: number, actorId: number): AuditEvent[] {
    return [lines ?? []].flat().map((line) => {
      const named = line.act ?? audit;
      if (named === undefined)
        throw new Error(`${call.method} ${call.path} has an audit line without a kind`);
      return { ...line, act: named, at, actorId };
    });
  }

  function transactionOf(request: Incoming) {
    const { database } = request.context;
    const asked = typeof commit === 'function' ? commit(request) : commit;
    if (asked === 'grouped') return database.groupCommitTransaction;
    return asked === 'not durable' ? database.nonDurableTransaction : database.transaction;
  }

  /** @returns id 0 for nothing done */
  async function once(request: Incoming) {
    const { accountId } = request.viewer;
    const { context, now, idempotencyKey } = request;
    const key = sent?.(request.prepared) ?? idempotencyKey;
    if (key === null && (await isDone?.(context.database.reader, request)))
      return { id: 0, isFirst: false, shown: undefined };
    const content = contentOf(request);
    const keyed = { accountId, kind, key: content && key, content: content ?? [], now };
    let isFirst = false;
    let shown: Shown | undefined;
    const change = (writer: Writer): Promise<number | null> => {
      isFirst = false;
      shown = undefined;
      return makeOnce(writer, keyed, async () => {
        isFirst = true;
        const done = await run(writer, await compare(changes, writer, request));
        if (done === null) return null;
        await recordAuditEvents(writer, linesOf(done.audit, now, accountId));
        ({ shown } = done);
        return done.id;
      });
    };
    const made = await transactionOf(request)(change).catch((error: unknown) => {
      throw taken !== undefined && isUniqueViolation(error) ? httpErrors.conflict(taken(request)) : error;
    });
    return { id: made ?? 0, isFirst, shown };
  }

  /** Prepares, changes, and tells others. */
  async function carryOut(known: Omit<Incoming, 'prepared'>) {
    const request = { ...known, prepared: await prepare?.(known) } as Incoming;
    try {
      const made = await once(request);
      if (made.isFirst) await after?.(request, made.id);
      return { request, ...made };
    } finally {
      await discard?.(request.prepared);
    }
  }

  async function handle(incoming: Parameters<Handler<E, Viewer, Resource>>[0]): Promise<unknown> {
    const { context, viewer, resource, params, query, body, idempotencyKey, request, reply } = incoming;
    if (viewer === null) throw new Error(`${call.path} is open to visitors: an act has an actor`);
    const now = context.clock.now();
    const known = { context, viewer, resource, params, query, body, idempotencyKey, request, now } as Omit<
      Incoming,
      'prepared'
    >;
    const account = () => viewer.accountId;
    const done =
      logs === undefined
        ? await carryOut(known)
        : await logOutcome(request, { ...logs, account }, () => carryOut(known));
    if (isSecret) reply.header('Cache-Control', 'private, no-store');
    const { id, isFirst, shown } = done;
    return answer?.(context.database.reader, { ...done.request, isFirst, shown }, id);
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
