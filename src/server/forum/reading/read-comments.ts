import { isoInstant } from '#contract/dates';
import { excerpt } from '#contract/excerpt';
import * as calls from '#contract/forum/calls';
import type { CommentPage, NewestAnswer } from '#contract/forum/calls';
import { limits } from '#contract/limits';
import { read } from '../../accounts/sessions/act.ts';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { SerializedJson } from '../../platform/http/serialized-json.ts';
import { attachmentsOfPosts } from '../attachments/attachments-of-posts.ts';
import { questionNotFound } from '../posts/lock-post.ts';
import type { ForumState } from '../forum-state.ts';
import { answersReader, canSeeName, commentEditor, type DiscussionAccess } from '../policy.ts';
import { insertPermissions } from '../posts/own-comments.ts';
import { presentAuthor } from './present-author.ts';
import { envelopeBytes, writeComments, type ReadPosts } from './presenter.ts';
import { firstWords } from '../posts/post-text.ts';
import { afterAllIds, parseId } from '../../platform/parse-id.ts';
import {
  commentsBefore,
  hasComment,
  newestAnswersTo,
  questionWithCount,
  type CommentRow,
  type NewestAnswerRow,
} from '../queries.ts';
import type { StudentRow } from '../../accounts/queries.ts';

const maxQuestions = 20;
const maxAnswers = 3;

/** By others, on the student's questions; `[]` without a batch. */
async function readNewestAnswers(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { accountId, batchId }: StudentRow,
): Promise<NewestAnswer[]> {
  if (batchId === null) return [];
  const rows = await newestAnswersTo(database.reader, {
    accountId,
    batchId,
    questions: maxQuestions,
    limit: maxAnswers,
  });
  const now = clock.now();
  return rows.map((row) => presentNewestAnswer(row, now));
}

/** Oldest first. @param isOwn whether the reader may edit an account's posts */
function writeCommentPage(
  { id, count }: { id: number; count: number },
  newestFirst: readonly CommentRow[],
  { isOwn, ...read }: ReadPosts & { isOwn: (authorId: number) => boolean },
): SerializedJson<CommentPage> {
  // Both lists hold the texts; `comments` is the longer one.
  const written = writeComments(newestFirst.toReversed(), read, limits.pageBytes / 2 - envelopeBytes);
  return new SerializedJson(
    `{"_id":"${id}","answers":${written.answers},"answers_count":${count},"comments":${insertPermissions(written.comments, written.places, isOwn)}}`,
  );
}

/** `before`: a comment's id. */
type CommentRange = { limit?: number | undefined; before?: string | undefined };

/**
 * As the page's bytes allow. @throws 404 unknown, deleted, or another batch's; 400 for a `before` that is not
 * on it
 */
async function readComments(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { viewer, batch }: DiscussionAccess,
  id: string,
  { limit = limits.newestComments, before }: CommentRange,
): Promise<SerializedJson<CommentPage>> {
  const { reader } = database;
  const questionId = parseId(id);
  if (batch === null || questionId === null) throw questionNotFound();
  const [question] = await questionWithCount(reader, { batchId: batch.id, id: questionId });
  if (question === undefined) throw questionNotFound();
  const cursor = before === undefined ? afterAllIds : parseId(before);
  const isKnown =
    before === undefined ||
    (cursor !== null && (await hasComment(reader, { questionId, id: cursor })).length > 0);
  if (cursor === null || !isKnown)
    throw httpErrors.badRequest('before must be the id of a comment on this question.');
  const rows = await commentsBefore(reader, { batchId: batch.id, questionId, before: cursor, limit });
  const seesName = canSeeName(viewer, { authorId: question.authorId, batchId: batch.id });
  return writeCommentPage({ id: questionId, count: question.commentCount ?? 0 }, rows, {
    now: clock.now(),
    seesName,
    isOwn: commentEditor(viewer, batch.id),
    attached: await attachmentsOfPosts(reader, rows),
  });
}

function presentNewestAnswer(row: NewestAnswerRow, now: number): NewestAnswer {
  return {
    question: {
      _id: String(row.questionId),
      beginning: excerpt(
        firstWords({ text: row.question, format: row.questionFormat, html: row.questionHtml }),
      ),
    },
    comment: {
      id: String(row.id),
      beginning: excerpt(firstWords(row)),
      author: presentAuthor(row, { now, seesName: false }),
      createdAt: isoInstant(row.createdAt),
    },
  };
}

export const commentCalls = ({ tracked }: ForumState) => [
  read(calls.readComments, {
    who: tracked,
    run: ({ context, resource, params, query }) => readComments(context, resource, params.id, query),
  }),

  read(calls.readNewestAnswers, {
    who: answersReader,
    run: ({ context, resource }) => readNewestAnswers(context, resource),
  }),
];
