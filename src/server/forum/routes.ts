import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#contract/forum/calls';
import { findMentionable } from '#contract/forum/mention-calls';
import type { AppContext } from '../platform/context.ts';
import type { ViewerRule } from '../accounts/sessions/viewer.ts';
import { registerEndpoint } from '../accounts/sessions/register-endpoint.ts';
import { sessionTokenOf } from '../accounts/sessions/cookies.ts';
import { prefersMinimal } from '../platform/http/prefers-minimal.ts';
import { answerQuestion } from './posts/answer-question.ts';
import { askQuestion } from './posts/ask-question.ts';
import { deleteComment } from './posts/delete-comment.ts';
import { registerAttachmentRoutes } from './attachments/routes.ts';
import { deleteQuestion } from './posts/delete-question.ts';
import { editComment } from './posts/edit-comment.ts';
import { editQuestion } from './posts/edit-question.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { parseId } from '../platform/parse-id.ts';
import { favoriteQuestion } from './reading/favorite-question.ts';
import { followDiscussion } from './live/follow-discussion.ts';
import { makeDiscussionStreams } from './live/discussion-streams.ts';
import { makePresences } from './live/presences.ts';
import { findQuestions, findSimilarQuestions } from './search/find-questions.ts';
import { answersReader, discussionAccess, type DiscussionAccess } from './policy.ts';
import { registerModerationRoutes } from './moderation/routes.ts';
import { markAnswer } from './posts/mark-answer.ts';
import { peopleToMention } from './mentions/people-to-mention.ts';
import { readComments } from './reading/read-comments.ts';
import { makeDiscussionReader } from './reading/read-discussion.ts';
import { readHistory } from './reading/read-history.ts';
import { readNewestAnswers } from './reading/read-newest-answers.ts';
import { makeViewRecorder } from './reading/record-views.ts';
import { registerUnreadRoutes } from './unread/routes.ts';
import { undoCommentDeletion, undoQuestionDeletion } from './posts/undo-deletion.ts';
import { viewQuestion } from './reading/view-question.ts';

/** What a change answers: everything, or the question that it was about. */
function touched(request: FastifyRequest, { id }: { id: string }): { only?: number } {
  return prefersMinimal(request) ? { only: Number(id) } : {};
}

function wanted(question: string): number {
  const id = parseId(question);
  if (id === null) throw httpErrors.badRequest('question must be the _id of a question.');
  return id;
}

/** No proxy may wait for more of it, or keep it (`X-Accel-Buffering` is nginx's). */
const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** What a browser that comes again has heard last; NaN for what is no version. */
function lastEventId({ headers }: FastifyRequest): number | undefined {
  const named = headers['last-event-id'];
  return named === undefined ? undefined : Number(named);
}

/**
 * Registers the calls of the discussions. A change answers with the newest page of the whole discussion (specification,
 * section 7), which is about 130 KB for 50 questions with five comments each, however short the text that was sent; with
 * `Prefer: return=minimal` with the question that was changed.
 */
export function registerDiscussionRoutes(server: FastifyInstance, context: AppContext): void {
  const read = makeDiscussionReader(context);
  registerModerationRoutes(server, context, (access, request, params) =>
    read(access, touched(request, params)),
  );
  const views = makeViewRecorder(context);
  const presences = makePresences(context);
  const streams = makeDiscussionStreams(context, presences);
  /** Who may call is online there for a moment, with a stream or without. */
  const noted: ViewerRule<DiscussionAccess> = async (check) => {
    const access = await discussionAccess(check);
    if (access.batch !== null) presences.note(access.batch.id, access.viewer.accountId);
    return access;
  };
  context.metrics.add({
    name: 'capstone_discussion_streams',
    help: 'Readers who follow a discussion (server-sent events)',
    type: 'gauge',
    read: streams.count,
  });
  server.addHook('onClose', async () => {
    await streams.close();
    await views.flush().catch((error) => context.log.warn({ err: error }, 'question views were lost'));
    await presences
      .close()
      .catch((error) => context.log.warn({ err: error }, 'who was online in a discussion was not written'));
  });

  registerEndpoint(server, context, calls.readDiscussion, {
    authorize: noted,
    async handle({ resource: access, query }) {
      const { question, ...page } = query;
      return {
        status: 200,
        body: await read(access, question === undefined ? page : { only: wanted(question) }),
      };
    },
  });

  registerEndpoint(server, context, calls.findQuestions, {
    authorize: noted,
    async handle({ resource: access, query }) {
      return { status: 200, body: await findQuestions(context, access, query) };
    },
  });

  registerEndpoint(server, context, calls.findSimilarQuestions, {
    authorize: noted,
    async handle({ resource: access, query }) {
      return { status: 200, body: await findSimilarQuestions(context, access, query.text) };
    },
  });

  registerEndpoint(server, context, calls.followDiscussion, {
    authorize: noted,
    takesLong: true,
    async handle({ resource: access, params, query, request, reply }) {
      const token = sessionTokenOf(request, context.settings);
      const after = lastEventId(request) ?? query.after ?? null;
      const body = followDiscussion(context, streams, access, { named: params.s_id, token, after });
      reply.headers(streamHeaders);
      return { status: 200, body };
    },
  });

  registerEndpoint(server, context, calls.readComments, {
    authorize: noted,
    async handle({ resource: access, params, query }) {
      return { status: 200, body: await readComments(context, access, params.id, query) };
    },
  });

  registerEndpoint(server, context, calls.readNewestAnswers, {
    authorize: answersReader,
    async handle({ resource: student }) {
      return { status: 200, body: await readNewestAnswers(context, student) };
    },
  });

  registerEndpoint(server, context, calls.askQuestion, {
    authorize: noted,
    async handle({ resource: access, body, idempotencyKey, request }) {
      const id = await askQuestion(
        context,
        access,
        { text: body.question, format: body.format, isAnonymous: body.anonymous },
        idempotencyKey,
      );
      if (prefersMinimal(request)) return { status: 201, body: await read(access, { only: id }) };
      // The client takes the last one for its own (specification, section 7): what others asked meanwhile stays out.
      return { status: 201, body: await read(access, { upTo: id }) };
    },
  });

  registerEndpoint(server, context, calls.answerQuestion, {
    authorize: noted,
    async handle({ resource: access, params, body, idempotencyKey, request }) {
      await answerQuestion(
        context,
        access,
        params.id,
        { text: body.answer, format: body.format },
        idempotencyKey,
      );
      return { status: 201, body: await read(access, touched(request, params)) };
    },
  });

  registerEndpoint(server, context, calls.editQuestion, {
    authorize: noted,
    async handle({ resource: access, params, body, idempotencyKey, request }) {
      await editQuestion(context, access, { id: params.id, ...body }, idempotencyKey);
      return { status: 200, body: await read(access, touched(request, params)) };
    },
  });

  registerEndpoint(server, context, calls.deleteQuestion, {
    authorize: noted,
    async handle({ resource: access, params, idempotencyKey, request }) {
      await deleteQuestion(context, access, params.id, idempotencyKey);
      return { status: 200, body: await read(access, touched(request, params)) };
    },
  });

  registerEndpoint(server, context, calls.markAnswer, {
    authorize: noted,
    async handle({ resource: access, params, body, idempotencyKey, request }) {
      await markAnswer(context, access, { id: params.id, comment: body.comment }, idempotencyKey);
      return { status: 200, body: await read(access, touched(request, params)) };
    },
  });

  registerEndpoint(server, context, calls.unmarkAnswer, {
    authorize: noted,
    async handle({ resource: access, params, idempotencyKey, request }) {
      await markAnswer(context, access, { id: params.id, comment: null }, idempotencyKey);
      return { status: 200, body: await read(access, touched(request, params)) };
    },
  });

  registerEndpoint(server, context, calls.favoriteQuestion, {
    authorize: noted,
    async handle({ resource: access, params, idempotencyKey }) {
      const wish = { id: params.id, isFavorite: true };
      await favoriteQuestion(context, access, wish, idempotencyKey);
      return { status: 204 };
    },
  });

  registerEndpoint(server, context, calls.unfavoriteQuestion, {
    authorize: noted,
    async handle({ resource: access, params, idempotencyKey }) {
      const wish = { id: params.id, isFavorite: false };
      await favoriteQuestion(context, access, wish, idempotencyKey);
      return { status: 204 };
    },
  });

  registerUnreadRoutes(server, context, noted);

  registerEndpoint(server, context, findMentionable, {
    authorize: noted,
    async handle({ resource: { batch }, query }) {
      return { status: 200, body: await peopleToMention(context, batch, query.name) };
    },
  });

  registerAttachmentRoutes(server, context, noted);

  registerEndpoint(server, context, calls.viewQuestion, {
    authorize: noted,
    async handle({ resource: access, params }) {
      // Viewing counts once by itself: a key is taken, and none is kept.
      await viewQuestion(context, views, access, params.id);
      return { status: 204 };
    },
  });

  registerEndpoint(server, context, calls.editComment, {
    authorize: noted,
    async handle({ resource: access, params, body, idempotencyKey, request }) {
      const { id, comment } = params;
      await editComment(context, access, { id, comment, ...body }, idempotencyKey);
      return { status: 200, body: await read(access, touched(request, params)) };
    },
  });

  registerEndpoint(server, context, calls.deleteComment, {
    authorize: noted,
    async handle({ resource: access, params, idempotencyKey, request }) {
      await deleteComment(context, access, params, idempotencyKey);
      return { status: 200, body: await read(access, touched(request, params)) };
    },
  });

  registerEndpoint(server, context, calls.undoQuestionDeletion, {
    authorize: noted,
    async handle({ resource: access, params, idempotencyKey, request }) {
      await undoQuestionDeletion(context, access, params.id, idempotencyKey);
      return { status: 200, body: await read(access, touched(request, params)) };
    },
  });

  registerEndpoint(server, context, calls.undoCommentDeletion, {
    authorize: noted,
    async handle({ resource: access, params, idempotencyKey, request }) {
      await undoCommentDeletion(context, access, params, idempotencyKey);
      return { status: 200, body: await read(access, touched(request, params)) };
    },
  });

  registerEndpoint(server, context, calls.readHistory, {
    authorize: noted,
    async handle({ resource: access, params, query }) {
      return { status: 200, body: await readHistory(context, access, params.id, query) };
    },
  });
}
