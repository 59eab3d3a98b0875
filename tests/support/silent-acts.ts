import { expect } from 'vitest';
import type { Task } from '#contract/dates';
import { dayMs } from '#contract/durations';
import type { Fixture } from './access-table.ts';
import {
  buildMentor,
  buildResultRule,
  buildRubricLine,
  buildSelection,
  buildSubmission,
} from './factories.ts';
import type { Answer, Client } from './test-app.ts';

type Who = 'student' | 'classmate';

/** What staff do that releases nothing, by what it is; in this order. */
export type SilentAct = readonly [what: string, act: () => Promise<unknown>];

function taken(answer: Answer): Answer {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer;
}

/** The staff's acts upon one student and task. */
function actsOf({ clients: { mentor } }: Fixture, email: string, task: Task) {
  const url = `/api/staff/students/${email}/tasks/${task}/recorded`;
  return {
    record: async (body: object) => taken(await mentor.put(url, { released: false, ...body })),
    remove: async () => taken(await mentor.delete(url)),
    comment: async (comment: string, to_office = false, by: Client = mentor) =>
      taken(await by.put(`${url}/second-look/comment`, { comment, to_office })),
  };
}

/**
 * Gives the student released marks, a version that waits, and reviews; the classmate a project. A rule with a pass mark
 * says what is needed.
 */
async function makeOpenCourse(fixture: Fixture) {
  const { app, clients, emails, project, submission } = fixture;
  const { context, clock } = app;
  const accounts = await context.database.reader
    .selectFrom('accounts')
    .where('email', 'in', [emails.student, emails.classmate])
    .select(['id', 'email', 'batch_id'])
    .execute();
  const of = (who: Who) => accounts.find(({ email }) => email === emails[who]) as (typeof accounts)[number];
  await context.database.transaction((writer) =>
    writer
      .updateTable('accounts')
      .set({ confirmed_at: clock.now() })
      .where('confirmed_at', 'is', null)
      .execute(),
  );
  await buildResultRule(context, { batch_id: Number(of('student').batch_id), rule: { pass_mark: 50 } });
  await buildSelection(context, {
    account_id: of('classmate').id,
    project_id: project,
    started_at: clock.now() - 29 * dayMs,
  });
  // Somebody else may decide reviews.
  const colleague = await app.as(await buildMentor(context, [Number(of('student').batch_id)]));
  const submit = async (task: Task, version = 1) =>
    (await buildSubmission(context, { account_id: of('student').id, task, version })).number;
  const released = { marks: 70, comments: 'Fair.', released: true, original: null };
  taken(await clients.mentor.put(`/api/staff/submissions/${await submit('week-4')}/mark`, released));
  const absent = actsOf(fixture, emails.student, 'week-3');
  await absent.record({ status: 'absent', released: true });
  for (const [task, version] of [
    ['week-1', 1],
    ['week-3', null],
  ] as const)
    taken(
      await clients.student.post(`/api/students/secondLook/${emails.student}`, {
        task,
        version,
        reason: 'Please look again.',
      }),
    );
  const line = await buildRubricLine(context, { project_id: project, task: 'final', text: 'It starts.' });
  // So that what an act dates is dated otherwise than what was there.
  clock.advance(60_000);
  return {
    colleague,
    reviewed: submission,
    second: await submit('week-4', 2),
    final: await submit('final'),
    line: String(line.id),
  };
}

const words = 'canary-3d90';
const unreleased = { marks: 61.375, comments: words, released: false };

/** @returns the acts: those that leave something, and those that change or remove it; and a release of it */
export async function makeSilentActs(
  fixture: Fixture,
): Promise<{ leave: readonly SilentAct[]; change: readonly SilentAct[]; release: () => Promise<unknown> }> {
  const { colleague, reviewed, second, final, line } = await makeOpenCourse(fixture);
  const { clients, emails, batch } = fixture;
  const { mentor, administrator } = clients;
  // A panel would give the mark of the viva.
  const time = `/api/staff/batches/${batch}/viva-plan/students/${emails.student}`;
  taken(await administrator.delete(time, {}, {}));
  const own = (task: Task) => actsOf(fixture, emails.student, task);
  const put = async (by: Client, url: string, body: object) => taken(await by.put(url, body));
  const mark = (number: string, body: object) => put(mentor, `/api/staff/submissions/${number}/mark`, body);
  const ofBatch = `/api/staff/batches/${batch}`;
  const onMark = `/api/staff/submissions/${reviewed}/second-look/comment`;
  const byRubric = { ...unreleased, rubric: { lines: [line], reason: words } };
  const toAll = { task: 'week-2', students: [emails.classmate], released: false };
  const sheet = { task: 'final', released: 'no', text: `email,marks\n${emails.student},44` };
  const lookAround = async () => {
    for (const at of ['unfinished', 'freezes', 'recorded', 'marks/distribution', 'progress'])
      taken(await administrator.get(`${ofBatch}/${at}`));
    for (const kind of ['grades', 'roster', 'submissions'])
      taken(await administrator.get(`/api/staff/exports/${kind}?batch=${batch}`));
  };
  return {
    leave: [
      ['a mark', () => mark(final, { ...byRubric, original: null })],
      ['a mark of a version after the released one', () => mark(second, { ...unreleased, original: null })],
      ['a mark without a file', () => own('viva').record({ ...unreleased, status: 'marked' })],
      ['an absence', () => own('week-2').record({ status: 'absent', comments: words })],
      [
        'a decision over a released mark',
        () => own('week-1').record({ status: 'excused', newest: reviewed }),
      ],
      ['0 for all', async () => taken(await mentor.post(`${ofBatch}/unsubmitted`, toAll))],
      ['a comment on the review of a record', () => own('week-3').comment(words)],
      ['a review that is passed on', () => own('week-3').comment(words, true, colleague)],
      ['a comment on the review of a mark', () => put(mentor, onMark, { comment: words })],
      ['a note', () => mentor.post(`/api/staff/students/${emails.student}/notes`, { text: words })],
      ['what the office looks at', lookAround],
    ],
    change: [
      ['a sheet of marks', async () => taken(await mentor.post(`${ofBatch}/marks`, sheet))],
      ['another mark', () => mark(final, { ...unreleased, marks: 73.125, comments: words })],
      ['another status', () => own('week-2').record({ status: 'excused', began: { status: 'absent' } })],
      ['a record removed', () => own('viva').remove()],
      ['a record once more', () => own('viva').record({ ...unreleased, status: 'marked' })],
    ],
    release: () =>
      own('viva').record({ ...unreleased, status: 'marked', released: true, began: { released: false } }),
  };
}
