import type { FastifyInstance } from 'fastify';
import type { Task } from '#contract/dates';
import * as calls from '#contract/projects/rubric-calls';
import { registerEndpoint } from '../accounts/sessions/register-endpoint.ts';
import type { AppContext } from '../platform/context.ts';
import { changeRubric } from '../projects/rubrics/change-rubric.ts';
import { ownProject, type RubricProject } from '../projects/rubrics/policy.ts';
import { presentRubricLine } from '../projects/rubrics/presenter.ts';
import { standingLines } from '../projects/rubrics/queries.ts';
import { countOutdatedMarks, outdatedScope, remarkByRubric } from './remark-by-rubric.ts';

export function registerRubricRoutes(server: FastifyInstance, context: AppContext): void {
  const { reader } = context.database;

  async function readRubric(of: RubricProject, task: Task) {
    const lines = await standingLines(reader, { projectId: of.project.id, task });
    const outdated = await countOutdatedMarks(reader, outdatedScope(of, task));
    return { project: of.project, task, lines: lines.map(presentRubricLine), outdated };
  }

  registerEndpoint(server, context, calls.readRubric, {
    authorize: ownProject,
    async handle({ resource, params }) {
      return { status: 200, body: await readRubric(resource, params.task) };
    },
  });

  registerEndpoint(server, context, calls.changeRubric, {
    authorize: ownProject,
    async handle({ resource, params: { task }, body, idempotencyKey }) {
      const { project, viewer } = resource;
      const of = { project: project.id, task, accountId: viewer.accountId };
      await changeRubric(context, of, body, idempotencyKey, (standing) => ({
        project,
        task,
        lines: standing.map(presentRubricLine),
        outdated: 0,
      }));
      return { status: 200, body: await readRubric(resource, task) };
    },
  });

  registerEndpoint(server, context, calls.remarkByRubric, {
    authorize: ownProject,
    async handle({ resource, params, idempotencyKey }) {
      return { status: 200, body: await remarkByRubric(context, resource, params.task, idempotencyKey) };
    },
  });
}
