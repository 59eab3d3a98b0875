import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#contract/forum/calls';
import { findMentionable } from '#contract/forum/mention-calls';
import type { AppContext } from '../platform/context.ts';
import type { ViewerRule } from '../accounts/sessions/viewer.ts';
import { makeRegistrar } from '../accounts/sessions/register-endpoint.ts';
import { answerQuestion } from './posts/answer-question.ts';
import { deletePost } from './posts/delete-post.ts';
import { editPost } from './posts/edit-post.ts';
import { undoDeletion } from './posts/undo-deletion.ts';
import { askQuestion } from './posts/ask-question.ts';
import { registerAttachmentRoutes } from './attachments/routes.ts';
import { prefersMinimal } from '../platform/http/headers.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { parseId } from '../platform/parse-id.ts';
import { registerFollowing } from './live/follow-discussion.ts';
import { makePresences } from './live/presences.ts';
import { findQuestions, findSimilarQuestions } from './search/find-questions.ts';
import { answersReader, discussionAccess, type DiscussionAccess } from './policy.ts';
import { registerModerationRoutes } from './moderation/routes.ts';
import { markAnswer } from './posts/mark-answer.ts';
import { peopleToMention } from './mentions/people-to-mention.ts';
import { readComments, readNewestAnswers } from './reading/read-comments.ts';
import { makeDiscussionReader } from './reading/read-discussion.ts';
import { readHistory } from './reading/read-history.ts';
import { makeViewRecorder, viewQuestion } from './reading/view-question.ts';
import { registerUnreadRoutes } from './unread/routes.ts';

function answerScope(request: FastifyRequest, { id }: { id: string }): { only?: number } {
  return prefersMinimal(request) ? { only: Number(id) } : {};
}

function parseQuestionId(question: string): number {
  const id = parseId(question);
  if (id === null) throw httpErrors.badRequest('question must be the _id of a question.');
  return id;
}

/**
 * Changes answer with the newest page (specification, section 7), about 130 KB; with `Prefer: return=minimal`
 * with the question only.
 */
export function registerDiscussionRoutes(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);
  const read = makeDiscussionReader(context);
  registerModerationRoutes(server, context, (access, request, params) =>
    read(access, answerScope(request, params)),
  );
  const views = makeViewRecorder(context);
  const presences = makePresences(context);
  /** Every call keeps its account online. */
  const tracked: ViewerRule<DiscussionAccess> = async (check) => {
    const access = await discussionAccess(check);
    if (access.batch !== null) presences.note(access.batch.id, access.viewer.accountId);
    return access;
  };
  const streams = registerFollowing(server, context, presences, tracked);
  server.addHook('onClose', async () => {
    await streams.close();
    await views.flush().catch((error) => context.log.warn({ err: error }, 'question views were lost'));
    await presences.close().catch((error) => context.log.warn({ err: error }, 'presence was not saved'));
  });

  on(calls.readDiscussion, tracked, async ({ resource: access, query: { question, ...page } }) => {
    const range = question === undefined ? page : { only: parseQuestionId(question) };
    return read(access, range);
  });

  on(calls.findQuestions, tracked, ({ resource: access, query }) => findQuestions(context, access, query));

  on(calls.findSimilarQuestions, tracked, ({ resource: access, query }) =>
    findSimilarQuestions(context, access, query.text),
  );

  on(calls.readComments, tracked, ({ resource: access, params, query }) =>
    readComments(context, access, params.id, query),
  );

  on(calls.readNewestAnswers, answersReader, ({ resource: student }) => readNewestAnswers(context, student));

  on(calls.askQuestion, tracked, async ({ resource: access, body, idempotencyKey, request }) => {
    const { question: text, format, anonymous: isAnonymous } = body;
    const id = await askQuestion(context, access, { text, format, isAnonymous }, idempotencyKey);
    // The client takes the last question for its own (specification, section 7).
    return read(access, prefersMinimal(request) ? { only: id } : { upTo: id });
  });

  on(calls.answerQuestion, tracked, async ({ resource: access, params, body, idempotencyKey, request }) => {
    const { answer: text, format } = body;
    await answerQuestion(context, access, params.id, { text, format }, idempotencyKey);
    return read(access, answerScope(request, params));
  });

  on(calls.editQuestion, tracked, async ({ resource: access, params, body, idempotencyKey, request }) => {
    const { questionText: text, ...edit } = body;
    await editPost(context, access, { ...params, text, ...edit }, idempotencyKey);
    return read(access, answerScope(request, params));
  });

  on(calls.editComment, tracked, async ({ resource: access, params, body, idempotencyKey, request }) => {
    const { answer: text, ...edit } = body;
    await editPost(context, access, { ...params, text, ...edit }, idempotencyKey);
    return read(access, answerScope(request, params));
  });

  const deletions = [
    [calls.deleteQuestion, deletePost],
    [calls.deleteComment, deletePost],
    [calls.undoQuestionDeletion, undoDeletion],
    [calls.undoCommentDeletion, undoDeletion],
  ] as const;
  for (const [call, change] of deletions)
    on(call, tracked, async ({ resource: access, params, idempotencyKey, request }) => {
      await change(context, access, params, idempotencyKey);
      return read(access, answerScope(request, params));
    });

  on(calls.markAnswer, tracked, async ({ resource: access, params, body, idempotencyKey, request }) => {
    await markAnswer(context, access, { id: params.id, comment: body.comment }, idempotencyKey);
    return read(access, answerScope(request, params));
  });

  on(calls.unmarkAnswer, tracked, async ({ resource: access, params, idempotencyKey, request }) => {
    await markAnswer(context, access, { id: params.id, comment: null }, idempotencyKey);
    return read(access, answerScope(request, params));
  });

  registerUnreadRoutes(server, context, tracked);

  on(findMentionable, tracked, ({ resource: { batch }, query }) =>
    peopleToMention(context, batch, query.name),
  );

  registerAttachmentRoutes(server, context, tracked);

  // Idempotent without a stored key.
  on(calls.viewQuestion, tracked, ({ resource: access, params }) =>
    viewQuestion(context, views, access, params.id),
  );

  on(calls.readHistory, tracked, ({ resource: access, params, query }) =>
    readHistory(context, access, params.id, query),
  );
}
