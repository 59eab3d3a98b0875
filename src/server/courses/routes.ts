import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/courses';
import { selfOrMentor } from '../accounts/policy.ts';
import type { AppContext } from '../platform/context.ts';
import { anyone, registerEndpoint } from '../platform/http/register-endpoint.ts';
import { readStudentCourse } from './read-student-course.ts';
import { suggestBatches } from './suggest-batches.ts';

export function registerCourseRoutes(server: FastifyInstance, context: AppContext): void {
  registerEndpoint(server, context, calls.suggestBatches, {
    authorize: anyone,
    async handle({ query }) {
      return { status: 200, body: await suggestBatches(context.database, query.q ?? '') };
    },
  });

  registerEndpoint(server, context, calls.readStudentCourse, {
    authorize: selfOrMentor,
    async handle({ resource }) {
      return { status: 200, body: await readStudentCourse(context.database, resource) };
    },
  });
}
