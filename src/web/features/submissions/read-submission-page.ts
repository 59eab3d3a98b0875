import type { Receipt } from '#contract/submissions';
import { arrayAnswer } from '../../lib/array-answer.ts';
import { call } from '../../lib/client.ts';
import { readTimeline, type ReadTimeline } from './live-tasks.ts';

/** Whose receipts they are: on paper nothing else says so. */
export type Holder = { s_id: string; s_name: string };

/** What a hand-in's screen stands on. */
export type SubmissionPageData = {
  student: Holder;
  read: ReadTimeline;
  /** The newest of all tasks, newest first. */
  receipts: Receipt[];
};

/** A page of a student's receipts, newest first. @throws CallError */
export async function readReceipts(s_id: string, before?: string): Promise<Receipt[]> {
  const query = before === undefined ? {} : { before };
  return arrayAnswer(await call('listSubmissions', { params: { s_id }, query }));
}

/** A student's timeline and receipts, for loaders. @throws CallError */
export async function readSubmissionPage({ s_id, s_name }: Holder): Promise<SubmissionPageData> {
  const [read, receipts] = await Promise.all([readTimeline(s_id), readReceipts(s_id)]);
  return { student: { s_id, s_name }, read, receipts };
}
