import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#contract/forum/calls';
import { findMentionable } from '#contract/forum/mention-calls';
import type { AppContext } from '../platform/context.ts';
import type { ViewerRule } from '../accounts/sessions/viewer.ts';
import { registerEndpoint } from '../accounts/sessions/register-endpoint.ts';
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

  registerEndpoint(server, context, calls.readDiscussion, {
    authorize: tracked,
    async handle({ resource: access, query: { question, ...page } }) {
      const range = question === undefined ? page : { only: parseQuestionId(question) };
      return { status: 200, body: await read(access, range) };
    },
  });

  registerEndpoint(server, context, calls.findQuestions, {
    authorize: tracked,
    async handle({ resource: access, query }) {
      return { status: 200, body: await findQuestions(context, access, query) };
    },
  });

  registerEndpoint(server, context, calls.findSimilarQuestions, {
    authorize: tracked,
    async handle({ resource: access, query }) {
      return { status: 200, body: await findSimilarQuestions(context, access, query.text) };
    },
  });

  registerEndpoint(server, context, calls.readComments, {
    authorize: tracked,
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
    authorize: tracked,
    async handle({ resource: access, body, idempotencyKey, request }) {
      const { question: text, format, anonymous: isAnonymous } = body;
      const id = await askQuestion(context, access, { text, format, isAnonymous }, idempotencyKey);
      if (prefersMinimal(request)) return { status: 201, body: await read(access, { only: id }) };
      // The client takes the last question for its own (specification, section 7).
      return { status: 201, body: await read(access, { upTo: id }) };
    },
  });

  registerEndpoint(server, context, calls.answerQuestion, {
    authorize: tracked,
    async handle({ resource: access, params, body, idempotencyKey, request }) {
      const { answer: text, format } = body;
      await answerQuestion(context, access, params.id, { text, format }, idempotencyKey);
      return { status: 201, body: await read(access, answerScope(request, params)) };
    },
  });

  registerEndpoint(server, context, calls.editQuestion, {
    authorize: tracked,
    async handle({ resource: access, params, body, idempotencyKey, request }) {
      const { questionText: text, ...edit } = body;
      await editPost(context, access, { ...params, text, ...edit }, idempotencyKey);
      return { status: 200, body: await read(access, answerScope(request, params)) };
    },
  });

  registerEndpoint(server, context, calls.editComment, {
    authorize: tracked,
    async handle({ resource: access, params, body, idempotencyKey, request }) {
      const { answer: text, ...edit } = body;
      await editPost(context, access, { ...params, text, ...edit }, idempotencyKey);
      return { status: 200, body: await read(access, answerScope(request, params)) };
    },
  });

  const deletions = [
    [calls.deleteQuestion, deletePost],
    [calls.deleteComment, deletePost],
    [calls.undoQuestionDeletion, undoDeletion],
    [calls.undoCommentDeletion, undoDeletion],
  ] as const;
  for (const [call, change] of deletions)
    registerEndpoint(server, context, call, {
      authorize: tracked,
      async handle({ resource: access, params, idempotencyKey, request }) {
        await change(context, access, params, idempotencyKey);
        return { status: 200, body: await read(access, answerScope(request, params)) };
      },
    });

  registerEndpoint(server, context, calls.markAnswer, {
    authorize: tracked,
    async handle({ resource: access, params, body, idempotencyKey, request }) {
      await markAnswer(context, access, { id: params.id, comment: body.comment }, idempotencyKey);
      return { status: 200, body: await read(access, answerScope(request, params)) };
    },
  });

  registerEndpoint(server, context, calls.unmarkAnswer, {
    authorize: tracked,
    async handle({ resource: access, params, idempotencyKey, request }) {
      await markAnswer(context, access, { id: params.id, comment: null }, idempotencyKey);
      return { status: 200, body: await read(access, answerScope(request, params)) };
    },
  });

  registerUnreadRoutes(server, context, tracked);

  registerEndpoint(server, context, findMentionable, {
    authorize: tracked,
    async handle({ resource: { batch }, query }) {
      return { status: 200, body: await peopleToMention(context, batch, query.name) };
    },
  });

  registerAttachmentRoutes(server, context, tracked);

  registerEndpoint(server, context, calls.viewQuestion, {
    authorize: tracked,
    async handle({ resource: access, params }) {
      // Idempotent without a stored key.
      await viewQuestion(context, views, access, params.id);
      return { status: 204 };
    },
  });

  registerEndpoint(server, context, calls.readHistory, {
    authorize: tracked,
    async handle({ resource: access, params, query }) {
      return { status: 200, body: await readHistory(context, access, params.id, query) };
    },
  });
}
