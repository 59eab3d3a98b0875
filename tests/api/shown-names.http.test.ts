import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  buildAdministrator,
  buildBatch,
  buildComment,
  buildMark,
  buildMentor,
  buildQuestion,
  buildSelection,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { openStudentExport } from '#server/privacy/exports/open-export';
import { writeCsvFile } from '../../src/cli/write-exports.ts';

/** A name from before names were checked: it breaks the line, turns the text and names an address. */
const stored = 'Asha\n\u202EYour account closes\u001B[31m https://evil.test/keep';
const shown = 'Asha Your account closes[31m';
const storedMentor = 'Ravi\u2028Menon www.evil.test';

test('a name that was stored before names were checked is shown without what may not stand in one', async () => {
  const { context, as } = await makeTestApp();
  const batch = await buildBatch(context, { name: 'ONE' });
  const student = await buildStudent(context, { name: stored, batch_id: batch.id });
  const mentor = await buildMentor(context, [], { name: storedMentor });
  const administrator = await as(await buildAdministrator(context));
  await buildSelection(context, { account_id: student.id });
  const submission = await buildSubmission(context, { account_id: student.id, number: 'R1' });
  await buildMark(context, { submission_id: submission.id, marked_by: mentor.id });
  const question = await buildQuestion(context, { author_id: student.id, batch_id: batch.id });
  await buildComment(context, { author_id: mentor.id, question_id: question.id });
  const me = await as(student);
  const at = `/api/students/`;

  const own = await Promise.all(
    [
      '/api/auth/session',
      `${at}studentCourse/${student.email}`,
      `${at}studentswithprojects/${student.email}`,
      '/api/receipts/R1',
    ].map(async (url) => [url, JSON.stringify((await me.get(url)).body)] as const),
  );
  for (const [url, body] of own) expect(body, url).toContain(JSON.stringify(shown));

  const timeline = await me.get(`${at}timeline/${student.email}`);
  const [discussion, newest] = [
    await me.get(`/api/discussion/discussion/${student.email}`),
    await me.get(`/api/discussion/answers/${student.email}`),
  ];
  for (const { body } of [timeline, discussion, newest])
    expect(JSON.stringify(body)).toContain('"Ravi Menon"');
  expect(discussion.body.questions[0].author.name).toBe(shown);

  const course = await administrator.get(`${at}studentCourse/${student.email}`);
  const queue = await administrator.get('/api/staff/batches/ONE/submissions');
  expect(course.body.s_name).toBe(shown);
  expect(queue.body[0].student.s_name).toBe(shown);
  const conflict = await administrator.put('/api/staff/submissions/R1/mark', { marks: 1, original: null });
  expect(conflict.body.current.marked_by).toBe('Ravi Menon');

  const record = (await me.get(`${at}record/${student.email}`)).body as string;
  expect(record).toContain('PK');

  const folder = mkdtempSync(path.join(tmpdir(), 'capstone-names-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await writeCsvFile(path.join(folder, 'x.csv'), () =>
    openStudentExport(context, { actorId: null }, { what: 'submissions', batch: null }),
  );
  const csv = readFileSync(path.join(folder, 'x.csv'), 'utf8');
  expect(csv).toContain(`,${shown},`);
  expect(csv).not.toContain('evil.test');
});
