import { z } from 'zod';
import { limits } from '../limits.ts';
import { studentName } from '../progress/calls.ts';
import { beganWith, conflictBody, endpoint, errorBody } from '../wire/endpoint.ts';
import { staffName } from './calls.ts';

/** `unmarked`: their newest versions without a mark. */
const share = { students: z.number(), unmarked: z.number() };

const markingShares = z.object({
  batch: z.string(),
  /** Of who has whom, for `began`. */
  state: z.string(),
  /** The batch's mentors with an account, by name. `can_mark` is false for suspended ones. */
  mentors: z.array(staffName.extend({ id: z.string(), can_mark: z.boolean(), ...share })),
  /** Students without a mentor of their own, such as new ones. */
  unassigned: z.object(share),
});
export type MarkingShares = z.infer<typeof markingShares>;

const ofBatch = { params: z.object({ batch: z.string() }) } as const;

export const readMarkingShares = endpoint('GET', '/api/staff/batches/:batch/shares', {
  summary: "How a batch's marking is divided between its mentors",
  ...ofBatch,
  answers: { 200: markingShares, 401: errorBody, 404: errorBody },
});

/** `mentor`: as `id` above; null for nobody. */
const sharedStudent = z.object({ student: studentName, mentor: z.string().nullable() });
export type SharedStudent = z.infer<typeof sharedStudent>;

export const listSharedStudents = endpoint('GET', '/api/staff/batches/:batch/shares/students', {
  summary: `A batch's students with the mentor who marks them, by name; the first ${limits.sharedStudents} who joined`,
  ...ofBatch,
  answers: { 200: z.array(sharedStudent), 401: errorBody, 404: errorBody },
});

/** Whose students are divided. */
export const shareScopes = ['all', 'unassigned', 'mentor', 'students'] as const;

const toMessage = `to must be a list of at most ${limits.sharedMentors} mentors, each once`;
const studentsMessage = `students must be a list of 1 to ${limits.sharedStudents} emails`;
const mentorMessage = 'mentor must be the id of a mentor';
const mentorId = z.string(mentorMessage).max(20, mentorMessage);

export const divideMarking = endpoint('PUT', '/api/staff/batches/:batch/shares', {
  summary:
    'Divide students evenly between the mentors in `to`: all, the unassigned ones, those of one `mentor`, or the listed `students`. An empty `to` leaves them unassigned. `began.state` is what was seen: 409 with `current` if somebody has divided since. Every mentor of the batch may still mark every student',
  ...ofBatch,
  takesIdempotencyKey: true,
  body: z
    .object({
      of: z.enum(shareScopes, `of must be one of ${shareScopes.join(', ')}`),
      mentor: mentorId.optional(),
      students: z
        .array(z.string(studentsMessage).max(limits.email, studentsMessage), studentsMessage)
        .min(1, studentsMessage)
        .max(limits.sharedStudents, studentsMessage)
        .optional(),
      to: z
        .array(mentorId, toMessage)
        .max(limits.sharedMentors, toMessage)
        .refine((list) => new Set(list).size === list.length, toMessage),
      began: beganWith({ state: z.string() }),
    })
    .refine(({ of, mentor }) => of !== 'mentor' || mentor !== undefined, mentorMessage)
    .refine(({ of, students }) => of !== 'students' || students !== undefined, studentsMessage),
  answers: { 200: markingShares, 401: errorBody, 404: errorBody, 409: conflictBody(markingShares) },
});
