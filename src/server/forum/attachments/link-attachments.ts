import { attachmentIdsIn } from '#contract/forum/attachment-marks';
import { limits } from '#contract/limits';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';

type WrittenPost = {
  questionId: number;
  commentId?: number;
  batchId: number;
  /** Author and editor, whose attachments it may show. */
  accounts: readonly number[];
  text: string;
  before?: string;
  /** The student whose private post is opened: its files may be linked. */
  openedBy?: number;
  now: number;
};

/** The ids that a post names. @throws 400 for more than `limits.attachments` */
export function attachmentsOf(text: string): string[] {
  const codes = attachmentIdsIn(text);
  if (codes.length > limits.attachments)
    throw httpErrors.badRequest(`A post can have at most ${limits.attachments} attachments.`);
  return codes;
}

/**
 * Links the attachments that the post's text names. Only those of the batch by the post's author or editor, or linked
 * before, can be linked, and none that only private questions show. @throws as `attachmentsOf`
 */
export async function linkAttachments(
  writer: Writer,
  { questionId, commentId = 0, batchId, accounts, text, before = '', openedBy, now }: WrittenPost,
): Promise<void> {
  const codes = attachmentsOf(text);
  const hadAttachments = attachmentIdsIn(before).length > 0;
  if (codes.length === 0 && !hadAttachments) return;
  const linked = !hadAttachments
    ? []
    : await writer
        .selectFrom('attachment_posts')
        .where('question_id', '=', questionId)
        .where('comment_id', '=', commentId)
        .select('attachment_id as id')
        .execute();
  const linkedIds = new Set(linked.map(({ id }) => id));
  // The update also locks the rows, so that the sweep of unused attachments waits.
  const shown =
    codes.length === 0
      ? []
      : await writer
          .updateTable('attachments')
          .set({ unused_since: null })
          .where('code', 'in', codes)
          .where('batch_id', '=', batchId)
          .where('erased_at', 'is', null)
          .where('for_request', '=', 0)
          .where(({ or, eb, selectFrom }) =>
            or([
              eb('private_to', 'is', null),
              eb('id', 'in', selectFrom('attachment_posts').select('attachment_id')),
              ...(openedBy === undefined ? [] : [eb('private_to', '=', openedBy)]),
            ]),
          )
          .where(({ or, eb }) =>
            or([
              eb('account_id', 'in', accounts),
              ...(linkedIds.size === 0 ? [] : [eb('id', 'in', [...linkedIds])]),
            ]),
          )
          .returning('id')
          .execute();
  const added = shown.filter(({ id }) => !linkedIds.has(id));
  if (added.length > 0)
    await writer
      .insertInto('attachment_posts')
      .values(added.map(({ id }) => ({ attachment_id: id, question_id: questionId, comment_id: commentId })))
      .execute();
  const shownIds = new Set(shown.map(({ id }) => id));
  await unlink(writer, { questionId, commentId, ids: [...linkedIds].filter((id) => !shownIds.has(id)), now });
}

/** Attachments that no other post shows become removable, unless a private question shows them. */
async function unlink(
  writer: Writer,
  { questionId, commentId, ids, now }: { questionId: number; commentId: number; ids: number[]; now: number },
): Promise<void> {
  if (ids.length === 0) return;
  await writer
    .deleteFrom('attachment_posts')
    .where('question_id', '=', questionId)
    .where('comment_id', '=', commentId)
    .where('attachment_id', 'in', ids)
    .execute();
  await writer
    .updateTable('attachments')
    .set((eb) => ({
      // A `case` and not a `where`: private rows must be locked too, against `releasePrivate`.
      unused_since: eb
        .case()
        .when('private_to', 'is', null)
        .then(eb.cast<number>(eb.val(now), 'bigint'))
        .end(),
    }))
    .where('id', 'in', ids)
    .where('id', 'not in', (eb) =>
      eb.selectFrom('attachment_posts').select('attachment_id').where('attachment_id', 'in', ids),
    )
    .execute();
}
