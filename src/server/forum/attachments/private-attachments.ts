import { attachmentIdsIn } from '#contract/forum/attachment-marks';
import type { AttachmentView } from '#contract/forum/attachment-view';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { presentAttachment, type OfPost } from './attachments-of-posts.ts';
import { attachmentsOf } from './link-attachments.ts';
import { viewColumns } from './queries.ts';

/** A student's private questions in a batch: all have the same readers. */
type Shelf = { batchId: number; privateTo: number };

/**
 * Makes the sender's files that a private post names private to the student; files of the forum's posts show
 * nothing. Locks all that the post shows against `releasePrivate`. @throws as `attachmentsOf`
 */
export async function attachPrivately(
  writer: Writer,
  { batchId, privateTo, accountId, text }: Shelf & { accountId: number; text: string },
): Promise<void> {
  const codes = attachmentsOf(text);
  if (codes.length === 0) return;
  await writer
    .updateTable('attachments')
    .set({ unused_since: null, private_to: privateTo })
    .where('code', 'in', codes)
    .where('batch_id', '=', batchId)
    .where('erased_at', 'is', null)
    .where('for_request', '=', 0)
    .where((of) =>
      of.or([
        of('private_to', '=', privateTo).and(of('account_id', '=', accountId).or('unused_since', 'is', null)),
        of('private_to', 'is', null)
          .and('account_id', '=', accountId)
          .and('id', 'not in', of.selectFrom('attachment_posts').select('attachment_id')),
      ]),
    )
    .execute();
}

/**
 * Those that none of the student's private posts shows any more: the forum's posts keep theirs, others become
 * removable.
 * @param texts of posts that are gone
 * @param readLeft reads the texts of those that remain
 */
export async function releasePrivate(
  writer: Writer,
  {
    batchId,
    privateTo,
    texts,
    readLeft,
    now,
  }: Shelf & { texts: string[]; readLeft: () => Promise<string[]>; now: number },
): Promise<void> {
  const codes = texts.flatMap(attachmentIdsIn);
  if (codes.length === 0) return;
  // Locked before the texts are read: a post sent meanwhile locks what it shows.
  const locked = await writer
    .updateTable('attachments')
    .set({ private_to: privateTo })
    .where('code', 'in', codes)
    .where('batch_id', '=', batchId)
    .where('private_to', '=', privateTo)
    .returning(['id', 'code'])
    .execute();
  const shown = new Set((await readLeft()).flatMap(attachmentIdsIn));
  const ids = locked.filter(({ code }) => !shown.has(code)).map(({ id }) => id);
  if (ids.length === 0) return;
  await writer
    .updateTable('attachments')
    .set({ private_to: null })
    .where('id', 'in', ids)
    .where('id', 'in', (of) => of.selectFrom('attachment_posts').select('attachment_id'))
    .execute();
  await writer
    .updateTable('attachments')
    .set({ unused_since: now })
    .where('id', 'in', ids)
    .where('private_to', '=', privateTo)
    .execute();
}

/** One query, or none. */
export async function privateAttachments(
  reader: Reader,
  batchId: number,
  posts: readonly { text: string; privateTo: number }[],
): Promise<(post: { text: string; privateTo: number }) => OfPost> {
  const codes = [...new Set(posts.flatMap(({ text }) => attachmentIdsIn(text)))];
  const rows =
    codes.length === 0
      ? []
      : await reader
          .selectFrom('attachments')
          .where('code', 'in', codes)
          .where('batch_id', '=', batchId)
          .where('erased_at', 'is', null)
          .where('private_to', 'is not', null)
          .select(viewColumns)
          .select('private_to as privateTo')
          .execute();
  return ({ text, privateTo }) => {
    const named = new Set(attachmentIdsIn(text));
    const own = rows.filter((row) => row.privateTo === privateTo && named.has(row.code));
    return new Map(own.map((row) => [row.code, presentAttachment(row)]));
  };
}

/**
 * Gives the sender's file to an extension request.
 * @returns null if it is not the sender's, or a post shows it
 */
export async function attachToRequest(
  writer: Writer,
  { accountId, code }: { accountId: number; code: string },
): Promise<AttachmentView | null> {
  const row = await writer
    .updateTable('attachments')
    .set({ unused_since: null, for_request: 1 })
    .where('code', '=', code)
    .where('account_id', '=', accountId)
    .where('erased_at', 'is', null)
    .where('private_to', 'is', null)
    .where('id', 'not in', (of) => of.selectFrom('attachment_posts').select('attachment_id'))
    .returning(viewColumns)
    .executeTakeFirst();
  return row === undefined ? null : presentAttachment(row);
}
