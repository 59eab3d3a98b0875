import type { FastifyInstance } from 'fastify';
import { messages } from '#contract/messages';
import * as briefCalls from '#contract/projects/brief-calls';
import * as calls from '#contract/projects/calls';
import { signedIn } from '../accounts/policy.ts';
import { registerEndpoint } from '../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../platform/context.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { serveCatalogueFiles } from './catalogue-files.ts';
import { briefsOfProject, presentTaskBriefs, rubricsOfProject } from './briefs.ts';
import { courseMember } from './policy.ts';
import { presentCard, presentProject, presentReferences } from './presenter.ts';
import { offeredProjects, projectById, referencesOfProject } from './queries.ts';

export function registerProjectRoutes(server: FastifyInstance, context: AppContext): void {
  const { reader } = context.database;

  registerEndpoint(server, context, calls.listAvailableProjects, {
    authorize: courseMember,
    async handle({ resource: course }) {
      return { status: 200, body: (await offeredProjects(reader, { course })).map(presentCard) };
    },
  });

  registerEndpoint(server, context, calls.readProject, {
    authorize: signedIn,
    async handle({ params }) {
      const rows = await projectById(reader, { id: params.p_id });
      return { status: 200, body: rows.map(presentProject) };
    },
  });

  registerEndpoint(server, context, calls.readReferences, {
    authorize: signedIn,
    async handle({ params }) {
      const [row] = await referencesOfProject(reader, { id: params.p_id });
      if (row === undefined) throw httpErrors.notFound(messages.projectNotFound);
      return { status: 200, body: presentReferences(row) };
    },
  });

  registerEndpoint(server, context, briefCalls.listBriefs, {
    authorize: signedIn,
    async handle({ params }) {
      const of = { id: params.p_id };
      const [briefs, lines] = await Promise.all([briefsOfProject(reader, of), rubricsOfProject(reader, of)]);
      return { status: 200, body: await presentTaskBriefs(briefs, lines) };
    },
  });

  serveCatalogueFiles(server, context.database);
}
