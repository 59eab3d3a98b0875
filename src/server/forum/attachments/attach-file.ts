import { Semaphore } from 'async-mutex';
import type { FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { messages } from '#contract/messages';
import type { AppContext } from '../../platform/context.ts';
import { madeBefore, once, checkIdempotencyKey } from '../../platform/database/make-once.ts';
import type { StagedFile } from '../../platform/files/file-store.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { makeFileId } from '../../submissions/receipt-number.ts';
import type { DiscussionAccess } from '../policy.ts';
import { countRefused, enforceAttachmentQuota, enforceRefusalQuota } from './attachment-quota.ts';
import type { ContentThread } from './content-thread.ts';
import { attachmentById, type AttachmentRow } from './queries.ts';
import { nameFor, type AttachmentContent } from './read-content.ts';
import { receiveAttachment } from './receive-attachment.ts';

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

/**
 * A refused file leaves nothing.
 * @throws 409 before placement, and for a key of another file; 429 quota; what `receiveAttachment` and the
 * thread throw
 */
export async function attachFile(
  context: AppContext,
  thread: ContentThread,
  { viewer, batch }: DiscussionAccess,
  request: FastifyRequest,
): Promise<AttachmentRow> {
  if (batch === null) throw httpErrors.conflict(messages.notPlacedYet);
  const { accountId } = viewer;
  const { database } = context;
  const { staged, key, ...file } = await receiveClean(context, thread, request, accountId);
  try {
    const keyed = { accountId, kind: 'attachment', content: [batch.id, file.name, staged.sha256] } as const;
    const earlier = key === null ? undefined : await madeBefore(database.reader, { ...keyed, key });
    if (earlier === undefined) {
      const inQuota = enforceAttachmentQuota(context, { accountId, bytes: staged.bytes });
      await countRefused(context, accountId, [429], inQuota);
      await staged.keep();
    }
    const id = await once(context, { ...keyed, key }, async (writer, now) => {
      const made = await writer
        .insertInto('attachments')
        .values({
          code: makeFileId(),
          batch_id: batch.id,
          account_id: accountId,
          ...file,
          bytes: staged.bytes,
          sha256: staged.sha256,
          created_at: now,
          unused_since: now,
          erased_at: null,
          private_to: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return made.id;
    });
    const [row] = await attachmentById(database.reader, { id });
    if (row === undefined)
      throw httpErrors.conflict('This file was removed in the meantime. Please attach it again.');
    return row;
  } finally {
    await staged.discard();
  }
}
