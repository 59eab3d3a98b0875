import { expect, test } from 'vitest';
import { htmlForRow } from '#server/platform/markdown/markdown-html';
import { buildMark, buildMentor, buildRecord, buildSubmission } from '#support/factories';
import { makeStudentFixture } from '#support/student-fixture';
import { renderMarksJob } from './mark-submission.ts';

test('a mark’s comments are rendered when it is set, and by the job where another version has set it', async () => {
  const { context, student, client, url, as } = await makeStudentFixture(8);
  const mentor = await as(await buildMentor(context, [student.batch_id as number]));
  const htmlOf = async () => {
    const rows = await context.database.reader.selectFrom('marks').select('html').execute();
    return rows.map(({ html }) => html);
  };
  const shown = async () => (await client.get(url('weeklyStatus'))).body[0].comments_html;
  const { id, number } = await buildSubmission(context, { account_id: student.id });
  await buildMark(context, { submission_id: id, comments: '*Good*', format: 'markdown', released: 1 });
  expect([await htmlOf(), await shown()]).toEqual([[null], '<p><em>Good</em></p>\n']);
  await renderMarksJob.run(context, null, new AbortController().signal);
  expect([await htmlOf(), await shown()]).toEqual([[htmlForRow('*Good*')], '<p><em>Good</em></p>\n']);
  const set = (comments: string, original?: null) =>
    mentor.put(`/api/staff/submissions/${number}/mark`, {
      marks: 70,
      comments,
      released: true,
      format: 'markdown',
      original,
    });
  expect((await set('**Better**')).body.mark_comments_html).toBe('<p><strong>Better</strong></p>\n');
  expect(await htmlOf()).toEqual([htmlForRow('**Better**')]);
  const { status, body } = await set('*Mine*', null);
  expect([status, body.current.comments_html]).toEqual([409, '<p><strong>Better</strong></p>\n']);
  // As another version of the portal would, and as an erasure does.
  await context.database.transaction((writer) => writer.updateTable('marks').set({ comments: '' }).execute());
  expect(await htmlOf()).toEqual([null]);
});

test('so are the comments of a mark without a file', async () => {
  const { context, student, client, url } = await makeStudentFixture(8);
  await buildRecord(context, { account_id: student.id, comments: '*Ill*', format: 'markdown' });
  const rows = context.database.reader.selectFrom('recorded_marks').select('html');
  const shown = async () => (await client.get(url('weeklyStatus'))).body[0].comments_html;
  expect([await rows.execute(), await shown()]).toEqual([[{ html: null }], '<p><em>Ill</em></p>\n']);
  await renderMarksJob.run(context, null, new AbortController().signal);
  expect([await rows.execute(), await shown()]).toEqual([
    [{ html: htmlForRow('*Ill*') }],
    '<p><em>Ill</em></p>\n',
  ]);
  await context.database.transaction((writer) =>
    writer.updateTable('recorded_marks').set({ comments: '' }).execute(),
  );
  expect(await rows.execute()).toEqual([{ html: null }]);
});
