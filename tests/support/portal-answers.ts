import type { StaffSubmission } from '#contract/marking/calls';
import { course, deskSubmission, mentor, project, projectCard } from './contract-fixtures.ts';
import { references, resultFrom, selection } from './contract-fixtures.ts';
import { receipt, staffBatch, staffSubmission, student, timelineOnDay } from './contract-fixtures.ts';
import { openDrafts, removeDrafts } from '../../src/web/lib/forms/drafts.ts';
import { mockApi, type MockApi } from './mock-api.ts';

/** Answers every call of a student's screens: a project on its 16th day, week 1 submitted. */
export function answerStudent(api: MockApi, timeline = timelineOnDay(16, { 'week-1': submittedTask })): void {
  api.reply('readStudentCourse', course);
  api.reply('readSelection', [selection]);
  api.reply('readTimeline', timeline);
  api.reply('readVivaTime', { time: null });
  api.reply('readResult', resultFrom(timeline));
  api.reply('listAvailableProjects', [projectCard]);
  api.reply('readProject', [project]);
  api.reply('readReferences', references);
  api.reply('listSubmissions', [receipt()]);
  api.reply('readOwnBriefs', []);
  api.reply('readVivaPreparation', { samples: [], bring: null });
  api.reply('listOwnVivaRecords', { records: [] });
  api.reply('listBriefs', []);
  api.reply('readDiscussion', { batch: student.batch, questions: [] });
  api.reply('readNewestAnswers', []);
  api.reply('readMark', undefined);
}

/** What the timeline tells about a task with one version. */
export const submittedTask = {
  state: 'submitted',
  version: 1,
  submitted_at: '2026-11-10T04:05:06.789Z',
} as const;

/** Answers every call of the staff screen: one submission to mark in the first of two batches. */
export function answerMentor(api: MockApi): void {
  api.reply('listStaffBatches', [
    staffBatch(),
    staffBatch({ name: mentor.batches[1]!, submissions: 0, unmarked: 0 }),
  ]);
  answerQueue(api, [staffSubmission()]);
  api.reply('openSubmission', { others: [] });
  api.reply('listOpeners', { others: [] });
  api.reply('closeSubmission', undefined);
}

/** Answers with some submissions to list, each of which can be opened. */
export function answerQueue(api: MockApi, rows: readonly StaffSubmission[]): void {
  api.reply('listPhrases', []);
  api.reply('listPhrasesForStudent', []);
  api.reply('listBatchSubmissions', [...rows]);
  api.reply('readFilePreview', { kind: 'none', words: 'A ZIP file of no entries.', address: null });
  api.replyWith('readStaffSubmission', ({ params }) =>
    deskSubmission(rows.find(({ number }) => number === params['id'])),
  );
}

/** The portal of a student or a mentor who has typed nothing yet. */
async function mockPortal(s_id: string, answer: (api: MockApi) => void): Promise<MockApi> {
  await openDrafts(s_id);
  await removeDrafts();
  const api = mockApi();
  answer(api);
  return api;
}
export const mockStudentPortal = () => mockPortal(student.s_id, answerStudent);
export const mockMentorPortal = () => mockPortal(mentor.s_id, answerMentor);
