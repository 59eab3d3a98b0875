import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { endpoint, errorBody, instant, nothing } from '../wire/endpoint.ts';

export const selection = z.object({
  sp_id: z.string(),
  sp_name: z.string(),
  p_id: z.string(),
  p_name: z.string(),
  start_date: instant,
});
export type Selection = z.infer<typeof selection>;

const selected = selection.extend({ message: z.string() });

const sp_id = z.string('sp_id, the student, is required').trim().min(1, 'sp_id, the student, is required');
const p_id = z.string('p_id, the project, is required').trim().min(1, 'p_id, the project, is required');

export const readSelection = endpoint('GET', '/api/students/studentswithprojects/:s_id', {
  summary: 'The selected project as a list of one; empty before the choice',
  params: studentParams,
  answers: { 200: z.array(selection), 401: errorBody, 404: errorBody },
});

export const selectProject = endpoint('POST', '/api/students/selectProject', {
  summary: 'Choose a project; the choice is permanent; names and the start come from the server',
  takesIdempotencyKey: true,
  body: z.object({ sp_id, p_id }),
  answers: { 201: selected, 200: selected, 401: errorBody, 409: errorBody },
});

export const preferProject = endpoint('PUT', '/api/students/preferredProject/:s_id', {
  summary:
    'Say which project the student would like (null: none), outside the batch’s times for choosing; one for each student, shown to the office',
  params: studentParams,
  takesIdempotencyKey: true,
  body: z.object({ p_id: p_id.nullable() }),
  answers: { 204: nothing, 401: errorBody, 404: errorBody, 409: errorBody },
});
