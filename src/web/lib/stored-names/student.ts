import type { Task } from '#contract/dates';

/** Drafts. As in `device.ts`. */

/** The weeks share theirs. */
export const submissionDraft = (s_id: string, call: string, field: string) => `${s_id} ${call} ${field}`;
export const weekDraft = (s_id: string) => `about ${s_id} week`;
export const extensionDrafts = (s_id: string, task: Task) => ({
  reason: `${s_id} extension ${task}`,
  until: `${s_id} extension ${task} until`,
  file: `${s_id} extension ${task} file`,
});
export const reviewRequestDraft = (s_id: string, task: Task, version: number | null) =>
  `${s_id} second look ${task} ${version}`;
export const certificateNameDraft = (s_id: string) => `${s_id} certificate name`;
