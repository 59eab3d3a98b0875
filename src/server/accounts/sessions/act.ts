import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { isSame } from '#contract/began';
import { settle, type Comparison } from '#contract/settle';
import type { Endpoint } from '#contract/wire/endpoint';
import type { AuditEventName } from '../../audit/event-words.ts';
import { recordAuditEvents, type AuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { keyedBefore, keyReused, makeOnce, type KeyedRequest } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import type { Handler, Result } from '../../platform/http/register-endpoint.ts';
import { logOutcome, type SecurityEvent } from '../../platform/http/security-log.ts';
import type { Declared } from './declared.ts';
import { makeRegistrar } from './register-endpoint.ts';
import type { Viewer, ViewerRule } from './viewer.ts';

export { read, readPublic, registerDeclared, type Declared } from './declared.ts';

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;

/** What a declaration's parts get. `now` is the instant that is stored with the key. */
type Request<E extends Endpoint, Resource, Received, Prepared> = {
  context: AppContext;
  viewer: Viewer;
  resource: Resource;
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
  received: Received;
  /** For a comparison of its own, such as of a password. */
  idempotencyKey: string | null;
  /** For headers and streams; parts answer through what they return. */
  request: FastifyRequest;
  prepared: Prepared;
  now: number;
};

export type AuditLine = Omit<AuditEvent, 'at' | 'actorId' | 'act'> & { act?: AuditEventName };

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

/** A request as it was sent. */
type Sent<Asked> = Omit<Asked, 'prepared' | 'now'>;

type Key<Asked extends { resource: unknown }, Received> = {
  kind: KeyedRequest['kind'];
  /** Null: repeating it changes nothing, and no key is stored. */
  content: (request: Sent<Asked>) => readonly unknown[] | null;
  /** Where the content has the caller's batch: what the access rule found at first, or may have. The answer is of that. */
  resourcesBefore?: (
    reader: Reader,
    request: Sent<Asked>,
    id: number,
  ) => Promise<readonly Asked['resource'][]>;
  /** Of a multipart form, which `receive` has read. */
  sent?: (received: Received) => string | null;
  /** For a password, which no content may hold: whether a request with a known key is the same. */
  isSame?: (request: Sent<Asked>) => Promise<boolean>;
};

type Changes<E extends Endpoint, Asked, Stored> = Comparison & {
  /** Members of `began` that the body does not have, such as the text that a removal has shown: they must be as seen. */
  seen?: readonly string[];
  /** Locks, then reads in the body's members. */
  stored: (writer: Writer, request: Asked) => Promise<Stored>;
  /** Of the 409. */
  message: string | ((request: Asked) => string);
  /** For a body without `began`: whether another condition of its own, such as `original`, refuses it. */
  refuses?: (body: Parsed<E['body']>, stored: Stored, request: Asked) => boolean;
  /** The 409's `current`; what is stored by default. */
  current?: (reader: Writer, request: Asked, stored: Stored) => object | Promise<object>;
};

type ActParts<
  E extends Endpoint,
  Resource,
  Received,
  Prepared,
  Stored extends object,
  Shown,
  Asked extends Request<E, Resource, Received, Prepared> = Request<E, Resource, Received, Prepared>,
> = {
  /** Before the body is read and before the key is looked up. */
  who: ViewerRule<Resource>;
  /** Reads a form of files, which has the key and what that is compared by. */
  receive?: (
    request: Omit<Request<E, Resource, undefined, undefined>, 'received' | 'prepared'>,
  ) => Promise<Received> | Received;
  /** Like `who`, for what only the body says. */
  permit?: (request: Sent<Asked>) => void;
  /** Outside of the transaction: hashing, sheets, mail servers. Not for a repetition, which gets its first answer. */
  prepare?: (
    request: Omit<Request<E, Resource, Received, undefined>, 'prepared'>,
  ) => Promise<Prepared> | Prepared;
  /**
   * Stored for 90 days and compared by hash: neither may change. By rule `METHOD path` and the call's parameters and body;
   * older calls name theirs, and so does one whose body holds a password or is a form of files.
   */
  key?: Key<Asked, Received>;
  /** For a form that changes what is stored: the body's `began` decides which of its members are changed. */
  changes?: Changes<E, Asked, Stored>;
  /** Of a request without a key: whether it is done already, so that no transaction is needed. `answer` gets id 0. */
  isDone?: (reader: Reader, request: Omit<Asked, 'now'>) => Promise<boolean>;
  /** The kind of its audit lines; a line may name another. */
  audit?: AuditEventName;
  /** Durable by default. */
  commit?: Commit | ((request: Asked) => Commit | undefined);
  /**
   * Touches the database only, and may be run again after a contention. Its refusals roll everything back. Null:
   * there was nothing to do; the key is kept all the same.
   */
  run: (writer: Writer, request: Asked & { stored: Stored }) => Promise<Done<Shown> | null>;
  /** The message of a 409 where a unique key decides between simultaneous requests. */
  taken?: (request: Asked) => string;
  /** After the commit of the first request. */
  after?: (request: Asked, id: number) => void | Promise<void>;
  /** Whatever became of it: discards what `receive` has staged. */
  discard?: (received: Received) => Promise<void>;
  /** In the security log, also for repetitions; refusals by their status or message. */
  logs?: { done: SecurityEvent; refused?: Partial<Record<number | string, SecurityEvent>> };
  /** `Cache-Control: private, no-store`, for an answer that holds a secret. */
  isSecret?: true;
  /** Reads what the caller gets, after the commit, for first requests and repetitions alike. Id: 0 for nothing done. */
  answer?: (
    reader: Reader,
    request: Omit<Asked, 'prepared'> & { isFirst: boolean; shown: Shown | undefined },
    id: number,
  ) => Promise<Result<E>>;
};

const answersNothing = ({ answers }: Endpoint) => [200, 201].every((status) => !(status in answers));

/** What a form began from is no part of what it asks for. */
function contentByRule({ params, body }: { params: unknown; body: unknown }): readonly unknown[] {
  const { began: _, ...typed } = (body ?? {}) as { began?: unknown };
  return [params ?? {}, typed];
}

function keyOf<Asked extends { params: unknown; body: unknown; resource: unknown }, Received>(
  { method, path, multipart }: Endpoint,
  own: Key<Asked, Received> | undefined,
): Key<Asked, Received> {
  if (own !== undefined) return own;
  if (multipart === true) throw new Error(`${method} ${path} takes files: name what its key is compared by`);
  return { kind: `${method} ${path}`, content: (asked) => contentByRule(asked as unknown as Asked) };
}

/** The request with the members that its form has changed, and those of others as they are now. */
async function compare<E extends Endpoint, Asked extends { body: unknown }, Stored extends object>(
  changes: Changes<E, Asked, Stored> | undefined,
  writer: Writer,
  request: Asked,
): Promise<Asked & { stored: Stored }> {
  if (changes === undefined) return { ...request, stored: {} as Stored };
  const now = await changes.stored(writer, request);
  // A form of files has no body.
  const { began, ...typed } = (request.body ?? {}) as { began?: Record<string, unknown> };
  const { body, conflicts } =
    began === undefined
      ? {
          body: request.body,
          conflicts: changes.refuses?.(request.body as Parsed<E['body']>, now, request) ? ['body'] : [],
        }
      : settle(typed, began, now as Record<string, unknown>, changes);
  const { seen = [] } = changes;
  const isNewer = (name: string) =>
    began !== undefined && name in began && !isSame(began[name], (now as Record<string, unknown>)[name]);
  if (conflicts.length > 0 || seen.some(isNewer)) {
    const { message } = changes;
    const current = await (changes.current?.(writer, request, now) ?? now);
    throw httpErrors.changedMeanwhile(typeof message === 'string' ? message : message(request), current);
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
  Received = undefined,
  Prepared = undefined,
  Stored extends object = object,
  Shown = undefined,
>(call: E, parts: ActParts<E, Resource, Received, Prepared, Stored, Shown>): Declared {
  const { who, receive, permit, prepare, changes, isDone, audit, commit, run, taken, after, discard } = parts;
  const { logs, isSecret, answer } = parts;
  type Incoming = Request<E, Resource, Received, Prepared>;
  type Known = Omit<Incoming, 'prepared'>;
  const {
    kind,
    content: contentOf,
    resourcesBefore,
    sent,
    isSame: isSameSecret,
  } = keyOf<Incoming, Received>(call, parts.key);
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

  function keyedAs(request: Known) {
    const content = contentOf(request);
    const key = sent?.(request.received) ?? request.idempotencyKey;
    return { accountId: request.viewer.accountId, kind, key: content && key, content: content ?? [] };
  }

  /** What an earlier request with this key has done, wherever its sender is now. @throws 409 where that was another one */
  async function doneBefore(request: Known): Promise<{ request: Known; id: number } | undefined> {
    const { reader } = request.context.database;
    const { key, content: _, ...scope } = keyedAs(request);
    const earlier = key === null ? undefined : await keyedBefore(reader, { ...scope, key });
    if (earlier === undefined) return undefined;
    const id = earlier.madeId;
    const isEarlier = (one: Known) => earlier.isOf(keyedAs(one).content);
    const resources = isEarlier(request) ? [] : ((await resourcesBefore?.(reader, request, id)) ?? []);
    const same = [request, ...resources.map((resource) => ({ ...request, resource }))].find(isEarlier);
    if (same === undefined || (await isSameSecret?.(same)) === false) throw keyReused(kind);
    return { request: same, id };
  }

  /** @returns id 0 for nothing done */
  async function once(request: Incoming) {
    const { accountId } = request.viewer;
    const { context, now } = request;
    const keyed = { ...keyedAs(request), now };
    if (keyed.key === null && (await isDone?.(context.database.reader, request)))
      return { id: 0, isFirst: false, shown: undefined };
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

  /** Prepares, changes, and tells others. Without `prepare` the transaction looks the key up soon enough. */
  async function carryOut(asked: Omit<Known, 'received'>) {
    const known = { ...asked, received: await receive?.(asked) } as Known;
    try {
      permit?.(known);
      const done = (prepare ?? resourcesBefore) && (await doneBefore(known));
      if (done !== undefined) return { ...done, isFirst: false, shown: undefined };
      const request = { ...known, prepared: await prepare?.(known) } as Incoming;
      const made = await once(request);
      if (made.isFirst) await after?.(request, made.id);
      return { request: known, ...made };
    } finally {
      await discard?.(known.received);
    }
  }

  async function handle(incoming: Parameters<Handler<E, Viewer, Resource>>[0]): Promise<unknown> {
    const { context, viewer, resource, params, query, body, idempotencyKey, request, reply } = incoming;
    if (viewer === null) throw new Error(`${call.path} is open to visitors: an act has an actor`);
    const now = context.clock.now();
    const asked = { context, viewer, resource, params, query, body, idempotencyKey, request, now } as Omit<
      Known,
      'received'
    >;
    const account = () => viewer.accountId;
    const done =
      logs === undefined
        ? await carryOut(asked)
        : await logOutcome(request, { ...logs, account }, () => carryOut(asked));
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
