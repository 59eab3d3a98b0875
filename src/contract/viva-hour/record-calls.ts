import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { vivaSteps } from '../vivas/viva-steps.ts';
import { endpoint, errorBody, instant } from '../wire/endpoint.ts';
import { answers, outcomeWays, shownRecords, vivaForms } from './hour.ts';

const question = z.object({
  step: z.enum(vivaSteps).nullable(),
  text: z.string(),
  answered: z.enum(answers),
});

/** What its student reads. */
const record = z.object({
  /** Such as `VIVA-2026-…`. */
  number: z.string(),
  signed_at: instant,
  /** The record that this one replaces, and the one that replaces it; null for none. */
  replaces: z.string().nullable(),
  replaced_by: z.string().nullable(),
  academy: z.string(),
  batch: z.string(),
  /** 1, and 2 for the repeat. */
  viva: z.number(),
  student: z.object({ name: z.string(), email: z.string() }),
  project: z.string(),
  held_at: instant,
  minutes: z.number(),
  form: z.enum(vivaForms),
  place: z.string(),
  /** `gave`: marks, before the panel was closed. */
  examiners: z.array(z.object({ name: z.string(), gave: z.boolean() })),
  questions: z.array(question),
  confirmed_at: instant,
  /** Null once a review has excused the viva. */
  result: z.number().nullable(),
  comments: z.string(),
  /** The review that has changed the result. */
  correction: z.object({ by: z.string(), at: instant, answer: z.string() }).nullable(),
});
export type OwnVivaRecord = z.infer<typeof record>;

const givenLine = z.object({ text: z.string(), most: z.number(), points: z.number() });

const staffRecord = record.extend({
  how: z.enum(outcomeWays),
  /** Of those who gave marks. `questions`: which of the record's they noted, from 1. */
  papers: z.array(
    z.object({
      name: z.string(),
      marks: z.number(),
      given_at: instant,
      confirmed_at: instant,
      points: z.array(givenLine),
      words: z.string(),
      questions: z.array(z.number()),
    }),
  ),
  /** Points between the highest and the lowest; null where one gave marks alone. */
  apart: z.number().nullable(),
  reason: z.string(),
  incidents: z.array(z.object({ at: instant.nullable(), text: z.string(), by: z.string() })),
  closed: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
});
export type VivaRecord = z.infer<typeof staffRecord>;

const fingerprint = z.string();

const ownRecords = z.object({
  /** Newest first; none before the mark of the viva is released. */
  records: z.array(record),
});
export type OwnVivaRecords = z.infer<typeof ownRecords>;

const records = z.object({
  student: z.object({ s_id: z.string(), s_name: z.string() }),
  /** Newest first, at most ten; none before an outcome is confirmed. */
  records: z.array(staffRecord),
  /** The mark of the viva now, released or not: staff may have corrected it since. */
  marks: z.number().nullable(),
  /** SHA-256 of the key that signed the newest, and where a file is checked. */
  signed: z.object({ fingerprint, check_at: z.string() }).nullable(),
});
export type VivaRecords = z.infer<typeof records>;

export const listVivaRecords = endpoint('GET', '/api/staff/vivas/:s_id/records', {
  summary: `The records of a student's viva, newest first, at most ${shownRecords}. For the panel, the mentors of the batch and administrators; none before an outcome is confirmed`,
  params: z.object({ s_id: z.string() }),
  answers: { 200: records, 401: errorBody, 404: errorBody },
});

const signed = z.record(z.string(), z.unknown());

export const readSignedVivaRecord = endpoint('GET', '/api/staff/vivas/:s_id/records/:number', {
  summary: 'A record of a viva as signed JSON, which `/verify` and `npx capstone verify` check',
  params: z.object({ s_id: z.string(), number: z.string() }),
  answers: { 200: signed, 401: errorBody, 404: errorBody },
});

export const listOwnVivaRecords = endpoint('GET', '/api/students/vivaRecords/:s_id', {
  summary:
    "A student's own records of the viva: result, questions and how they were answered, once the mark is released",
  params: studentParams,
  answers: { 200: ownRecords, 401: errorBody, 404: errorBody },
});

export const readOwnSignedVivaRecord = endpoint('GET', '/api/students/vivaRecords/:s_id/:number', {
  summary:
    'An own record of the viva as signed JSON. Fields that only staff read are null, and the signature still verifies',
  params: z.object({ ...studentParams.shape, number: z.string() }),
  answers: { 200: signed, 401: errorBody, 404: errorBody },
});
