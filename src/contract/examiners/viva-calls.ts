import { z } from 'zod';
import { studentParams } from '../accounts/calls.ts';
import { studentName } from '../progress/calls.ts';
import { listBriefs } from '../projects/brief-calls.ts';
import { project } from '../projects/calls.ts';
import { listedReceipt } from '../submissions/calls.ts';
import { endpoint, errorBody, instant } from '../wire/endpoint.ts';

/** Of a list of one's own vivas, and of a student's papers. */
export const shownVivas = 500;
export const shownPapers = 100;

const ownViva = z.object({
  student: studentName,
  project: z.string().nullable(),
  batch: z.string(),
  starts_at: instant,
  minutes: z.number(),
  room: z.string(),
  link: z.string().nullable(),
  /** Everybody's on the panel, by name. */
  panel: z.array(z.string()),
});
export type OwnViva = z.infer<typeof ownViva>;

export const listOwnVivas = endpoint('GET', '/api/staff/vivas', {
  summary: `The vivas that you examine, by time, up to ${shownVivas}: until the result is released, at the latest until 30 days after your last viva of the batch`,
  answers: { 200: z.array(ownViva), 401: errorBody },
});

const papers = ownViva.omit({ project: true }).extend({
  project: project.pick({ id: true, name: true, details: true, overview: true }).nullable(),
  /** What each task asks for. */
  briefs: listBriefs.answers[200],
  /** Of this project, newest first. */
  versions: z.array(listedReceipt),
});
export type VivaPapers = z.infer<typeof papers>;

export const readViva = endpoint('GET', '/api/staff/vivas/:s_id', {
  summary: `The papers of a student for a panel: project, instructions and up to ${shownPapers} versions, newest first. Only for who is on the panel`,
  params: studentParams,
  answers: { 200: papers, 401: errorBody },
});
