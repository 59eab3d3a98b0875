import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/progress/student-calls';
import * as batchCalls from '#contract/progress/calls';
import { registerDeclared } from '../accounts/sessions/act.ts';
import { makeRegistrar } from '../accounts/sessions/register-endpoint.ts';
import { newestCommentsOf, newestQuestionsOf } from '../forum/reading/author-queries.ts';
import type { AppContext } from '../platform/context.ts';
import { standingsOf } from '../marking/staff-queries.ts';
import { listMarkedVersions } from '../marking/list-marked-versions.ts';
import { ownStudent, ownBatchOf } from '../accounts/policy.ts';
import { noteCalls } from './staff-notes.ts';
import { presentPosts, presentStaffStudent } from './student-presenter.ts';
import { staffStudentById } from '../marking/staff-queries.ts';
import { registerCalendarRoutes } from './calendar/calendar-routes.ts';
import { registerScheduleRoutes } from './time/schedule-routes.ts';
import { csvHeaders } from '../platform/csv-stream.ts';
import { exportBatchProgress } from './export-batch-progress.ts';
import { listBatchProgress } from './list-batch-progress.ts';

/** On a student's page. */
const postLimit = 20;

export function registerProgressRoutes(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);
  const { reader } = context.database;

  registerCalendarRoutes(server, context);
  registerScheduleRoutes(server, context);

  on(batchCalls.listBatchProgress, ownBatchOf, ({ resource, query }) =>
    listBatchProgress(context, resource, query),
  );

  on(batchCalls.exportBatchProgress, ownBatchOf, async ({ resource, query, reply }) => {
    const body = await exportBatchProgress(context, resource, query);
    reply.headers(csvHeaders(resource.batch.name));
    return body;
  });

  on(calls.readStaffStudent, ownStudent, async ({ resource: { student } }) => {
    const { accountId } = student;
    const [row] = await staffStudentById(reader, { accountId });
    if (row === undefined) throw new Error(`account ${accountId} is gone`);
    const standings = await standingsOf(reader, [accountId]);
    return presentStaffStudent(row, standings, {
      now: context.clock.now(),
      zone: context.settings.academyZone,
    });
  });

  on(calls.listMarkedVersions, ownStudent, ({ resource: { student, viewer }, query }) =>
    listMarkedVersions(context, viewer, student.accountId, query),
  );

  on(calls.listStudentPosts, ownStudent, async ({ resource: { student } }) => {
    const { accountId, batchId } = student;
    if (batchId === null) return [];
    const of = { accountId, batchId, limit: postLimit };
    const questions = await newestQuestionsOf(reader, of);
    const comments = await newestCommentsOf(reader, of);
    return presentPosts(questions, comments, postLimit);
  });

  registerDeclared(server, context, noteCalls);
}
