import { studentMessages } from '#contract/student-messages';
import * as briefCalls from '#contract/projects/brief-calls';
import * as calls from '#contract/projects/calls';
import { signedIn } from '../accounts/policy.ts';
import { read } from '../accounts/sessions/act.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { briefsOfProject, presentTaskBriefs, rubricsOfProject } from './briefs.ts';
import { courseMember } from './policy.ts';
import { presentCard, presentProject, presentReferences } from './presenter.ts';
import { offeredProjects, projectById, referencesOfProject } from './queries.ts';

export const projectReads = [
  read(calls.listAvailableProjects, {
    who: courseMember,
    run: async ({ context, resource: course }) =>
      (await offeredProjects(context.database.reader, { course })).map(presentCard),
  }),

  read(calls.readProject, {
    who: signedIn,
    run: async ({ context, params }) =>
      (await projectById(context.database.reader, { id: params.p_id })).map(presentProject),
  }),

  read(calls.readReferences, {
    who: signedIn,
    async run({ context, params }) {
      const [row] = await referencesOfProject(context.database.reader, { id: params.p_id });
      if (row === undefined) throw httpErrors.notFound(studentMessages.projectNotFound);
      return presentReferences(row);
    },
  }),

  read(briefCalls.listBriefs, {
    who: signedIn,
    async run({ context, params }) {
      const { reader } = context.database;
      const of = { id: params.p_id };
      const [briefs, lines] = await Promise.all([briefsOfProject(reader, of), rubricsOfProject(reader, of)]);
      return presentTaskBriefs(briefs, lines);
    },
  }),
];
