import * as calls from '#contract/progress/student-calls';
import { ownStudent } from '../accounts/policy.ts';
import { read } from '../accounts/sessions/act.ts';
import { newestCommentsOf, newestQuestionsOf } from '../forum/reading/author-queries.ts';
import { listMarkedVersions } from '../marking/list-marked-versions.ts';
import { recordsOf } from '../marking/recorded/queries.ts';
import { staffStudentById, standingsOf } from '../marking/staff-queries.ts';
import { presentPosts, presentStaffStudent } from './student-presenter.ts';

/** On a student's page. */
const postLimit = 20;

export const staffStudentCalls = [
  read(calls.readStaffStudent, {
    who: ownStudent,
    async run({ context: { database, clock, settings }, resource: { student } }) {
      const { accountId } = student;
      const [row] = await staffStudentById(database.reader, { accountId });
      if (row === undefined) throw new Error(`account ${accountId} is gone`);
      const standings = await standingsOf(database.reader, [accountId]);
      const records = await recordsOf(database.reader, [accountId]);
      const when = { now: clock.now(), zone: settings.academyZone };
      return presentStaffStudent(row, { standings, records }, when);
    },
  }),

  read(calls.listMarkedVersions, {
    who: ownStudent,
    run: ({ context, resource: { student, viewer }, query }) =>
      listMarkedVersions(context, viewer, student.accountId, query),
  }),

  read(calls.listStudentPosts, {
    who: ownStudent,
    async run({ context: { database }, resource: { student } }) {
      const { accountId, batchId } = student;
      if (batchId === null) return [];
      const of = { accountId, batchId, limit: postLimit };
      const questions = await newestQuestionsOf(database.reader, of);
      const comments = await newestCommentsOf(database.reader, of);
      return presentPosts(questions, comments, postLimit);
    },
  }),
];
