import type { FastifyInstance } from 'fastify';
import { messages } from '#contract/messages';
import * as briefCalls from '#contract/projects/brief-calls';
import * as calls from '#contract/projects/calls';
import { signedIn } from '../accounts/policy.ts';
import { makeRegistrar } from '../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { serveCatalogueFiles } from './catalogue-files.ts';
import { briefsOfProject, presentTaskBriefs, rubricsOfProject } from './briefs.ts';
import { courseMember } from './policy.ts';
import { presentCard, presentProject, presentReferences } from './presenter.ts';
import { offeredProjects, projectById, referencesOfProject } from './queries.ts';

export function registerProjectRoutes(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);
  const { reader } = context.database;

  on(calls.listAvailableProjects, courseMember, async ({ resource: course }) =>
    (await offeredProjects(reader, { course })).map(presentCard),
  );

  on(calls.readProject, signedIn, async ({ params }) => {
    const rows = await projectById(reader, { id: params.p_id });
    return rows.map(presentProject);
  });

  on(calls.readReferences, signedIn, async ({ params }) => {
    const [row] = await referencesOfProject(reader, { id: params.p_id });
    if (row === undefined) throw httpErrors.notFound(messages.projectNotFound);
    return presentReferences(row);
  });

  on(briefCalls.listBriefs, signedIn, async ({ params }) => {
    const of = { id: params.p_id };
    const [briefs, lines] = await Promise.all([briefsOfProject(reader, of), rubricsOfProject(reader, of)]);
    return presentTaskBriefs(briefs, lines);
  });

  serveCatalogueFiles(server, context.database);
}
