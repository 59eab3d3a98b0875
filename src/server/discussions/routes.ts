import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/discussions';
import type { AppContext } from '../platform/context.ts';
import { mount } from '../platform/http/registrar.ts';
import { answerQuestion } from './answer-question.ts';
import { askQuestion } from './ask-question.ts';
import { deleteQuestion } from './delete-question.ts';
import { editQuestion } from './edit-question.ts';
import { favoriteQuestion } from './favorite-question.ts';
import { boardOf } from './policy.ts';
import { makeDiscussionReader } from './read-discussion.ts';
import { viewQuestion } from './view-question.ts';

export function mountDiscussions(server: FastifyInstance, context: AppContext): void {
  const read = makeDiscussionReader(context);

  mount(server, context, calls.readDiscussion, {
    access: boardOf,
    async handle({ subject: board, query }) {
      return { status: 200, body: await read(board, query) };
    },
  });

  mount(server, context, calls.askQuestion, {
    access: boardOf,
    async handle({ subject: board, body }) {
      const id = await askQuestion(context, board, body.question);
      // The client takes the last one for its own (specification, section 7): what others asked meanwhile stays out.
      return { status: 201, body: await read(board, { upTo: id }) };
    },
  });

  mount(server, context, calls.answerQuestion, {
    access: boardOf,
    async handle({ subject: board, params, body }) {
      await answerQuestion(context, board, params.id, body.answer);
      return { status: 201, body: await read(board) };
    },
  });

  mount(server, context, calls.editQuestion, {
    access: boardOf,
    async handle({ subject: board, params, body }) {
      await editQuestion(context, board, params.id, body.questionText);
      return { status: 200, body: await read(board) };
    },
  });

  mount(server, context, calls.deleteQuestion, {
    access: boardOf,
    async handle({ subject: board, params }) {
      await deleteQuestion(context, board, params.id);
      return { status: 200, body: await read(board) };
    },
  });

  mount(server, context, calls.favoriteQuestion, {
    access: boardOf,
    async handle({ subject: board, params }) {
      await favoriteQuestion(context, board, params.id, true);
      return { status: 204 };
    },
  });

  mount(server, context, calls.unfavoriteQuestion, {
    access: boardOf,
    async handle({ subject: board, params }) {
      await favoriteQuestion(context, board, params.id, false);
      return { status: 204 };
    },
  });

  mount(server, context, calls.viewQuestion, {
    access: boardOf,
    async handle({ subject: board, params }) {
      await viewQuestion(context, board, params.id);
      return { status: 204 };
    },
  });
}
