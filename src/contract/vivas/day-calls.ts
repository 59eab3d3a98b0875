import { z } from 'zod';
import { studentName } from '../progress/calls.ts';
import {
  changes,
  conflictBody,
  endpoint,
  errorBody,
  fieldsBody,
  instant,
  localDay,
  nothing,
  removalOf,
} from '../wire/endpoint.ts';
import { attendances, dayLimits, undoMinutes, vivaDayPath } from './day.ts';

const recorded = z.object({
  state: z.enum(attendances),
  reason: z.string(),
  /** `HH:MM`, in the academy's zone; empty unless it was broken off, and `to` where it did not go on. */
  from: z.string(),
  to: z.string(),
  by: z.string(),
  at: instant,
  /** Until then everybody of the day can change it; later the office alone. */
  undo_until: instant,
});

const vivaOfDay = z.object({
  student: studentName,
  project: z.string(),
  starts_at: instant,
  /** Minutes. */
  minutes: z.number(),
  /** Its `id`. */
  room: z.string(),
  examiners: z.array(z.string()),
  attendance: recorded.nullable(),
  /** After an absence with a reason. */
  repeat: z.literal(true).optional(),
  suspended: z.literal(true).optional(),
});
export type VivaOfDay = z.infer<typeof vivaOfDay>;

const roomOfDay = z.object({
  id: z.string(),
  name: z.string(),
  link: z.string().nullable(),
  /** Minutes that it runs late; null before anybody has said. */
  delay: z.object({ minutes: z.number(), as_of: instant }).nullable(),
});
export type RoomOfDay = z.infer<typeof roomOfDay>;

const vivaDay = z.object({
  batch: z.string(),
  now: instant,
  /** In the academy's zone. */
  today: z.string(),
  /** Null without vivas. */
  day: z.string().nullable(),
  /** With vivas, in order. */
  days: z.array(z.string()),
  rooms: z.array(roomOfDay),
  /** In order. Whoever is in no more than panels sees those of their own. */
  vivas: z.array(vivaOfDay),
});
export type VivaDay = z.infer<typeof vivaDay>;

const day = localDay('day');

export const readVivaDay = endpoint('GET', vivaDayPath, {
  summary:
    'The vivas of a day: rooms, delays, who came. By default of today, else of the next day with vivas. Who is only in panels sees their own',
  params: z.object({ batch: z.string() }),
  query: z.object({ day: day.optional() }),
  answers: { 200: vivaDay, 401: errorBody, 404: errorBody },
});

export const setVivaDelay = endpoint('PUT', `${vivaDayPath}/:day/rooms/:room/delay`, {
  summary:
    'Say how many minutes a room runs late; 0 is on time. Those who still wait there are told, also of other batches. It moves no time',
  params: z.object({ batch: z.string(), day, room: z.string() }),
  takesIdempotencyKey: true,
  body: changes({
    minutes: z
      .number('minutes must be a number')
      .int('minutes must be a whole number')
      .min(0, 'minutes cannot be negative')
      .max(dayLimits.delay, `A room can run at most ${dayLimits.delay} minutes late`),
  }),
  answers: { 200: vivaDay, 401: errorBody, 404: errorBody, 409: conflictBody(vivaDay) },
});

const clock = (what: string) =>
  z.string(`${what} must be a text`).max(5, `${what} must be a time such as 10:20`);

const attendance = {
  state: z.enum(attendances, `state must be one of ${attendances.join(', ')}`),
  /** Of `excused`, and of `broken_off` if there is one. */
  reason: z
    .string('reason must be a text')
    .trim()
    .max(dayLimits.reason, `The reason can have at most ${dayLimits.reason} characters`)
    .default(''),
  from: clock('from').default(''),
  to: clock('to').default(''),
};

const ofStudent = z.object({ batch: z.string(), s_id: z.string() });

export const recordAttendance = endpoint('PUT', `${vivaDayPath}/students/:s_id`, {
  summary: `Record what became of a student's viva. \`absent\` and \`excused\` are recorded as a mark without a file, not released. It can be changed for ${undoMinutes} minutes, later by administrators. \`starts_at\` is the viva that was shown`,
  params: ofStudent,
  takesIdempotencyKey: true,
  body: changes({ starts_at: z.iso.datetime('starts_at must be the time of the viva'), ...attendance }),
  answers: { 200: vivaDay, 400: fieldsBody, 401: errorBody, 404: errorBody, 409: conflictBody(vivaDay) },
});

export const undoAttendance = endpoint('DELETE', `${vivaDayPath}/students/:s_id`, {
  summary: `Undo what was recorded of a student's viva, and the mark without a file that came with it. For ${undoMinutes} minutes, later for administrators`,
  params: ofStudent,
  takesIdempotencyKey: true,
  body: removalOf(attendance),
  answers: { 204: nothing, 401: errorBody, 404: errorBody, 409: conflictBody(vivaDay) },
});
