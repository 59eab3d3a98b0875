import type { Task } from '#contract/dates';

/** Drafts. As in `device.ts`. */

export const markDrafts = (account: string, number: string) => ({
  marks: `${account} mark ${number} marks`,
  comments: `${account} mark ${number} comments`,
  rubric: `${account} mark ${number} rubric`,
  status: `${account} mark ${number} status`,
});
export const markOriginalDraft = (account: string, number: string) =>
  `about ${account} mark ${number} original`;
export const cancelledMarkDraft = (account: string, number: string) => `${account} mark ${number} cancelled`;
/** Which version marks are typed for. */
export const typedMarkDraft = (account: string, s_id: string, task: Task) =>
  `about ${account} mark of ${s_id} ${task}`;
/** From which version they were taken along. */
export const takenMarkDraft = (account: string, number: string) => `about ${account} mark ${number} taken`;
export const reviewDraft = (account: string, number: string) => `${account} second look ${number}`;
/** @param key of the review's draft */
export const reviewedMarkDraft = (key: string, current: number | null) => `${key} over ${current} marks`;
export const rubricDraft = (account: string, project: string, task: Task) =>
  `${account} lines of ${project} ${task} rubric`;
export const briefDraft = (account: string, project: string, task: Task) =>
  `${account} brief of ${project} ${task}`;
export const vivaBankDraft = (account: string, project: string) => `${account} viva questions of ${project}`;
export const resultRuleDraft = (account: string, batch: string) => `${account} result rule ${batch}`;
export const vivaPlanDraft = (account: string, batch: string) => `${account} viva plan ${batch}`;
/** Marks that an examiner has not given yet. */
export const vivaPaperDraft = (account: string, s_id: string) => `${account} viva of ${s_id} marks`;
/** Own marks of a final project that are not given yet. */
export const finalMarksDraft = (account: string, number: string) => `${account} final ${number} marks`;
export const projectDraft = (account: string, id: string) => `${account} project ${id}`;
export const noteDraft = (account: string, s_id: string) => `${account} note about ${s_id}`;
export const lineCommentDraft = (account: string, number: string, path: string | null, line: number) =>
  `${account} comment at ${number} line ${line} ${path ?? ''}`;
export const changedLineDraft = (account: string, id: string) => `${account} comment at line ${id}`;
export const newAnnouncementDraft = (account: string, batch: string) => `${account} announcement to ${batch}`;
export const messageDraft = (account: string, batch: string) => `${account} message to ${batch}`;
export const announcementDraft = (account: string, id: string) => `${account} announcement ${id}`;
export const plannedAnnouncementDraft = (account: string, id: string) =>
  `${account} planned announcement ${id}`;

// Session storage: of one tab.
export const tickedPeople = (account: string) => `${account} ticked people`;
