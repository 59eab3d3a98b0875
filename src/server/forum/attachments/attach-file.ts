import { Semaphore } from 'async-mutex';
import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { attachFile } from '#contract/forum/attachment-calls';
import { attachmentMark } from '#contract/forum/attachment-marks';
import { studentMessages } from '#contract/student-messages';
import { dayMs } from '#contract/durations';
import { limits } from '#contract/limits';
import type { AppContext } from '../../platform/context.ts';
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
import { countAttempts, recordAttempts, type Counted } from '../../accounts/rate-limits.ts';

type Tools = Pick<AppContext, 'database' | 'clock'>;

const tooManyFiles = `You have reached the limit of ${limits.attachmentsADay} files a day.`;
const tooManyBytes = `You have reached the limit of ${limits.attachmentBytesADay / 1_048_576} MB of attachments a day.`;

const refusedOf = (accountId: number): Counted => ({
  kind: 'attachment-refused',
  subject: String(accountId),
});

/** Checking a refused file costs as much as accepting it. */
export async function countRefused<Result>(
  { database, clock }: Tools,
  accountId: number,
  statuses: readonly number[],
  work: Promise<Result>,
): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof HttpError && statuses.includes(error.status)) {
      const now = clock.now();
      await database.nonDurableTransaction((writer) => recordAttempts(writer, [refusedOf(accountId)], now));
    }
    throw error;
  }
}

const refusedToday = ({ database, clock }: Tools, accountId: number) =>
  countAttempts(database.reader, refusedOf(accountId), clock.now() - dayMs);

/** Leaves the file unread once as many were refused today as may be attached. @throws 429 with Retry-After */
export async function enforceRefusalQuota(tools: Tools, accountId: number): Promise<void> {
  const { count, oldest } = await refusedToday(tools, accountId);
  if (count < limits.attachmentsADay || oldest === null) return;
  await refuseBeyondQuota(tools, { accountId, message: tooManyFiles, freeAt: oldest + dayMs });
}

/**
 * Per day, refused ones included. Simultaneous requests may pass together.
 * @param options.bytes of the new file
 * @throws 429 with Retry-After
 */
export async function enforceAttachmentQuota(
  tools: Tools,
  { accountId, bytes }: { accountId: number; bytes: number },
): Promise<void> {
  const now = tools.clock.now();
  const taken = await tools.database.reader
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
  await enforceRefusalQuota(context, accountId);
  const received = receiveAttachment(context, request, accountId);
  const { name, staged, key } = await countRefused(context, accountId, [413], received);
  try {
    const checked = checkIdempotencyKey(request.headers['idempotency-key'] ?? key);
    return await inMemory.runExclusive(async () => {
      const read = thread.read(name, staged);
      const { bytes, ...content } = await countRefused(context, accountId, [400, 413, 415], read);
      const clean = await context.files.stage(Readable.from([bytes]), bytes.length);
      return { ...content, name: nameFor(name, content.type), staged: clean, key: checked };
    });
  } finally {
    await staged.discard();
  }
}

/** @throws 429 quota */
async function keepStaged(context: AppContext, accountId: number, { staged }: CleanFile): Promise<void> {
  const inQuota = enforceAttachmentQuota(context, { accountId, bytes: staged.bytes });
  await countRefused(context, accountId, [429], inQuota);
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
      return { batchId: batch.id, file: await receiveClean(context, thread, request, accountId) };
    },
    prepare: ({ context, viewer, received: { file } }) => keepStaged(context, viewer.accountId, file),
    key: {
      kind: 'attachment',
      sent: ({ file }) => file.key,
      content: ({ resource: { batch }, received: { file } }) => [batch?.id, file.name, file.staged.sha256],
      resourcesBefore: (reader, { resource }, id) => accessBefore(reader, resource, 'attachments', id),
    },
    run(writer, { viewer, received: { batchId, file }, now }) {
      const { staged, key: _, ...content } = file;
      return writer
        .insertInto('attachments')
        .values({
          code: makeFileId(),
          batch_id: batchId,
          account_id: viewer.accountId,
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
