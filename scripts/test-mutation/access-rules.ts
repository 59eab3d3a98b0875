import type { Guards } from './mutation.ts';

const accounts = 'src/server/accounts/policy.ts';
const discussions = 'src/server/discussions/policy.ts';
const submissions = 'src/server/submissions/policy.ts';
const table = ['tests/api/access.test.ts'];
const forbid = 'throw httpErrors.forbidden(messages.forbidden);';

/** Who may. */
export const accessRules: Guards = {
  'a call for the signed-in asks for a session': {
    file: accounts,
    take: 'if (viewer === null) throw httpErrors.signedOut(messages.signedOut);\n  return viewer;',
    put: 'return viewer as Viewer;',
    tests: table,
  },
  'a student changes only what is theirs': {
    file: accounts,
    take: `if (!isStudent(viewer, check.params.s_id ?? '')) ${forbid}`,
    put: '',
    tests: table,
  },
  'a mentor reads no student of another batch': {
    file: accounts,
    take: `if (!mentorsBatch(viewer, student.batchId)) ${forbid}`,
    put: '',
    tests: table,
  },
  'students see nothing of staff': {
    file: accounts,
    take: `if (!isStaff(viewer)) ${forbid}\n  return viewer;`,
    put: 'return viewer;',
    tests: table,
  },
  'a mentor mentors only the own batches': {
    file: accounts,
    take: "return viewer.role === 'mentor' && batchId !== null && viewer.batches.some((batch) => batch.id === batchId);",
    put: "return viewer.role === 'mentor';",
    tests: table,
  },
  'staff are no students of their own address': {
    file: accounts,
    take: "return viewer.role === 'student' && hasAddress(viewer, email);",
    put: 'return hasAddress(viewer, email);',
    tests: ['src/server/discussions/read-discussion.api.test.ts', 'tests/api/access.test.ts'],
  },
  'who has to confirm the address stays out of the forum': {
    file: discussions,
    take: 'if (viewer !== null && mustConfirmFirst(viewer, settings))\n    throw httpErrors.unconfirmed(confirmFirstMessage(settings));',
    put: '',
    tests: ['src/server/accounts/confirm-email.api.test.ts'],
  },
  'a discussion opens to its batch and its mentors': {
    file: discussions,
    take: `throw httpErrors.notFound('There is no batch with this name.');\n  ${forbid}`,
    put: "throw httpErrors.notFound('There is no batch with this name.');\n  return { viewer, batch: viewer.batch };",
    tests: table,
  },
  'a question is edited by its author and the mentors': {
    file: discussions,
    take: 'return question.authorId === viewer.accountId || mentorsBatch(viewer, question.batchId);',
    put: 'return question.authorId > 0;',
    tests: table,
  },
  'a question of another batch is not there': {
    file: 'src/server/discussions/lock-question.ts',
    take: "    .where('batch_id', '=', batch.id)\n",
    put: '',
    tests: ['src/server/discussions/change-discussion.api.test.ts'],
  },
  'a deleted question is not there': {
    file: 'src/server/discussions/lock-question.ts',
    take: "    .where('deleted_at', 'is', null)\n",
    put: '',
    tests: ['src/server/discussions/change-discussion.api.test.ts'],
  },
  'a file is read by its owner and the mentors': {
    file: submissions,
    take: `if (!mayReadSubmission(viewer, file)) ${forbid}`,
    put: '',
    tests: table,
  },
  'a receipt is read by its owner and the mentors': {
    file: submissions,
    take: `if (!mayReadSubmission(viewer, row)) ${forbid}`,
    put: '',
    tests: table,
  },
  'staff hand nothing in': {
    file: submissions,
    take: `if (isStaff(viewer)) ${forbid}`,
    put: '',
    tests: table,
  },
  'an upload is its student’s alone': {
    file: submissions,
    take: `if (row.account_id !== viewer.accountId) ${forbid}`,
    put: '',
    tests: table,
  },
  'an upload that has expired is not there': {
    file: 'src/server/submissions/uploads/upload-rows.ts',
    take: "    .where('expires_at', '>', p.now)\n    .select(['account_id', 'task', 'name', 'begun_at', 'expires_at'])",
    put: "    .select(['account_id', 'task', 'name', 'begun_at', 'expires_at'])",
    tests: [
      'src/server/submissions/uploads/sweep-uploads.api.test.ts',
      'src/server/submissions/uploads/uploads.api.test.ts',
    ],
  },
  'a course’s projects are for its students': {
    file: 'src/server/projects/policy.ts',
    take: `if (!seesCourse(viewer, course)) ${forbid}`,
    put: '',
    tests: table,
  },
  'a mentor’s queue is of their own batches': {
    file: 'src/server/accounts/policy.ts',
    take: 'return viewer.batches.find((batch) => batchKey(batch.name) === key);',
    put: 'return viewer.batches.find((batch) => batchKey(batch.name) === key) ?? viewer.batches[0];',
    tests: table,
  },
  'a mentor marks only the own students': {
    file: 'src/server/staff/policy.ts',
    take: `if (!mentorsBatch(viewer, submission.batchId)) ${forbid}`,
    put: '',
    tests: table,
  },
  'only administrators learn that a hand-in is unknown': {
    file: 'src/server/staff/policy.ts',
    take: "return viewer.role === 'administrator'\n    ? httpErrors.notFound(message)\n    : httpErrors.forbidden(messages.forbidden);",
    put: 'return httpErrors.notFound(message);',
    tests: ['src/server/staff/mark-submission.api.test.ts', 'src/server/staff/staff.api.test.ts'],
  },
  'a mark that is held back is not read for students': {
    file: 'src/server/submissions/queries.ts',
    take: "on.onRef('marks.submission_id', '=', 'task_progress.released_id').on('marks.released', '=', 1),",
    put: "on.onRef('marks.submission_id', '=', 'task_progress.released_id'),",
    tests: ['src/server/submissions/timeline.api.test.ts'],
  },
  'fields that no schema names never leave': {
    file: 'src/server/platform/http/register-endpoint.ts',
    take: 'schema: { response: responseSchemas(endpoint) },',
    put: 'schema: {},',
    tests: ['src/server/platform/http/register-endpoint.test.ts'],
  },
  'a page’s calls are held to the same rules': {
    file: 'src/server/platform/http/register-endpoint.ts',
    take: 'const resource = await route.authorize({ viewer, params: incoming.params, context });',
    put: 'const resource = await Promise.resolve(route.authorize({ viewer, params: incoming.params, context })).catch(() => viewer as never);',
    tests: ['tests/api/in-process-calls.test.ts'],
  },
};
