import { instantOrNull } from '#contract/dates';
import type { CurrentQuestion, PostFormat } from '#contract/forum/calls';
import { isStaff } from '../../accounts/policy.ts';
import { accountName } from '../../accounts/queries.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import { announce } from '../../platform/database/announce.ts';
import type { Writer } from '../../platform/database/database.ts';
import { once } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { linkAttachments } from '../attachments/link-attachments.ts';
import { notifyNewlyMentioned } from '../mentions/mention-notices.ts';
import { findMentioned } from '../mentions/people-to-mention.ts';
import { refuseLocked } from '../moderation/interventions.ts';
import type { DiscussionAccess } from '../policy.ts';
import { indexQuestion } from '../search/index-question.ts';
import { lockOwnPost, type PostAddress } from './lock-post.ts';
import { enforceHourlyLimit } from './post-limit.ts';
import { formatColumn, keyedContent, presentFormat, writtenColumns, type PostText } from './post-text.ts';

type Former = PostText & {
  questionId: number;
  /** Null for the question itself. */
  commentId: number | null;
  authorId: number;
  createdAt: number;
  editedAt: number | null;
};

/** Call in the transaction of the edit. */
export async function insertFormerText(
  writer: Writer,
  { questionId, commentId, authorId, text, format, html, createdAt, editedAt }: Former,
  { now, editorId }: { now: number; editorId: number },
): Promise<void> {
  await writer
    .insertInto('former_texts')
    .values({
      question_id: questionId,
      comment_id: commentId,
      author_id: authorId,
      text,
      format,
      html,
      written_at: editedAt ?? createdAt,
      replaced_at: now,
      replaced_by: editorId,
    })
    .execute();
}

/** A 409 with the present text. */
async function changedMeanwhile(
  writer: Writer,
  noun: 'question' | 'comment',
  post: PostText & { mentions: string | null; authorId: number; editedAt: number | null },
) {
  const { text, editedAt, authorId } = post;
  return httpErrors.changedMeanwhile(
    `This ${noun} was changed in the meantime. Your edit is not saved yet.`,
    {
      text,
      editedAt: instantOrNull(editedAt),
      author: await accountName(writer, authorId),
      ...presentFormat(post),
    } satisfies CurrentQuestion,
  );
}

type Edit = PostAddress & {
  text: string;
  /** The text the edit began from, if sent. */
  originalText?: string | undefined;
  /** By default unchanged. */
  format?: PostFormat | undefined;
};

/**
 * Notifies newly mentioned people; staff's edits are audited with both texts.
 * @throws 404 unknown, deleted, or elsewhere; 403 not the viewer's to edit; 409 with `current` if the text
 * changed since the edit began, without it if locked or for a key of another edit; 429 after too many edits
 * within the hour
 */
export async function editPost(
  context: AppContext,
  access: DiscussionAccess,
  { id, comment, text, originalText, format: named }: Edit,
  key: string | null = null,
): Promise<void> {
  const { viewer, batch } = access;
  const { accountId } = viewer;
  const noun = comment === undefined ? 'question' : 'comment';
  const content =
    comment === undefined ? keyedContent(id, text, named) : [id, ...keyedContent(comment, text, named)];
  await once(context, { accountId, kind: `${noun}-edit`, key, content }, async (writer, now) => {
    const post = await lockOwnPost(writer, access, { id, comment });
    const { question, commentId } = post;
    const format = named === undefined ? post.format : formatColumn(named);
    await refuseLocked(writer, viewer, question);
    // An unchanged text is not marked as edited.
    if (post.text.trim() === text && post.format === format) return;
    if (originalText !== undefined && post.text.trim() !== originalText)
      throw await changedMeanwhile(writer, noun, post);
    await enforceHourlyLimit(writer, context.settings, 'edit', { accountId, now });
    await insertFormerText(writer, post, { now, editorId: accountId });
    const mentioned = await findMentioned(writer, context, question.batchId, { text, format });
    const written = writtenColumns(`The ${noun}`, text, format);
    const changed = { ...written, mentions: mentioned.column, edited_at: now };
    await writer.updateTable(`${noun}s`).set(changed).where('id', '=', post.id).execute();
    await linkAttachments(writer, {
      questionId: question.id,
      ...(commentId !== null && { commentId }),
      batchId: question.batchId,
      accounts: [post.authorId, accountId],
      text,
      before: post.text,
      now,
    });
    if (commentId === null) await indexQuestion(writer, context.database.engine, question.id);
    announce(writer, `batch:${question.batchId}`);
    if (isStaff(viewer)) {
      const of = commentId === null ? {} : { comment: commentId };
      await recordAuditEvent(writer, {
        at: now,
        actorId: accountId,
        act: `edit-${noun}`,
        subject: String(question.id),
        aboutId: post.authorId,
        before: { ...of, text: post.text },
        after: { ...of, text },
      });
    }
    if (batch !== null) {
      const isAnonymous = post.isAnonymous === 1 && post.authorId === accountId;
      const quoted = commentId === null ? { ...question, ...written } : question;
      const of = { question: quoted, commentId, author: viewer, isAnonymous, batch };
      await notifyNewlyMentioned(writer, context, of, { before: post, mentioned }, now);
    }
  });
}
