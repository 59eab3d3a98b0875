import type { FastifyInstance } from 'fastify';
import { messages } from '#contract/messages';
import * as calls from '#contract/projects';
import type { AppContext } from '../platform/context.ts';
import { problems } from '../platform/http/problems.ts';
import { mount, signedIn } from '../platform/http/registrar.ts';
import { serveCatalogueFiles } from './catalogue-files.ts';
import { courseMember } from './policy.ts';
import { presentProject, presentReferences } from './presenter.ts';
import { projectById, projectsOfCourse, referencesOfProject } from './queries.ts';

export function mountProjects(server: FastifyInstance, context: AppContext): void {
  const { reader } = context.database;

  mount(server, context, calls.listAvailableProjects, {
    access: courseMember,
    async handle({ subject: course }) {
      return { status: 200, body: await projectsOfCourse(reader, { course }) };
    },
  });

  mount(server, context, calls.readProject, {
    access: signedIn,
    async handle({ params }) {
      const rows = await projectById(reader, { id: params.p_id });
      return { status: 200, body: rows.map(presentProject) };
    },
  });

  mount(server, context, calls.readReferences, {
    access: signedIn,
    async handle({ params }) {
      const [row] = await referencesOfProject(reader, { id: params.p_id });
      if (row === undefined) throw problems.notFound(messages.projectNotFound);
      return { status: 200, body: presentReferences(row) };
    },
  });

  serveCatalogueFiles(server, context.database);
}
