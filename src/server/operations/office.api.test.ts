import { expect, test } from 'vitest';
import type { Office } from '#contract/operations/calls';
import { officeSteps } from '#contract/operations/office-view';
import {
  buildAdministrator,
  buildBatch,
  buildImportedPerson,
  buildProject,
  buildQuestion,
  buildStudent,
} from '#support/factories';
import { makeTestApp, type Client } from '#support/test-app';

const read = async (office: Client): Promise<Office> => {
  const { status, body } = await office.get('/api/staff/office');
  expect(status).toBe(200);
  return body;
};
const doneOf = ({ steps }: Office) => steps.flatMap(({ step, done }) => (done ? [step] : []));

test('the set-up ticks itself, in the order of its steps', async () => {
  const app = await makeTestApp();
  const { context } = app;
  const office = await app.as(await buildAdministrator(context));
  const empty = await read(office);
  expect(empty.steps.map(({ step }) => step)).toEqual(officeSteps);
  expect(doneOf(empty).filter((step) => step !== 'address' && step !== 'mail')).toEqual([]);
  const batch = await buildBatch(context);
  expect(doneOf(await read(office))).toEqual(expect.arrayContaining(['course', 'batch']));
  await buildProject(context, { course_id: batch.course_id });
  await buildImportedPerson(context);
  expect(doneOf(await read(office))).toEqual(expect.arrayContaining(['project', 'list']));
  expect(doneOf(await read(office))).not.toContain('invitations');
  expect(await read(office)).toMatchObject({ is_named: false, has_students: false });
  await office.put('/api/staff/face', { name: 'Nila Institute' });
  await buildStudent(context, { batch_id: batch.id });
  expect(await read(office)).toMatchObject({ is_named: true, has_students: true });
});

test('what waits is counted; reports by the batch, each post once', async () => {
  const app = await makeTestApp();
  const { context } = app;
  const office = await app.as(await buildAdministrator(context));
  const batch = await buildBatch(context, { name: 'WEB-1' });
  const author = await buildStudent(context, { batch_id: batch.id, confirmed_at: 1 });
  await buildStudent(context, { batch_id: null, typed_batch: 'Nowhere', confirmed_at: null });
  const question = await buildQuestion(context, { batch_id: batch.id, author_id: author.id });
  expect((await read(office)).waiting).toEqual({
    placements: 1,
    confirmations: 1,
    deletions: 0,
    undecided: [],
    reports: [],
    wrong_codes: [],
    failed_mails: 0,
    held_mails: 0,
    alarms: 0,
  });
  for (const name of ['Asha', 'Ravi']) {
    const reporter = await buildStudent(context, { name, batch_id: batch.id, confirmed_at: 1 });
    await context.database.transaction((writer) =>
      writer
        .insertInto('post_reports')
        .values({
          batch_id: batch.id,
          question_id: question.id,
          comment_id: null,
          post: `question:${question.id}`,
          reporter_id: reporter.id,
          reason: null,
          reported_at: 1,
          settled_at: null,
        })
        .execute(),
    );
  }
  expect((await read(office)).waiting.reports).toEqual([{ batch: 'WEB-1', posts: 1 }]);
});

test('the newest events are lines of the audit log', async () => {
  const app = await makeTestApp();
  const office = await app.as(await buildAdministrator(app.context, { name: 'Anu' }));
  const { body: log } = await office.get('/api/staff/audit?limit=30');
  expect((await read(office)).events).toEqual(log.lines);
});
