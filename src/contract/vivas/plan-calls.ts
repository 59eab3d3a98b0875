import { z } from 'zod';
import { email } from '../accounts/calls.ts';
import { limits } from '../limits.ts';
import { studentName } from '../progress/calls.ts';
import {
  changes,
  conflictBody,
  endpoint,
  errorBody,
  fieldsBody,
  instant,
  localDay,
  localTime,
  nothing,
  removalOf,
} from '../wire/endpoint.ts';
import { concerns, misfits, planLimits, planOrders, shownFound, stepMinutes, type VivaPlan } from './plan.ts';

const atMost = (what: string, most: number) => `There can be at most ${most} ${what}`;
const clock = z.string('A time must be a text such as 09:00').max(5, 'A time must be such as 09:00');
const hours = z.object({ from: clock, to: clock });
const onDay = z.object({ day: z.string('day must be a text').max(10, 'day must be YYYY-MM-DD') });

const plan = {
  length: z.number('The length must be a number of minutes'),
  buffer: z.number('The time between two vivas must be a number of minutes'),
  panel: z.number(`A panel has 1 to ${planLimits.panel} examiners`),
  reserve: z.boolean('reserve must be true or false'),
  /** Absent is unchanged. */
  guard: z.number('The hours before a viva must be a number').optional(),
  days: z
    .array(
      onDay.extend({
        ...hours.shape,
        breaks: z
          .array(hours, 'breaks must be a list')
          .max(planLimits.breaks, atMost('breaks a day', planLimits.breaks)),
      }),
      'days must be a list',
    )
    .max(planLimits.days, atMost('days', planLimits.days)),
  rooms: z
    .array(
      z.object({
        name: z
          .string('A room needs a name')
          .trim()
          .max(planLimits.name, `The name of a room can have at most ${planLimits.name} characters`),
        link: z
          .string('link must be a text or null')
          .trim()
          .max(planLimits.link, `The link of a room can have at most ${planLimits.link} characters`)
          .nullable(),
      }),
      'rooms must be a list',
    )
    .max(planLimits.rooms, atMost('rooms', planLimits.rooms)),
  examiners: z
    .array(
      z.object({
        email,
        hours: z
          .array(onDay.extend(hours.shape), 'hours must be a list or null')
          .max(planLimits.days, atMost('hours of an examiner', planLimits.days))
          .nullable(),
      }),
      'examiners must be a list',
    )
    .max(planLimits.examiners, atMost('examiners', planLimits.examiners)),
};

/** `checkPlan` says what is wrong beyond the shape. */
export const vivaPlan = z.object(plan) satisfies z.ZodType<VivaPlan>;

const examinerName = z.object({ email: z.string(), name: z.string() });

const plannedViva = z.object({
  student: studentName,
  project: z.string(),
  starts_at: instant,
  /** `YYYY-MM-DDTHH:MM`, in the academy's zone. */
  local: z.string(),
  /** Minutes. */
  minutes: z.number(),
  buffer: z.number(),
  room: z.string(),
  link: z.string().nullable(),
  examiners: z.array(examinerName),
  concerns: z.array(z.enum(concerns)),
  /** After an absence with a reason. */
  repeat: z.literal(true).optional(),
});
export type PlannedViva = z.infer<typeof plannedViva>;

const unplacedStudent = z.object({
  student: studentName,
  project: z.string(),
  /** Null: there is a place. */
  why: z.enum(misfits).nullable(),
  /** The first viva was missed with a reason. */
  repeat: z.literal(true).optional(),
});

export const shownUnplaced = 200;
/** One student, whatever day is shown. */
const chosenStudent = z.object({
  student: studentName,
  project: z.string(),
  viva: plannedViva.nullable(),
  /** Minutes more than the others. */
  extra: z.number(),
  /** The first viva, where it was missed with a reason. */
  missed: z
    .object({
      starts_at: instant,
      local: z.string(),
      reason: z.string(),
      /** Who waited. */
      examiners: z.array(examinerName),
    })
    .nullable()
    .optional(),
});

const foundStudent = z.object({
  student: studentName,
  project: z.string(),
  /** As of a viva; null without a time. */
  local: z.string().nullable(),
});

const count = (what: string) => z.number(`${what} must be a number`).int().min(0);
const untold = {
  /** Who has not been told a time before. */
  first: count('first'),
  /** Another time, length, room or link. */
  moved: count('moved'),
  cancelled: count('cancelled'),
  /** Whose vivas have changed. */
  examiners: count('examiners'),
};

const planView = z.object({
  batch: z.string(),
  plan: vivaPlan,
  /** Who can examine: mentors of the batch, administrators, and whoever examines in it already. */
  staff: z.array(examinerName),
  /** Of the batch, with a project. */
  students: z.number(),
  /** With vivas, in order; those of `day` follow. */
  days: z.array(z.object({ day: z.string(), vivas: z.number() })),
  day: z.string().nullable(),
  vivas: z.array(plannedViva),
  /** Other vivas of the day in these rooms and with these examiners. */
  taken: z.array(z.object({ who: z.string(), starts_at: instant, local: z.string(), minutes: z.number() })),
  /** The first by name. */
  unplaced: z.array(unplacedStudent),
  unplaced_count: z.number(),
  /** Of the query. */
  chosen: chosenStudent.nullable(),
  /** The first by name whose name or email contains the query's words. */
  found: z.array(foundStudent),
  /** Who has more time than the others, in minutes. */
  extra: z.array(z.object({ student: studentName, minutes: z.number() })),
  /** What students and examiners do not know yet. */
  untold: z.object(untold),
});
export type PlanView = z.infer<typeof planView>;

const path = '/api/staff/batches/:batch/viva-plan';
const params = z.object({ batch: z.string() });
const ofStudent = z.object({ batch: z.string(), s_id: z.string() });

export const readVivaPlan = endpoint('GET', path, {
  summary: `When and where the vivas of a batch are: the settings, those of a day, and up to ${shownUnplaced} students without a time. \`student\` shows one whatever the day, \`find\` up to ${shownFound} by name or email`,
  params,
  query: z.object({
    day: localDay('day').optional(),
    student: z.string().max(limits.email, `student can have at most ${limits.email} characters`).optional(),
    find: z.string().trim().max(limits.name, `find can have at most ${limits.name} characters`).optional(),
  }),
  answers: { 200: planView, 401: errorBody, 404: errorBody },
});

export const setVivaPlan = endpoint('PUT', path, {
  summary: `Set days, hours, rooms and examiners of a batch's vivas; times are multiples of ${stepMinutes} minutes. Vivas that have a time keep it. For administrators`,
  params,
  takesIdempotencyKey: true,
  body: changes(plan),
  answers: { 200: planView, 400: fieldsBody, 401: errorBody, 404: errorBody, 409: conflictBody(planView) },
});

export const planVivas = endpoint('POST', `${path}/vivas`, {
  summary:
    'Give each student without a time one, as early as possible; who does not fit is named with the reason. A draw by its `seed` can be repeated. For administrators',
  params,
  takesIdempotencyKey: true,
  body: z.object({
    order: z.enum(planOrders, `order must be one of ${planOrders.join(', ')}`),
    seed: z
      .string('seed must be a text')
      .trim()
      .max(planLimits.seed, `The seed can have at most ${planLimits.seed} characters`)
      .default(''),
  }),
  answers: { 200: planView, 400: fieldsBody, 401: errorBody, 404: errorBody, 409: errorBody },
});

const place = {
  starts_at: localTime('The time'),
  room: z
    .string('A room is required')
    .trim()
    .min(1, 'A room is required')
    .max(planLimits.name, 'There is no such room'),
  /** By email. */
  examiners: z
    .array(email, 'examiners must be a list')
    .min(1, 'A viva needs an examiner')
    .max(planLimits.panel, atMost('examiners', planLimits.panel)),
};

export const placeViva = endpoint('PUT', `${path}/students/:s_id`, {
  summary:
    'Give a student a time, or another one. Refused where the student, an examiner or the room is taken; hours and breaks do not refuse it. For administrators',
  params: ofStudent,
  takesIdempotencyKey: true,
  body: changes(place),
  answers: { 200: planView, 400: fieldsBody, 401: errorBody, 404: errorBody, 409: conflictBody(planView) },
});

export const unplaceViva = endpoint('DELETE', `${path}/students/:s_id`, {
  summary: "Take a student's time away. For administrators",
  params: ofStudent,
  takesIdempotencyKey: true,
  body: removalOf(place),
  answers: { 204: nothing, 401: errorBody, 404: errorBody, 409: conflictBody(planView) },
});

export const setVivaExtra = endpoint('PUT', `${path}/students/:s_id/extra`, {
  summary:
    'Give a student extra minutes; 0 takes them away. A viva that has a time gets longer or shorter by them, and 409 names who is taken after it. For administrators',
  params: ofStudent,
  takesIdempotencyKey: true,
  body: changes({
    minutes: z
      .number('minutes must be a number')
      .int('minutes must be a whole number')
      .min(0, 'minutes cannot be negative')
      .max(planLimits.extra, `A student can have at most ${planLimits.extra} minutes more`)
      .refine((minutes) => minutes % stepMinutes === 0, `minutes must be a multiple of ${stepMinutes}`),
  }),
  answers: { 200: planView, 400: fieldsBody, 401: errorBody, 404: errorBody, 409: conflictBody(planView) },
});

export const publishVivas = endpoint('POST', `${path}/publish`, {
  summary:
    'Tell students their times: the numbers are those that were shown, and 409 if they have changed since. Each reads it in the portal at once, and in at most one email a day. For administrators',
  params,
  takesIdempotencyKey: true,
  body: z.object(untold),
  answers: { 200: planView, 401: errorBody, 404: errorBody, 409: conflictBody(planView) },
});
