import { z } from 'zod';
import { endpoint, instant, errorBody } from './endpoint.ts';
import { limits } from './limits.ts';

export const studentParams = z.object({ s_id: z.string() });

export const suggestBatches = endpoint('GET', '/api/auth/batches', {
  summary: 'Open batches whose name holds `q`, at most ten',
  query: z.object({
    q: z.string().max(limits.batch, `q can have at most ${limits.batch} characters`).optional(),
  }),
  answers: { 200: z.array(z.object({ name: z.string(), course: z.string() })) },
});

/** What is not known yet is null. `s_startdate` is the batch's start. */
export const studentCourse = z.object({
  s_id: z.string(),
  s_name: z.string(),
  s_course: z.string().nullable(),
  s_startdate: instant.nullable(),
  s_mentor: z.string().nullable(),
  s_grade: z.string().nullable(),
  s_exitscore: z.number().nullable(),
});
export type StudentCourse = z.infer<typeof studentCourse>;

export const readStudentCourse = endpoint('GET', '/api/students/studentCourse/:s_id', {
  summary: "A student's name, course, mentors, start and score",
  params: studentParams,
  answers: { 200: studentCourse, 401: errorBody, 404: errorBody },
});
