import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { conflictBody, endpoint, errorBody, nothing, removalOf } from '../wire/endpoint.ts';

const count = z.number();

const open = {
  /** Private questions that the mentor has taken and not answered. */
  questions: count,
  /** Planned announcements by the mentor. */
  announcements: count,
  /** Marks by the mentor that are not released. */
  marks: count,
  /** Students whose work is assigned to the mentor: nobody's afterwards. */
  students: count.optional(),
};

/** `others`: the batch's other mentors who can log in. */
const mentoredBatch = z.object({ batch: z.string(), others: count, ...open });
export type MentoredBatch = z.infer<typeof mentoredBatch>;

export const listMentoredBatches = endpoint('GET', '/api/staff/members/:s_id/batches', {
  summary: "A mentor's batches, with what is open in each. For administrators",
  params: studentParams,
  answers: { 200: z.array(mentoredBatch), 401: errorBody, 404: errorBody },
});

export const takeOffBatch = endpoint('DELETE', '/api/staff/members/:s_id/batches/:batch', {
  summary:
    "Take a mentor off a batch. Taken private questions wait for the batch's other mentors again; marks, comments, announcements and posts stay. `began` is the open work that was seen: 409 with `current` if it is more or less now. Needs a recent identity check. For administrators",
  params: studentParams.extend({ batch: z.string() }),
  takesIdempotencyKey: true,
  body: removalOf(open),
  answers: { 204: nothing, 401: errorBody, 404: errorBody, 409: conflictBody(mentoredBatch) },
});
