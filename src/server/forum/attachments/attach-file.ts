import { Semaphore } from 'async-mutex';
import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { attachFile } from '#contract/forum/attachment-calls';
import { attachmentMark } from '#contract/forum/attachment-marks';
import { studentMessages } from '#contract/student-messages';
import { dayMs, hourMs } from '#contract/durations';
import { limits } from '#contract/limits';
import type { AppContext } from '../../platform/context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { checkIdempotencyKey } from '../../platform/database/make-once.ts';
import type { StagedFile } from '../../platform/files/file-store.ts';
import { httpErrors, HttpError } from '../../platform/http/http-errors.ts';
import { makeFileId } from '../../submissions/receipt-number.ts';
import { act } from '../../accounts/sessions/act.ts';
import { accessBefore } from '../access-before.ts';
import type { ForumState } from '../forum-state.ts';
import { presentAttachment } from './attachments-of-posts.ts';
import type { ContentThread } from './content-thread.ts';
import { attachmentById } from './queries.ts';
import { nameFor, type AttachmentContent } from './read-content.ts';
import { receiveAttachment } from './receive-attachment.ts';
import { refuseBeyondQuota } from '../../accounts/lift-limits.ts';
import { lockAccount } from '../../accounts/queries.ts';
import { countAttempts, recordAttempts, removeAttempts, type Counted } from '../../accounts/rate-limits.ts';

type Tools = Pick<AppContext, 'database' | 'clock'>;

const tooManyFiles = `You have reached the limit of ${limits.attachmentsADay} files a day.`;
const tooManyBytes = `You have reached the limit of ${limits.attachmentBytesADay / 1_048_576} MB of attachments a day.`;

const refusedOf = (accountId: number): Counted => ({
  kind: 'attachment-refused',
  subject: String(accountId),
});

const pendingOf = (accountId: number): Counted => ({ ...refusedOf(accountId), kind: 'attachment-pending' });

const refusedToday = ({ database, clock }: Tools, accountId: number) =>
  countAttempts(database.reader, refusedOf(accountId), clock.now() - dayMs);

/** @throws 429 with Retry-After once as many are refused today, or may still be, as may be attached */
async function enforceRefusalQuota(tools: Tools, accountId: number, own = 0): Promise<void> {
  const { database, clock } = tools;
  const refused = await refusedToday(tools, accountId);
  const pending = await countAttempts(database.reader, pendingOf(accountId), clock.now() - hourMs);
  if (refused.count + pending.count - own < limits.attachmentsADay) return;
  const freeAt = refused.oldest === null ? clock.now() : refused.oldest + dayMs;
  await refuseBeyondQuota(tools, { accountId, message: tooManyFiles, freeAt });
}

const recordRefused = ({ database, clock }: Tools, accountId: number): Promise<unknown> =>
  database.nonDurableTransaction((writer) => recordAttempts(writer, [refusedOf(accountId)], clock.now()));

/** Of a file that was read: its content is refused. */
const ofContent = new Set([400, 413, 415]);

/**
 * Checking a refused file costs as much as accepting it, so a file counts from its start, and simultaneous ones count
 * each other. Leaves it unread beyond the quota.
 * @throws 429 with Retry-After
 */
export async function countRefused<Result>(
  tools: Tools,
  accountId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  // A refused request writes nothing: a flood would block the writer.
  await enforceRefusalQuota(tools, accountId);
  const { database, clock } = tools;
  const own = await database.nonDurableTransaction((writer) =>
    recordAttempts(writer, [pendingOf(accountId)], clock.now()),
  );
  let isRefused = false;
  try {
    await enforceRefusalQuota(tools, accountId, own.length);
    return await work();
  } catch (error) {
    isRefused = error instanceof HttpError && ofContent.has(error.status);
    throw error;
  } finally {
    await database.nonDurableTransaction(async (writer) => {
      await removeAttempts(writer, own);
      if (isRefused) await recordAttempts(writer, [refusedOf(accountId)], clock.now());
    });
  }
}

/**
 * Per day, refused ones included. Early, and again under the account's lock.
 * @param options.bytes of the new file
 * @param reader of the transaction that holds the lock
 * @throws 429 with Retry-After
 */
async function enforceAttachmentQuota(
  tools: Tools,
  { accountId, bytes }: { accountId: number; bytes: number },
  reader: Reader = tools.database.reader,
): Promise<void> {
  const now = tools.clock.now();
  const taken = await reader
    .selectFrom('attachments')
    .where('account_id', '=', accountId)
    .where('created_at', '>', now - dayMs)
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`cast(coalesce(sum(bytes), 0) as double precision)`.as('bytes'),
      sql<number | null>`min(created_at)`.as('oldest'),
    ])
    .executeTakeFirstOrThrow();
  const refused = await refusedToday(tools, accountId);
  const freeAt = Math.min(taken.oldest ?? now, refused.oldest ?? now) + dayMs;
  if (taken.count + refused.count >= limits.attachmentsADay)
    await refuseBeyondQuota(tools, { accountId, message: tooManyFiles, freeAt });
  if (taken.bytes + bytes > limits.attachmentBytesADay)
    await refuseBeyondQuota(tools, { accountId, message: tooManyBytes, freeAt });
}

/** Bounds memory: a file takes some megabytes, cleaning twice that. */
const inMemory = new Semaphore(4);

type CleanFile = Omit<AttachmentContent, 'bytes'> & { name: string; staged: StagedFile; key: string | null };

async function receiveClean(
  context: AppContext,
  thread: ContentThread,
  request: FastifyRequest,
  accountId: number,
): Promise<CleanFile> {
  const { name, staged, key } = await receiveAttachment(context, request, accountId);
  try {
    const checked = checkIdempotencyKey(request.headers['idempotency-key'] ?? key);
    return await inMemory.runExclusive(async () => {
      const { bytes, ...content } = await thread.read(name, staged);
      const clean = await context.files.stage(Readable.from([bytes]), bytes.length);
      return { ...content, name: nameFor(name, content.type), staged: clean, key: checked };
    });
  } finally {
    await staged.discard();
  }
}

/** @throws 429 quota */
async function keepStaged(context: AppContext, accountId: number, { staged }: CleanFile): Promise<void> {
  try {
    await enforceAttachmentQuota(context, { accountId, bytes: staged.bytes });
  } catch (error) {
    if (error instanceof HttpError && error.status === 429) await recordRefused(context, accountId);
    throw error;
  }
  await staged.keep();
}

/**
 * @throws 409 before placement, and for a key of another file; 429 quota; what `receiveAttachment` and the
 * thread throw
 */
export const attachCall = (thread: ContentThread, tracked: ForumState['tracked']) =>
  act(attachFile, {
    who: tracked,
    async receive({ context, viewer: { accountId }, resource: { batch }, request }) {
      if (batch === null) throw httpErrors.conflict(studentMessages.notPlacedYet);
      const file = await countRefused(context, accountId, () =>
        receiveClean(context, thread, request, accountId),
      );
      return { batchId: batch.id, file };
    },
    prepare: ({ context, viewer, received: { file } }) => keepStaged(context, viewer.accountId, file),
    key: {
      kind: 'attachment',
      sent: ({ file }) => file.key,
      content: ({ resource: { batch }, received: { file } }) => [batch?.id, file.name, file.staged.sha256],
      resourcesBefore: (reader, { resource }, id) => accessBefore(reader, resource, 'attachments', id),
    },
    async run(writer, { context, viewer, received: { batchId, file }, now }) {
      const { staged, key: _, ...content } = file;
      const { accountId } = viewer;
      await lockAccount(writer, accountId);
      await enforceAttachmentQuota(context, { accountId, bytes: staged.bytes }, writer);
      return writer
        .insertInto('attachments')
        .values({
          code: makeFileId(),
          batch_id: batchId,
          account_id: accountId,
          ...content,
          bytes: staged.bytes,
          sha256: staged.sha256,
          created_at: now,
          unused_since: now,
          erased_at: null,
          private_to: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
    },
    discard: ({ file }) => file.staged.discard(),
    async answer(reader, _, id) {
      const [row] = await attachmentById(reader, { id });
      if (row === undefined)
        throw httpErrors.conflict('This file was removed in the meantime. Please attach it again.');
      const attachment = presentAttachment(row);
      return { ...attachment, mark: attachmentMark(attachment) };
    },
  });
