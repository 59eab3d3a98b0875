import { describe, expect, test } from 'vitest';
import { buildBatch, buildComment, buildMentor, buildQuestion, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';

const kinds = ['question', 'comment'] as const;

type Typed = { text: string; format?: string; originalText?: string; began?: Record<string, unknown> };

/** A plain post, open on the screens of its author and of a mentor, who both may edit it. */
async function makePost(kind: (typeof kinds)[number]) {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context);
  const author = await buildStudent(context, { batch_id: batch.id, name: 'Asha' });
  const asked = { batch_id: batch.id, author_id: author.id, text: 'Why?' };
  const question = await buildQuestion(context, asked);
  const told = { question_id: question.id, author_id: author.id, text: 'Why?' };
  const comment = kind === 'question' ? null : await buildComment(context, told);
  const path = `question/${question.id}${comment === null ? '' : `/answer/${comment.id}`}`;
  const member = kind === 'question' ? 'questionText' : 'answer';
  const editor = async (account: Parameters<typeof app.as>[0], named: string) => {
    const client = await app.as(account);
    /** @param began with `text` for the kind's own member */
    return ({ text, began, ...rest }: Typed) => {
      const { text: from, ...other } = began ?? {};
      const sent = began && { ...other, ...(from !== undefined && { [member]: from }) };
      const body = { [member]: text, ...rest, ...(sent && { began: sent }) };
      return client.put(`/api/discussion/discussion/${encodeURIComponent(named)}/${path}`, body);
    };
  };
  const { reader } = context.database;
  return {
    asAuthor: await editor(author, author.email),
    asMentor: await editor(await buildMentor(context, [batch.id]), batch.name),
    stored: () =>
      reader.selectFrom(`${kind}s`).select(['text', 'format']).orderBy('id', 'desc').executeTakeFirst(),
    formerTexts: async () =>
      (await reader.selectFrom('former_texts').select('text').orderBy('id').execute()).map(
        ({ text }) => text,
      ),
    audited: () =>
      reader.selectFrom('audit_log').where('act', '=', `edit-${kind}`).select(['before', 'after']).execute(),
  };
}

describe.each(kinds)('two people edit one %s', (kind) => {
  test('one its text, the other its format: both hold, and the older page puts no text back', async () => {
    const { asAuthor, asMentor, stored, audited } = await makePost(kind);
    expect((await asMentor({ text: 'Why so?', began: { text: 'Why?' } })).status).toBe(200);
    const older = { text: 'Why?', format: 'markdown', began: { format: 'plain' } };
    expect((await asAuthor(older)).status).toBe(200);
    expect(await stored()).toEqual({ text: 'Why so?', format: 'markdown' });
    expect(await audited(), 'the mentor’s alone').toMatchObject([
      { before: expect.stringContaining('"Why?"'), after: expect.stringContaining('"Why so?"') },
    ]);
  });

  test('both its text: the later gets 409 with what is there now, and changes nothing', async () => {
    const { asAuthor, asMentor, stored, formerTexts } = await makePost(kind);
    await asMentor({ text: '**Why** so?', format: 'markdown', began: { text: 'Why?', format: 'plain' } });
    // Its own condition would let it through.
    const later = { text: 'Why not?', originalText: '**Why** so?', began: { text: 'Why?' } };
    const answer = await asAuthor(later);
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        message: expect.stringContaining(`This ${kind} was changed in the meantime`),
      },
    });
    expect(answer.body.current).toMatchObject({
      text: '**Why** so?',
      author: 'Asha',
      format: 'markdown',
      html: expect.stringContaining('<strong>Why</strong>'),
    });
    expect(await stored()).toEqual({ text: '**Why** so?', format: 'markdown' });
    expect(await formerTexts()).toEqual(['Why?']);
    const seen = { text: 'Why not?', began: { text: '**Why** so?' } };
    expect((await asAuthor(seen)).status).toBe(200);
    expect(await stored()).toEqual({ text: 'Why not?', format: 'markdown' });
  });

  test.each([
    ['the same text', { text: 'Why so?', began: { text: 'Why?' } }],
    ['the same text with other spaces', { text: ' Why so?\r\n', began: { text: 'Why?\n' } }],
    ['nothing', { text: 'Why?', began: {} }],
  ])('the later typed %s: no conflict, and nothing is edited again', async (_, later) => {
    const { asAuthor, asMentor, stored, formerTexts } = await makePost(kind);
    await asMentor({ text: 'Why so?', began: { text: 'Why?' } });
    expect((await asAuthor(later)).status).toBe(200);
    expect(await stored()).toEqual({ text: 'Why so?', format: null });
    expect(await formerTexts()).toEqual(['Why?']);
  });

  test('without began the last one wins, and originalText refuses as before', async () => {
    const { asAuthor, asMentor, stored } = await makePost(kind);
    await asMentor({ text: 'Why so?' });
    const older = await asAuthor({ text: 'Why not?', originalText: 'Why?' });
    expect(older.status).toBe(409);
    expect(await stored()).toEqual({ text: 'Why so?', format: null });
    expect((await asAuthor({ text: 'Why not?' })).status).toBe(200);
    expect(await stored()).toEqual({ text: 'Why not?', format: null });
  });
});
