import type { FastifyInstance } from 'fastify';
import { messages } from '#contract/messages';
import * as calls from '#contract/selections';
import { isStudent, selfOrMentor } from '../accounts/policy.ts';
import type { AppContext } from '../platform/context.ts';
import { problems } from '../platform/http/problems.ts';
import { mount, signedIn } from '../platform/http/registrar.ts';
import { presentSelection } from './presenter.ts';
import { selectionOfStudent } from './queries.ts';
import { selectProject } from './select-project.ts';

export function mountSelections(server: FastifyInstance, context: AppContext): void {
  mount(server, context, calls.readSelection, {
    access: selfOrMentor,
    async handle({ subject }) {
      const rows = await selectionOfStudent(context.database.reader, { accountId: subject.accountId });
      return { status: 200, body: rows.map((row) => presentSelection(subject, row)) };
    },
  });

  mount(server, context, calls.selectProject, {
    // Whose selection it is stands in the body, which an access rule does not see: the check follows in the handler.
    access: signedIn,
    async handle({ subject: viewer, body }) {
      if (!isStudent(viewer, body.sp_id)) throw problems.forbidden(messages.forbidden);
      const { isNew, selection } = await selectProject(context, viewer, body.p_id);
      return { status: isNew ? 201 : 200, body: selection };
    },
  });
}
