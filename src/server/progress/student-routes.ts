import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/progress/student-calls';
import * as batchCalls from '#contract/progress/calls';
import { registerEndpoint } from '../accounts/sessions/register-endpoint.ts';
import { newestCommentsOf, newestQuestionsOf } from '../forum/reading/author-queries.ts';
import { freshly } from '../accounts/second-factor/fresh-proof.ts';
import type { AppContext } from '../platform/context.ts';
import { standingsOf } from '../submissions/staff-queries.ts';
import { listMarkedVersions } from '../marking/list-marked-versions.ts';
import { ownStudent, type OwnStudent, ownBatchOf } from '../accounts/policy.ts';
import { addStaffNote, deleteStaffNote, listStaffNotes } from './staff-notes.ts';
import { presentPosts, presentStaffStudent } from './student-presenter.ts';
import { staffStudentById } from '../submissions/staff-queries.ts';
import { csvHeaders } from '../platform/csv-stream.ts';
import { exportBatchProgress } from './export-batch-progress.ts';
import { listBatchProgress } from './list-batch-progress.ts';

export function registerBatchProgressRoutes(server: FastifyInstance, context: AppContext): void {
  registerEndpoint(server, context, batchCalls.listBatchProgress, {
    authorize: ownBatchOf,
    async handle({ resource, query }) {
      return { status: 200, body: await listBatchProgress(context, resource, query) };
    },
  });

  registerEndpoint(server, context, batchCalls.exportBatchProgress, {
    authorize: ownBatchOf,
    async handle({ resource, query, reply }) {
      const body = await exportBatchProgress(context, resource, query);
      reply.headers(csvHeaders(resource.batch.name));
      return { status: 200, body };
    },
  });
}

/** On the page. */
const postLimit = 20;

export function registerStaffStudentRoutes(server: FastifyInstance, context: AppContext): void {
  const { reader } = context.database;

  registerEndpoint(server, context, calls.readStaffStudent, {
    authorize: ownStudent,
    async handle({ resource: { student } }) {
      const { accountId } = student;
      const [row] = await staffStudentById(reader, { accountId });
      if (row === undefined) throw new Error(`account ${accountId} is gone`);
      const standings = await standingsOf(reader, [accountId]);
      return {
        status: 200,
        body: presentStaffStudent(row, standings, {
          now: context.clock.now(),
          zone: context.settings.academyZone,
        }),
      };
    },
  });

  registerEndpoint(server, context, calls.listMarkedVersions, {
    authorize: ownStudent,
    async handle({ resource: { student, viewer }, query }) {
      return { status: 200, body: await listMarkedVersions(context, viewer, student.accountId, query) };
    },
  });

  registerEndpoint(server, context, calls.listStudentPosts, {
    authorize: ownStudent,
    async handle({ resource: { student } }) {
      const { accountId, batchId } = student;
      if (batchId === null) return { status: 200, body: [] };
      const of = { accountId, batchId, limit: postLimit };
      const questions = await newestQuestionsOf(reader, of);
      const comments = await newestCommentsOf(reader, of);
      return { status: 200, body: presentPosts(questions, comments, postLimit) };
    },
  });

  registerEndpoint(server, context, calls.listStaffNotes, {
    authorize: ownStudent,
    async handle({ resource, query }) {
      return { status: 200, body: await listStaffNotes(context, resource, query) };
    },
  });

  registerEndpoint(server, context, calls.addStaffNote, {
    authorize: ownStudent,
    async handle({ resource, body, idempotencyKey }) {
      return { status: 201, body: await addStaffNote(context, resource, body.text, idempotencyKey) };
    },
  });

  registerEndpoint(server, context, calls.deleteStaffNote, {
    // A deleted note is gone.
    authorize: freshly<OwnStudent>(ownStudent),
    async handle({ resource, params, idempotencyKey }) {
      await deleteStaffNote(context, resource, params.note, idempotencyKey);
      return { status: 204 };
    },
  });
}
