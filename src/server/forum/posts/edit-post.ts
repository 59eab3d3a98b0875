import { instantOrNull } from '#contract/dates';
import * as calls from '#contract/forum/calls';
import type { CurrentQuestion, PostFormat } from '#contract/forum/calls';
import { isStaff } from '../../accounts/policy.ts';
import { accountName } from '../../accounts/queries.ts';
import { act, type Done } from '../../accounts/sessions/act.ts';
import type { AppContext } from '../../platform/context.ts';
import { announce } from '../../platform/database/announce.ts';
import type { Writer } from '../../platform/database/database.ts';
import { linkAttachments } from '../attachments/link-attachments.ts';
import { notifyNewlyMentioned } from '../mentions/mention-notices.ts';
import { findMentioned } from '../mentions/people-to-mention.ts';
import { refuseLocked } from '../moderation/interventions.ts';
import { answerWithDiscussion, type ForumState } from '../forum-state.ts';
import type { DiscussionAccess } from '../policy.ts';
import { indexQuestion } from '../search/index-question.ts';
import { lockOwnPost, type LockedPost, type PostAddress } from './lock-post.ts';
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

type Edited = Pick<LockedPost, 'text' | 'format'>;
type Edit = { text: string; format: PostFormat | undefined };

/** Without a `format` it stays. */
const formatOf = (post: Edited, { format }: Edit) =>
  format === undefined ? post.format : formatColumn(format);

const shownFormat = ({ format }: Edited): PostFormat => format ?? 'plain';

/** Such a text is not marked as edited. */
const isUnchanged = (post: Edited, edit: Edit) =>
  post.text.trim() === edit.text && post.format === formatOf(post, edit);

/** @throws 404 unknown, deleted, or elsewhere; 403 not the viewer's to edit; 409 if locked */
async function lockEditable(writer: Writer, access: DiscussionAccess, address: PostAddress) {
  const post = await lockOwnPost(writer, access, address);
  await refuseLocked(writer, access.viewer, post.question);
  return post;
}

const changedMeanwhile = (noun: 'question' | 'comment') =>
  `This ${noun} was changed in the meantime. Your edit is not saved yet.`;

/** @param original the text that the edit began from, if sent */
const isOlder = (post: Edited, edit: Edit, original: string | undefined) =>
  original !== undefined && post.text.trim() !== original && !isUnchanged(post, edit);

/** For conflicts. */
export const currentOf = async (writer: Writer, post: LockedPost): Promise<CurrentQuestion> => ({
  text: post.text,
  editedAt: instantOrNull(post.editedAt),
  author: await accountName(writer, post.authorId),
  ...presentFormat(post),
});

type Editing = { context: AppContext; resource: DiscussionAccess; now: number };

/** Notifies newly mentioned people. @throws 429 after too many edits within the hour */
async function writeEdit(
  writer: Writer,
  { context, resource: { viewer, batch }, now }: Editing,
  post: LockedPost,
  edit: Edit,
): Promise<Done> {
  const { accountId } = viewer;
  if (isUnchanged(post, edit)) return { id: accountId };
  const { question, commentId } = post;
  const noun = commentId === null ? 'question' : 'comment';
  const { text } = edit;
  const format = formatOf(post, edit);
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
  if (batch !== null) {
    const isAnonymous = post.isAnonymous === 1 && post.authorId === accountId;
    const quoted = commentId === null ? { ...question, ...written } : question;
    const of = { question: quoted, commentId, author: viewer, isAnonymous, batch };
    await notifyNewlyMentioned(writer, context, of, { before: post, mentioned }, now);
  }
  const of = commentId === null ? {} : { comment: commentId };
  const line = {
    act: `edit-${noun}` as const,
    subject: String(question.id),
    aboutId: post.authorId,
    before: { ...of, text: post.text },
    after: { ...of, text },
  };
  return { id: accountId, audit: isStaff(viewer) ? line : [] };
}

export const editCalls = (forum: ForumState) => [
  act(calls.editQuestion, {
    who: forum.tracked,
    key: {
      kind: 'question-edit',
      content: ({ params, body }) => keyedContent(params.id, body.questionText, body.format),
    },
    changes: {
      async stored(writer, { resource, params: { id } }) {
        const post = await lockEditable(writer, resource, { id });
        return { questionText: post.text.trim(), format: shownFormat(post), post };
      },
      message: changedMeanwhile('question'),
      refuses: ({ questionText: text, format, originalText }, { post }) =>
        isOlder(post, { text, format }, originalText),
      current: (writer, _, { post }) => currentOf(writer, post),
    },
    run: (writer, editing) =>
      writeEdit(writer, editing, editing.stored.post, {
        text: editing.body.questionText,
        format: editing.body.format,
      }),
    answer: answerWithDiscussion(forum),
  }),

  act(calls.editComment, {
    who: forum.tracked,
    key: {
      kind: 'comment-edit',
      content: ({ params: { id, comment }, body }) => [
        id,
        ...keyedContent(comment, body.answer, body.format),
      ],
    },
    changes: {
      async stored(writer, { resource, params: { id, comment } }) {
        const post = await lockEditable(writer, resource, { id, comment });
        return { answer: post.text.trim(), format: shownFormat(post), post };
      },
      message: changedMeanwhile('comment'),
      refuses: ({ answer: text, format, originalText }, { post }) =>
        isOlder(post, { text, format }, originalText),
      current: (writer, _, { post }) => currentOf(writer, post),
    },
    run: (writer, editing) =>
      writeEdit(writer, editing, editing.stored.post, {
        text: editing.body.answer,
        format: editing.body.format,
      }),
    answer: answerWithDiscussion(forum),
  }),
];
