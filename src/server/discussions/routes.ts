import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/discussions';
import type { AppContext } from '../platform/context.ts';
import { registerEndpoint } from '../accounts/register-endpoint.ts';
import { answerQuestion } from './answer-question.ts';
import { askQuestion } from './ask-question.ts';
import { deleteQuestion } from './delete-question.ts';
import { editQuestion } from './edit-question.ts';
import { favoriteQuestion } from './favorite-question.ts';
import { discussionAccess } from './policy.ts';
import { makeDiscussionReader } from './read-discussion.ts';
import { viewQuestion } from './view-question.ts';

export function registerDiscussionRoutes(server: FastifyInstance, context: AppContext): void {
  const read = makeDiscussionReader(context);

  registerEndpoint(server, context, calls.readDiscussion, {
    authorize: discussionAccess,
    async handle({ resource: board, query }) {
      return { status: 200, body: await read(board, query) };
    },
  });

  registerEndpoint(server, context, calls.askQuestion, {
    authorize: discussionAccess,
    async handle({ resource: board, body }) {
      const id = await askQuestion(context, board, body.question);
      // The client takes the last one for its own (specification, section 7): what others asked meanwhile stays out.
      return { status: 201, body: await read(board, { upTo: id }) };
    },
  });

  registerEndpoint(server, context, calls.answerQuestion, {
    authorize: discussionAccess,
    async handle({ resource: board, params, body }) {
      await answerQuestion(context, board, params.id, body.answer);
      return { status: 201, body: await read(board) };
    },
  });

  registerEndpoint(server, context, calls.editQuestion, {
    authorize: discussionAccess,
    async handle({ resource: board, params, body }) {
      await editQuestion(context, board, params.id, body.questionText);
      return { status: 200, body: await read(board) };
    },
  });

  registerEndpoint(server, context, calls.deleteQuestion, {
    authorize: discussionAccess,
    async handle({ resource: board, params }) {
      await deleteQuestion(context, board, params.id);
      return { status: 200, body: await read(board) };
    },
  });

  registerEndpoint(server, context, calls.favoriteQuestion, {
    authorize: discussionAccess,
    async handle({ resource: board, params }) {
      await favoriteQuestion(context, board, params.id, true);
      return { status: 204 };
    },
  });

  registerEndpoint(server, context, calls.unfavoriteQuestion, {
    authorize: discussionAccess,
    async handle({ resource: board, params }) {
      await favoriteQuestion(context, board, params.id, false);
      return { status: 204 };
    },
  });

  registerEndpoint(server, context, calls.viewQuestion, {
    authorize: discussionAccess,
    async handle({ resource: board, params }) {
      await viewQuestion(context, board, params.id);
      return { status: 204 };
    },
  });
}
