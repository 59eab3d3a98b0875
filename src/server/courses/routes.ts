import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/courses';
import { selfOrMentor } from '../accounts/policy.ts';
import type { AppContext } from '../platform/context.ts';
import { anyone, mount } from '../platform/http/registrar.ts';
import { readStudentCourse } from './read-student-course.ts';
import { suggestBatches } from './suggest-batches.ts';

export function mountCourses(server: FastifyInstance, context: AppContext): void {
  mount(server, context, calls.suggestBatches, {
    access: anyone,
    async handle({ query }) {
      return { status: 200, body: await suggestBatches(context.database, query.q ?? '') };
    },
  });

  mount(server, context, calls.readStudentCourse, {
    access: selfOrMentor,
    async handle({ subject }) {
      return { status: 200, body: await readStudentCourse(context.database, subject) };
    },
  });
}
