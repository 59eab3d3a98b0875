import { expect, test } from 'vitest';
import {
  buildBatch,
  buildComment,
  buildPrivateQuestion,
  buildQuestion,
  buildStudent,
} from '#support/factories';
import { makeTestApp } from '#support/test-app';

async function makeForum() {
  const app = await makeTestApp({ settings: { forumPostsPerHour: 0 } });
  const { context } = app;
  const batch = await buildBatch(context, { name: 'OURS' });
  const student = await buildStudent(context, { batch_id: batch.id });
  const own = { author_id: student.id };
  const question = await buildQuestion(context, { ...own, batch_id: batch.id });
  const comment = await buildComment(context, { ...own, question_id: question.id });
  const asked = await buildPrivateQuestion(context, { authorId: student.id, batchId: batch.id });
  const client = await app.as(student);
  const forum = `/api/discussion/discussion/${student.email}`;
  const privately = `/api/discussion/private/${student.email}`;
  const at = `${forum}/question/${question.id}`;
  const format = 'markdown' as const;
  /** Each way to write a post, with the name of what is written. */
  const ways = {
    'The question': [
      (text: string) => client.post(`${forum}/question`, { question: text, format }),
      (text: string) => client.put(at, { questionText: text, format }),
    ],
    'The comment': [
      (text: string) => client.post(`${at}/answer`, { answer: text, format }),
      (text: string) => client.put(`${at}/answer/${comment.id}`, { answer: text, format }),
    ],
    'The text': [
      (text: string) => client.post(privately, { text, format }),
      (text: string) =>
        client.put(`${privately}/${asked.id}`, {
          act: 'edit',
          post: asked.post,
          text,
          format,
        }),
    ],
  };
  return { ...app, client, forum, ways };
}

test.each([
  ['a link without words', '[](https://x.test)'],
  ['a link of a space', '[ ](https://x.test)'],
  ['a link of hidden characters', '[\u200B\u2060](https://x.test)'],
  ['two of them', '[](https://x.test)\n\n[](https://y.test)'],
  ['an emphasized one', '**[](https://x.test)**'],
  ['an empty code block', '```\n\n```'],
  ['a code block that is never closed', '```js'],
  ['code of a space', '` `'],
  ['code of a filler', '`\u3164`'],
])('a post that shows nothing is refused: %s', async (_, text) => {
  const { ways } = await makeForum();
  for (const [name, writings] of Object.entries(ways))
    for (const write of writings) {
      const { status, body } = await write(text);
      expect([status, body.message], name).toEqual([400, `${name} is empty`]);
    }
});

test.each([
  ['signs that are no markup', '****'],
  ['a comment of HTML', '<!-- -->'],
  ['a definition', '[a]: https://x.test'],
  ['a picture, which stays text', '![](https://x.test)'],
  ['an address', '<https://x.test>'],
  ['a list', '- '],
  ['a file', '[](attachment:0123456789ABCDEFGHJKMNPQRS)'],
  ['a link beside words', 'See [](https://x.test)'],
])('a post that shows something is taken: %s', async (_, text) => {
  const { ways } = await makeForum();
  for (const [name, writings] of Object.entries(ways))
    for (const write of writings) expect((await write(text)).status, name).toBeLessThan(300);
});

test('the same in plain text is what it says', async () => {
  const { client, forum } = await makeForum();
  const { status } = await client.post(`${forum}/question`, { question: '[](https://x.test)' });
  expect(status).toBe(201);
});
