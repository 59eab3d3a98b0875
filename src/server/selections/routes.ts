import type { FastifyInstance } from 'fastify';
import { readOwnBriefs } from '#contract/projects/brief-calls';
import { messages } from '#contract/messages';
import * as calls from '#contract/selections/calls';
import { isStudent, self, selfOrMentor, signedIn } from '../accounts/policy.ts';
import { makeRegistrar } from '../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { presentTaskBriefs } from '../projects/briefs.ts';
import { presentSelection } from './presenter.ts';
import { briefsOfStudent, rubricsOfStudent, selectionOfStudent } from './queries.ts';
import { preferProject, selectProject } from './select-project.ts';

export function registerSelectionRoutes(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);

  on(calls.readSelection, selfOrMentor, async ({ resource }) => {
    const rows = await selectionOfStudent(context.database.reader, { accountId: resource.accountId });
    return rows.map((row) => presentSelection(resource, row));
  });

  on(readOwnBriefs, selfOrMentor, async ({ resource: { accountId } }) => {
    const { reader } = context.database;
    const of = { accountId };
    const [briefs, lines] = await Promise.all([briefsOfStudent(reader, of), rubricsOfStudent(reader, of)]);
    return presentTaskBriefs(briefs, lines);
  });

  // The student is in the body, which access rules do not see, so the handler checks.
  on(calls.selectProject, signedIn, async ({ resource: viewer, body, idempotencyKey }) => {
    if (!isStudent(viewer, body.sp_id)) throw httpErrors.forbidden(messages.forbidden);
    const { isNew, selection } = await selectProject(context, viewer, body.p_id, idempotencyKey);
    return { status: isNew ? 201 : 200, body: selection } as const;
  });

  on(calls.preferProject, self, ({ resource: { accountId }, body, idempotencyKey }) =>
    preferProject(context, accountId, body.p_id, idempotencyKey),
  );
}
