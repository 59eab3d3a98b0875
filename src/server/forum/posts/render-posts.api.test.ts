import { expect, test } from 'vitest';
import { limits } from '#contract/limits';
import { htmlForRow, markOfVersion } from '#server/platform/markdown/markdown-html';
import { buildBatch, buildComment, buildComments, buildQuestion, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { erasePersonalRows } from '../../platform/database/personal-tables.ts';
import { forumPersonal } from '../tables.ts';
import { newestCommentsBetween, newestQuestions } from '../queries.ts';
import { renderPosts } from './post-text.ts';

async function makeForum() {
  const { context, as } = await makeTestApp();
  const batch = await buildBatch(context);
  const student = await buildStudent(context, { batch_id: batch.id });
  const client = await as(student);
  const url = `/api/discussion/discussion/${student.email}`;
  const htmlOf = async (table: 'questions' | 'comments' | 'former_texts') =>
    (await context.database.reader.selectFrom(table).orderBy('id').select('html').execute()).map(
      ({ html }) => html,
    );
  const own = { author_id: student.id, format: 'markdown' as const };
  return { context, batch, student, client, url, htmlOf, own };
}
const markdown = (text: string) => ({ question: text, questionText: text, answer: text, format: 'markdown' });

test('a post is rendered when it is written or edited, and what it said before keeps its HTML', async () => {
  const { client, url, htmlOf } = await makeForum();
  const [{ _id }] = (await client.post(`${url}/question`, markdown('*a*'))).body.questions;
  await client.post(`${url}/question/${_id}/answer`, markdown('*b*'));
  await client.post(`${url}/question`, { question: '*plain*' });
  expect(await htmlOf('questions')).toEqual([htmlForRow('*a*'), null]);
  expect(await htmlOf('comments')).toEqual([htmlForRow('*b*')]);
  const { comments } = (await client.get(url)).body.questions[0];
  await client.put(`${url}/question/${_id}`, markdown('*c*'));
  await client.put(`${url}/question/${_id}/answer/${comments[0].id}`, markdown('d'));
  expect(await htmlOf('questions')).toEqual([htmlForRow('*c*'), null]);
  expect(await htmlOf('comments')).toEqual([htmlForRow('d')]);
  expect(await htmlOf('former_texts')).toEqual([htmlForRow('*a*'), htmlForRow('*b*')]);
  await client.put(`${url}/question/${_id}`, { questionText: '*c*', format: 'plain' });
  expect(await htmlOf('questions')).toEqual([null, null]);
});

test('a row without HTML, or with another version’s or another text’s, is shown all the same, and rendered by the job', async () => {
  const { context, batch, client, url, htmlOf, own } = await makeForum();
  const of = { ...own, batch_id: batch.id };
  const { id } = await buildQuestion(context, { ...of, text: '*a*' });
  await buildQuestion(context, { ...of, text: '*b*', html: '0:x:<p>old</p>\n' });
  await buildQuestion(context, { ...of, text: '*c*', html: htmlForRow('*another*') });
  await buildComment(context, { ...own, question_id: id, text: '*d*' });
  await buildComment(context, { ...own, question_id: id, text: '*e*', format: null });
  const read = async () => (await client.get(url)).body.questions;
  const shown = await read();
  expect(shown.map(({ html }: { html: string }) => html)).toEqual(
    ['a', 'b', 'c'].map((letter) => `<p><em>${letter}</em></p>\n`),
  );
  await renderPosts(context.database);
  expect((await htmlOf('questions')).map((html) => html?.startsWith(markOfVersion))).toEqual([
    true,
    true,
    true,
  ]);
  expect((await htmlOf('questions')).slice(0, 2)).toEqual([htmlForRow('*a*'), htmlForRow('*b*')]);
  expect(await htmlOf('comments')).toEqual([htmlForRow('*d*'), null]);
  expect(await read()).toEqual(shown);
});

test('HTML goes with its text, whoever writes or erases that', async () => {
  const { context, student, client, url, htmlOf } = await makeForum();
  const [{ _id }] = (await client.post(`${url}/question`, markdown('*a*'))).body.questions;
  await client.post(`${url}/question/${_id}/answer`, markdown('*b*'));
  await client.put(`${url}/question/${_id}`, markdown('*c*'));
  // As a portal of the version before this one would.
  await context.database.transaction((writer) =>
    writer.updateTable('comments').set({ text: '*d*' }).where('text', '=', '*b*').execute(),
  );
  expect(await htmlOf('comments')).toEqual([null]);
  await context.database.transaction((writer) => erasePersonalRows(writer, forumPersonal, student.id));
  for (const table of ['questions', 'comments', 'former_texts'] as const)
    expect(await htmlOf(table), table).toEqual([null]);
});

test('no more is read of a page’s questions and comments than it can hold', async () => {
  const { context, batch, student, own } = await makeForum();
  const { reader } = context.database;
  const long = 'x'.repeat(limits.question);
  const question = { ...own, batch_id: batch.id, text: long };
  const ids: number[] = [];
  for (let n = 0; n < 80; n++) ids.push((await buildQuestion(context, question)).id);
  const page = { batchId: batch.id, readerId: student.id, before: 1e9, cursor: null, limit: 100 };
  const rows = await newestQuestions(reader, page);
  expect(rows.length).toBe(Math.ceil(limits.pageBytes / limits.question));
  expect(rows.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, rows.length));
  const between = { batchId: batch.id, oldest: 0, newest: 1e9 };
  const comment = { ...own, text: 'x'.repeat(limits.answer), html: 'y'.repeat(3_000) };
  for (const question_id of ids.slice(-60)) await buildComments(context, 10, { ...comment, question_id });
  const comments = await newestCommentsBetween(reader, between);
  const perQuestion = Math.floor(limits.newestCommentBytes / (limits.answer + 3_000));
  const questions = Math.ceil(limits.pageBytes / perQuestion / (2 * limits.answer + 375));
  expect(comments.length).toBe(perQuestion * questions);
  expect(comments[0]?.questionId).toBe(ids.at(-questions));
  // However long it is, the newest comment is there.
  await buildComment(context, { ...comment, question_id: ids[79] as number, html: 'y'.repeat(40_000) });
  const newest = (await newestCommentsBetween(reader, between)).filter(
    ({ questionId }) => questionId === ids[79],
  );
  expect(newest).toHaveLength(1);
});
