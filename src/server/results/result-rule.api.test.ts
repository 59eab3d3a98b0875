import { expect, test } from 'vitest';
import { defaultRule } from '#contract/results/rule';
import {
  buildAdministrator,
  buildBatch,
  buildMark,
  buildMentor,
  buildRecord,
  buildResultRule,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { runDue } from '#support/run-due';
import { makeTestApp } from '#support/test-app';
import { dueMailQueue } from '../notices/mails/due-mail-queue.ts';

const path = '/api/staff/batches/OURS/result-rule';
const weights = { 'week-1': 10, 'week-2': 10, 'week-3': 10, 'week-4': 10, final: 40, viva: 20 };

async function makeOffice() {
  const app = await makeTestApp();
  const batch = await buildBatch(app.context, { name: 'OURS' });
  const student = await buildStudent(app.context, { batch_id: batch.id });
  const office = await app.as(await buildAdministrator(app.context, { name: 'Latha Menon' }));
  const mentor = await app.as(await buildMentor(app.context, [batch.id]));
  /** A released mark of the student, unless `released` says otherwise. */
  const mark = async (released: 0 | 1 = 1) => {
    const { id } = await buildSubmission(app.context, { account_id: student.id });
    await buildMark(app.context, { submission_id: id, released });
  };
  const notices = async () => (await (await app.as(student)).get('/api/notices')).body.notices;
  return { ...app, batch, student, office, mentor, mark, notices };
}

test('a batch begins with the portal’s rule; each change is the next version, with who made it', async () => {
  const { office, mentor, notices, context } = await makeOffice();
  const before = (await office.get(path)).body;
  expect(before).toMatchObject({ batch: 'OURS', version: 0, rule: defaultRule, versions: [], copies: [] });
  expect(before.needs_reason).toBe(false);

  const first = await office.put(path, { ...defaultRule, pass_mark: 50 });
  expect(first.body).toMatchObject({
    version: 1,
    rule: { ...defaultRule, pass_mark: 50 },
    versions: [{ version: 1, reason: null, made_by: 'Latha Menon' }],
  });
  expect(first.body.sentences).toContain('You pass with a result of 50 or more.');
  const second = await office.put(path, {
    ...defaultRule,
    pass_mark: 50,
    weights,
    reason: 'The viva is longer.',
  });
  expect(second.body.versions).toMatchObject([
    { version: 2, reason: 'The viva is longer.' },
    { version: 1, reason: null },
  ]);
  expect((await mentor.get(path)).body, 'mentors read it').toMatchObject({ version: 2, copies: [] });
  expect(await notices(), 'nobody has marks yet').toEqual([]);
  const audit = await context.database.reader
    .selectFrom('audit_log')
    .where('act', '=', 'set-result-rule')
    .select('subject')
    .execute();
  expect(audit.map(({ subject }) => subject)).toEqual(['OURS', 'OURS']);
});

test('the same rule again makes no version, and a repeated request makes one', async () => {
  const { office } = await makeOffice();
  const save = (key: string) =>
    office.put(path, { ...defaultRule, pass_mark: 50 }, { 'idempotency-key': key });
  expect([(await save('k')).body.version, (await save('k')).body.version]).toEqual([1, 1]);
  expect((await save('other')).body.version).toBe(1);
});

test('after the first released mark a change needs a reason, and every student of the batch is told once', async () => {
  const { office, mark, notices, context, batch, clock } = await makeOffice();
  await mark(0);
  expect(
    (await office.put(path, { ...defaultRule, pass_mark: 40 })).status,
    'an unreleased mark asks for nothing',
  ).toBe(200);
  const { id } = await buildSubmission(context, {
    account_id: (await buildStudent(context, { batch_id: batch.id })).id,
  });
  await buildMark(context, { submission_id: id });
  expect((await office.get(path)).body.needs_reason).toBe(true);
  const refused = await office.put(path, { ...defaultRule, pass_mark: 50, reason: '  ' });
  expect(refused).toMatchObject({ status: 400, body: { fields: [{ name: 'reason' }] } });
  const saved = await office.put(path, {
    ...defaultRule,
    pass_mark: 50,
    reason: 'The university asks for 50.',
  });
  expect(saved.body).toMatchObject({ version: 2, versions: [{ reason: 'The university asks for 50.' }, {}] });
  expect(await notices()).toMatchObject([{ text: 'The rule of your result has changed', href: '/result' }]);
  await office.put(path, { ...defaultRule, pass_mark: 50, weights, reason: 'Weights.' });
  expect(await notices()).toHaveLength(2);
  clock.advance(1);
  await runDue(dueMailQueue(context));
  const mails = await context.database.reader.selectFrom('outbox').select('id').execute();
  expect(mails, 'only in the one mail of a day').toEqual([]);
});

test('a released mark without a file asks for a reason, too', async () => {
  const { office, context, student } = await makeOffice();
  await buildSelection(context, { account_id: student.id });
  await buildRecord(context, { account_id: student.id, task: 'week-1', status: 'absent', released: 1 });
  expect((await office.get(path)).body.needs_reason).toBe(true);
});

test.each([
  [{ weights: { ...weights, viva: 30 } }, 'weights'],
  [{ pass_mark: 0 }, 'pass_mark'],
  [{ minimums: [{ of: 'viva', marks: 40 }], weights: { ...weights, viva: 0, final: 60 } }, 'minimums.0.of'],
  [{ late: { points: 5, each: 'once', most: 10 } }, 'late.most'],
  [{ grades: [{ from: 101, word: 'A' }] }, 'grades.0.from'],
  [{ best_weeks: 4 }, 'best_weeks'],
  [{ grades: Array.from({ length: 11 }, (_, from) => ({ from, word: `G${from}` })) }, 'grades'],
])('%j is refused at its field', async (body, name) => {
  const { office } = await makeOffice();
  const refused = await office.put(path, { ...defaultRule, ...body });
  expect(refused.status).toBe(400);
  expect(refused.body.fields.map((field: { name: string }) => field.name)).toContain(name);
  expect((await office.get(path)).body.version).toBe(0);
});

test('two of the office change different parts of a rule; the same part is a conflict with what is stored', async () => {
  const { office } = await makeOffice();
  await office.put(path, { ...defaultRule, pass_mark: 40 });
  const whole = { ...defaultRule, pass_mark: 40 };
  await office.put(path, { ...whole, pass_mark: 50, began: { pass_mark: 40 } });
  const other = await office.put(path, { ...whole, decimals: 0, began: { decimals: 1 } });
  expect(other.body).toMatchObject({ version: 3, rule: { pass_mark: 50, decimals: 0 } });
  const same = await office.put(path, { ...whole, pass_mark: 45, began: { pass_mark: 40 } });
  expect(same).toMatchObject({ status: 409, body: { current: { version: 3, rule: { pass_mark: 50 } } } });
  const merged = await office.put(path, {
    ...whole,
    minimums: [{ of: 'viva', marks: 40 }],
    began: { minimums: [] },
  });
  expect(merged.body.rule).toMatchObject({ pass_mark: 50, minimums: [{ of: 'viva', marks: 40 }] });
});

test('parts that fit apart and not together are refused', async () => {
  const { office } = await makeOffice();
  const noViva = { ...weights, viva: 0, final: 60 };
  await office.put(path, { ...defaultRule, weights: noViva, began: { weights: null } });
  const refused = await office.put(path, {
    ...defaultRule,
    minimums: [{ of: 'viva', marks: 40 }],
    began: { minimums: [] },
  });
  expect(refused).toMatchObject({ status: 400, body: { fields: [{ name: 'minimums.0.of' }] } });
});

test('two who each set the minimum of another part both succeed, and the minimums keep their order', async () => {
  const { office } = await makeOffice();
  const [viva, week] = [
    { of: 'viva', marks: 40 },
    { of: 'week-1', marks: 30 },
  ];
  await office.put(path, { ...defaultRule, minimums: [viva], began: { minimums: [] } });
  const second = await office.put(path, { ...defaultRule, minimums: [week], began: { minimums: [] } });
  expect(second.body).toMatchObject({ version: 2, rule: { minimums: [week, viva] } });
  const same = { ...defaultRule, minimums: [{ of: 'viva', marks: 60 }], began: { minimums: [] } };
  expect((await office.put(path, same)).status).toBe(409);
});

test('the office may copy from batches that have a rule; two changes at once make two versions', async () => {
  const { office, context } = await makeOffice();
  const other = await buildBatch(context, { name: 'OTHER' });
  await buildResultRule(context, { batch_id: other.id, rule: { pass_mark: 60 } });
  await buildResultRule(context, { batch_id: other.id, version: 2 });
  await buildBatch(context, { name: 'WITHOUT' });
  expect((await office.get(path)).body.copies).toEqual(['OTHER']);
  const answers = await Promise.all([
    office.put(path, { ...defaultRule, pass_mark: 40 }),
    office.put(path, { ...defaultRule, pass_mark: 45 }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await office.get(path)).body.version).toBe(2);
});
