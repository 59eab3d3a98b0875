import { guardsOf } from './guard.ts';

const accounts = guardsOf('src/server/accounts/policy.ts');
const discussions = guardsOf('src/server/forum/policy.ts');
const projects = guardsOf('src/server/projects/policy.ts');
const staff = guardsOf('src/server/marking/policy.ts');
const submissions = guardsOf('src/server/submissions/policy.ts');
const table = 'tests/api/access.http.test.ts';
/** The rule as it lets administrators through. */
/** As if everybody sat on every panel. */
const openPanel = '{ isMember: async () => true, recordOpened: async () => {} }';

const asAdministrator =
  "(check) => original({ ...check, viewer: check.viewer && { ...check.viewer, role: 'administrator' } })";

/** Who may. */
export const accessGuards = [
  accounts('signedIn', 'a call for the signed-in needs a session', '({ viewer }) => viewer', table),
  accounts('self', 'students change only what is theirs', 'signedIn', table),
  accounts(
    'isStudent',
    'staff are not the student of their own address',
    'hasAddress',
    'src/server/forum/reading/read-discussion.http.test.ts',
  ),
  accounts(
    'mentorsBatch',
    'mentors read only students of their own batches',
    "(viewer) => viewer.role !== 'student'",
    table,
  ),
  accounts(
    'mentoredBatchNamed',
    'a mentor’s batch is one of their own',
    '(viewer, name) => original(viewer, name) ?? viewer.batches[0]',
    table,
  ),
  accounts('staff', 'students see nothing of staff', 'signedIn', table),
  accounts('selfOrMentor', 'students read nothing of other students', asAdministrator, table),
  guardsOf('src/server/marking/reviews/review-deciders.ts')(
    'whyNotDecide',
    'who gave a mark does not decide its review while others can',
    'async () => null',
    'src/server/marking/reviews/reviews.api.test.ts',
  ),
  guardsOf('src/server/marking/reviews/review-deciders.ts')(
    'whyNotChange',
    'a mark under review is changed by its deciders, and lowered by the office alone',
    'async () => new Map()',
    'src/server/marking/reviews/reviews.api.test.ts',
  ),
  accounts(
    'administrator',
    'people are for administrators',
    'signedIn',
    'src/server/people/read-people.api.test.ts',
  ),
  discussions(
    'requireConfirmed',
    'the forum needs a confirmed address where the setting says so',
    '() => {}',
    'src/server/accounts/sign-up/confirm-email.api.test.ts',
  ),
  discussions(
    'discussionAccess',
    'a discussion is for its batch and mentors',
    'async (check) => { try { return await original(check); } catch { return { viewer: signedIn(check), batch: check.viewer.batch }; } }',
    table,
  ),
  discussions('canEdit', 'only the author and mentors edit a question', '() => true', table),
  guardsOf('src/server/forum/posts/lock-post.ts')(
    'lockQuestion',
    'a question of another batch, or a deleted one, is not found',
    `async (writer, { batch }, id) => {
      const question = await writer.selectFrom('questions').where('id', '=', Number(id)).selectAll().executeTakeFirst();
      if (batch === null || question === undefined) throw questionNotFound();
      return { ...question, batchId: question.batch_id, authorId: question.author_id, createdAt: question.created_at };
    }`,
    'src/server/forum/posts/change-discussion.api.test.ts',
  ),
  guardsOf('src/server/forum/policy.ts')(
    'attachmentReader',
    'an attachment is for its batch and mentors',
    asAdministrator,
    'src/server/forum/attachments/attachments.http.test.ts',
  ),
  guardsOf('src/server/private-questions/policy.ts')(
    'privateAccess',
    'a private question is for its author and mentors',
    `async (check) => {
      const access = await original(check);
      return { ...access, scope: access.scope && { ...access.scope, authorId: null } };
    }`,
    'tests/attack/private-questions.http.test.ts',
  ),
  submissions(
    'makeReaders',
    'a file is for its owner, mentors and panels',
    `(panel) => ({ ...original(panel), fileReader: original(${openPanel}).fileReader })`,
    table,
  ),
  submissions(
    'makeReaders',
    'a receipt is for its owner, mentors and panels',
    `(panel) => ({ ...original(panel), receiptReader: original(${openPanel}).receiptReader })`,
    table,
  ),
  submissions('student', 'staff submit nothing', 'signedIn', table),
  submissions(
    'ownUpload',
    'an upload is for its student',
    "async ({ params, context: { database, clock } }) => (await uploadById(database.reader, { id: params.upload ?? '', now: clock.now() }))[0]",
    table,
  ),
  guardsOf('src/server/submissions/policy.ts')(
    'makeReaders',
    'previews are for staff',
    '(panel) => ({ ...original(panel), staffFileReader: original(panel).fileReader })',
    'tests/attack/previews.http.test.ts',
  ),
  guardsOf('src/server/marking/reviews/review-deciders.ts')(
    'whyNotChangeReviewed',
    'a record under review is changed by its deciders, and lowered by the office alone',
    'async () => new Map()',
    'src/server/marking/recorded/record-reviews.api.test.ts',
  ),
  guardsOf('src/server/marking/recorded/queries.ts')(
    'releasedRecordsOf',
    'students do not see unreleased marks without a file',
    'async (reader, { accountId }) => recordsOf(reader, [accountId])',
    'src/server/marking/recorded/everywhere.api.test.ts',
    'tests/attack/unreleased-marks.http.test.ts',
  ),
  guardsOf('src/server/marking/student/queries.ts')(
    'taskProgressOf',
    'students do not see unreleased marks',
    `async (reader, { accountId }) => {
      const marked = await reader.selectFrom('task_progress').innerJoin('marks', 'marks.submission_id', 'task_progress.submission_id')
        .where('task_progress.account_id', '=', accountId).select(['task', 'marks', 'comments', 'marks.submission_id as markedId']).execute();
      const rows = await original(reader, { accountId });
      return rows.map((row) => ({ ...row, ...marked.find(({ task }) => task === row.task) }));
    }`,
    'src/server/marking/student/timeline.http.test.ts',
  ),
  projects(
    'courseMember',
    'a course’s projects are for its students',
    '({ params }) => params.course',
    table,
  ),
  projects(
    'ownProject',
    'a brief and a rubric are for mentors of the course',
    asAdministrator,
    'src/server/projects/briefs.api.test.ts',
    'src/server/marking/rubrics.api.test.ts',
  ),
  staff(
    'ownSubmission',
    'mentors mark only their own students, and learn of no others',
    asAdministrator,
    table,
    'src/server/marking/mark-submission.api.test.ts',
  ),
  accounts(
    'administratorOfStudent',
    'only administrators undo a choice',
    'ownStudent',
    'src/server/selections/end-selection.api.test.ts',
  ),
  guardsOf('src/server/platform/http/register-endpoint.ts')(
    'makeRegisterEndpoint',
    'calls, and those of pages, obey their access rule',
    `(find) => (server, context, endpoint, route) =>
      original(find)(server, context, endpoint, {
        ...route,
        authorize: async (check) => { try { return await route.authorize(check); } catch { return check.viewer; } },
      })`,
    table,
    'tests/api/in-process-calls.http.test.ts',
  ),
  guardsOf('src/server/platform/http/serialized-json.ts')(
    'serializerOf',
    'fields that no schema names are not sent',
    '() => undefined',
    'src/server/platform/http/register-endpoint.test.ts',
  ),
];
