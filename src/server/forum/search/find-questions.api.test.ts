import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { QuestionFilter } from '#contract/forum/question-view';
import { limits } from '#contract/limits';
import { erasePersonalRows } from '../../platform/database/personal-tables.ts';
import { forumPersonal } from '../tables.ts';
import { restoreQuestion } from '../posts/restore-question.ts';
import { buildBatch, buildComment, buildMentor, buildQuestion, buildStudent } from '#support/factories';
import { heldPairs } from '#support/question-finding/held-pairs';
import { heldWords } from '#support/question-finding/held-words';
import { otherQuestions } from '#support/question-finding/other-questions';
import { makeTestApp, type Answer } from '#support/test-app';
import { indexWaitingQuestions } from './index-question.ts';

const forum = '/api/discussion/discussion';

function expectRefusal({ status, body }: Answer, message: RegExp): void {
  expect([status, body.code, body.message]).toEqual([400, 'bad_request', expect.stringMatching(message)]);
}

async function makeForum() {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context, { name: 'MERN-2026-11' });
  const student = await buildStudent(context, { batch_id: batch.id, name: 'Asha' });
  const classmate = await buildStudent(context, { batch_id: batch.id, name: 'Hari' });
  const client = await app.as(student);
  const other = await app.as(classmate);
  const own = `${forum}/${student.email}`;
  const theirs = `${forum}/${classmate.email}`;
  const ask = async (question: string, as: 'student' | 'classmate' = 'student') => {
    const [who, url] = as === 'student' ? [client, own] : [other, theirs];
    const { status, body } = await who.post(`${url}/question`, { question });
    expect(status).toBe(201);
    return body.questions.at(-1)._id as string;
  };
  const find = async (query: string) => {
    const answer = await client.get(`${own}/questions?${query}`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body as {
      questions: { _id: string; pieces: { text: string; found: boolean }[] }[];
      more?: true;
    };
  };
  const ids = async (query: string) => (await find(query)).questions.map(({ _id }) => _id);
  /** Many questions in few statements, read by the job. */
  const fill = async (texts: readonly string[]) => {
    const author_id = classmate.id;
    for (let at = 0; at < texts.length; at += 500) {
      const rows = texts
        .slice(at, at + 500)
        .map((text) => ({ batch_id: batch.id, author_id, text, created_at: 1 }));
      await context.database.transaction((writer) => writer.insertInto('questions').values(rows).execute());
    }
    await indexWaitingQuestions(context.database);
  };
  return { ...app, batch, student, classmate, client, other, own, theirs, ask, find, ids, fill };
}

const q = (text: string) => `q=${encodeURIComponent(text)}`;

test(
  'held pairs: the question in other words is among the first three, in each language',
  { tags: 'full', timeout: 120_000 },
  async () => {
    const { context, client, own, fill } = await makeForum();
    // The asked ones lie spread among the others, as in a forum.
    const asked = Object.values(heldPairs).flat();
    const texts = otherQuestions.flatMap((text, at) => {
      const held = at % 16 === 7 ? asked[Math.floor(at / 16)] : undefined;
      return held === undefined ? [text] : [held.asked, text];
    });
    expect(texts).toHaveLength(1_060);
    await fill(texts);
    const stored = await context.database.reader.selectFrom('questions').select(['id', 'text']).execute();
    const idOf = new Map(stored.map(({ id, text }) => [text, String(id)]));
    const right: Record<string, number> = {};
    const places: string[] = [];
    for (const [language, pairs] of Object.entries(heldPairs)) {
      right[language] = 0;
      for (const pair of pairs) {
        const { body } = await client.get(`${own}/similar?text=${encodeURIComponent(pair.again)}`);
        const found = (body.questions as { _id: string }[]).map(({ _id }) => _id);
        places.push(found.join());
        if (found.includes(idOf.get(pair.asked) ?? '')) right[language] += 1;
      }
    }
    const sum = Object.values(right).reduce((one, other) => one + other, 0);
    expect(sum, JSON.stringify(right)).toBeGreaterThanOrEqual(45);
    expect(Math.min(...Object.values(right)), JSON.stringify(right)).toBeGreaterThanOrEqual(12);
    // Both engines list the same questions in the same order: the ids are the same, being counted up from 1.
    expect({ right, places }).toMatchSnapshot();
  },
);

test.each(Object.entries(heldWords))('words of %s are found whole, and marked whole', async (_, words) => {
  const { find, fill, context } = await makeForum();
  await fill([...words.map((word) => `Before ${word}, after.`), 'കളം ണം ട്ര്', 'हि न्द ता']);
  for (const word of words) {
    const { questions } = await find(q(word));
    const [first] = questions;
    const marked = first?.pieces.filter(({ found }) => found).map(({ text }) => text);
    expect(marked, word).toEqual([word]);
  }
  if (context.database.engine === 'sqlite') {
    // The index's own words are the terms that we have cut, none in pieces.
    const rows = await context.database.reader.selectFrom('question_words').select('words').execute();
    const terms = new Set(rows.flatMap((row) => (row.words ?? '').split(' ')));
    await context.database.transaction(async (writer) => {
      await sql`create virtual table temp.vocabulary using fts5vocab ('main', 'question_word_index', 'row')`.execute(
        writer,
      );
      const found = await sql<{ term: string }>`select term from temp.vocabulary`.execute(writer);
      expect(new Set(found.rows.map(({ term }) => term))).toEqual(terms);
      await sql`drop table temp.vocabulary`.execute(writer);
    });
  }
});

test('a word is found in another form and in another script, and what is nearest comes first', async () => {
  const { ask, ids, find } = await makeForum();
  const malayalam = await ask('പ്രോജക്റ്റിന്റെ ഡെഡ്‌ലൈൻ എന്നാണ്?');
  const hindi = await ask('प्रोजेक्ट की डेडलाइन कब है?');
  const english = await ask('When is the deadline of my project?');
  await ask('My laptop is slow.');
  expect(new Set(await ids(q('project deadlines')))).toEqual(new Set([english, hindi, malayalam]));
  expect((await ids(q('deadline')))[0]).toBe(english);
  expect((await ids(q('ഡെഡ്ലൈൻ')))[0]).toBe(malayalam);
  const [first] = (await find(q('deadline, projects'))).questions;
  expect(first?.pieces).toEqual([
    { text: 'When is the ', found: false },
    { text: 'deadline', found: true },
    { text: ' of my ', found: false },
    { text: 'project', found: true },
    { text: '?', found: false },
  ]);
  expect(await ids(q('?!'))).toEqual([]);
  expect(await ids(q('zzzz'))).toEqual([]);
});

test('an edited question is found by what it says now, a deleted one not at all, a restored one again', async () => {
  const { client, own, ask, ids, context } = await makeForum();
  const id = await ask('How do I install Netlify?');
  await client.put(`${own}/question/${id}`, { questionText: 'How do I install Vercel?' });
  expect(await ids(q('Netlify'))).toEqual([]);
  expect(await ids(q('Vercel'))).toEqual([id]);
  await client.delete(`${own}/question/${id}`);
  for (const query of [q('Vercel'), 'filter=mine', 'filter=unanswered', 'sort=newest'])
    expect(await ids(query), query).toEqual([]);
  await restoreQuestion(context, id);
  expect(await ids(q('Vercel'))).toEqual([id]);
  expect(await ids('filter=unanswered')).toEqual([id]);
});

test('words that somebody else has changed are never found; the job finds what is there now', async () => {
  const { student, batch, ask, ids, context } = await makeForum();
  const id = await ask('How do I install Netlify?');
  await context.database.transaction((writer) =>
    writer
      .updateTable('questions')
      .set({ text: 'How do I install Vercel?' })
      .where('id', '=', Number(id))
      .execute(),
  );
  const added = await buildQuestion(context, {
    batch_id: batch.id,
    author_id: student.id,
    text: 'Vercel is down',
  });
  expect(await ids(q('Netlify'))).toEqual([]);
  expect(await ids(q('Vercel'))).toEqual([]);
  await indexWaitingQuestions(context.database);
  expect(await ids(q('Netlify'))).toEqual([]);
  expect(new Set(await ids(q('Vercel')))).toEqual(new Set([id, String(added.id)]));
  // What the index of the embedded database has in its own blocks.
  const blocksWith = async (text: string): Promise<number> => {
    if (context.database.engine !== 'sqlite') return -1;
    const { rows } = await sql<{ blocks: number }>`select count(*) as blocks from question_word_index_data
      where instr(hex(block), hex(${text})) > 0`.execute(context.database.reader);
    return rows[0]?.blocks ?? -1;
  };
  expect(await blocksWith('rcel')).not.toBe(0);
  await context.database.transaction((writer) => erasePersonalRows(writer, forumPersonal, student.id));
  expect(await ids(q('Vercel'))).toEqual([]);
  expect(await blocksWith('rcel')).toBeLessThanOrEqual(0);
});

test('a row of the index shows no question that is gone, and none of another batch', async () => {
  const { ask, ids, batch, context, client, own } = await makeForum();
  const id = await ask('Netlify?');
  const { reader } = context.database;
  const { words } = await reader.selectFrom('question_words').select('words').executeTakeFirstOrThrow();
  await client.delete(`${own}/question/${id}`);
  const elsewhere = await buildBatch(context, { name: 'DSA-2026-10' });
  const stranger = await buildStudent(context, { batch_id: elsewhere.id });
  const theirs = await buildQuestion(context, {
    batch_id: elsewhere.id,
    author_id: stranger.id,
    text: 'Netlify!',
  });
  const row = { batch_id: batch.id, is_answered: 0, words } as const;
  await context.database.transaction(async (writer) => {
    await writer
      .insertInto('question_words')
      .values({ question_id: Number(id), ...row })
      .execute();
    await writer.updateTable('question_words').set(row).where('question_id', '=', theirs.id).execute();
  });
  for (const query of [q('Netlify'), 'sort=newest', 'filter=unanswered'])
    expect(await ids(query), query).toEqual([]);
});

test('nothing of another batch is found, by whatever is asked', async () => {
  const { context, ids, client, own, ask, as, batch } = await makeForum();
  const elsewhere = await buildBatch(context, { name: 'DSA-2026-10' });
  const stranger = await buildStudent(context, { batch_id: elsewhere.id });
  const theirs = await buildQuestion(context, {
    batch_id: elsewhere.id,
    author_id: stranger.id,
    text: 'Where is Netlify?',
  });
  await indexWaitingQuestions(context.database);
  const mine = await ask('Netlify here?');
  expect(await ids(q('Netlify'))).toEqual([mine]);
  expect(await ids('sort=newest')).toEqual([mine]);
  const { body } = await client.get(`${own}/similar?text=${encodeURIComponent('Where is Netlify?')}`);
  expect(body.questions.map(({ _id }: { _id: string }) => _id)).toEqual([mine]);
  expect((await client.get(`${own}?question=${theirs.id}`)).body.questions).toEqual([]);
  expectRefusal(await client.get(`${own}/questions?after=${theirs.id}`), /after must be/);
  expect((await client.get(`${forum}/${stranger.email}/questions?q=Netlify`)).status).toBe(403);
  expect((await client.get(`${forum}/DSA-2026-10/similar?text=Netlify`)).status).toBe(403);
  const mentor = await as(await buildMentor(context, [batch.id]));
  expect((await mentor.get(`${forum}/MERN-2026-11/questions?q=Netlify`)).body.questions).toHaveLength(1);
});

test('filters and orders, with words and without; pages follow each other without a gap', async () => {
  const { ask, ids, find, client, own, context, classmate } = await makeForum();
  const mine = await ask('Docker on Windows');
  const answered = await ask('Docker on Linux', 'classmate');
  const open = await ask('Docker on a Mac', 'classmate');
  const last = await ask('Something else');
  await buildComment(context, { question_id: Number(answered), author_id: classmate.id });
  await client.put(`${own}/question/${answered}/favorite`);
  expect(await ids('sort=newest')).toEqual([last, open, answered, mine]);
  expect(await ids('sort=oldest')).toEqual([mine, answered, open, last]);
  expect(await ids('filter=mine')).toEqual([last, mine]);
  expect(await ids('filter=mine&sort=oldest')).toEqual([mine, last]);
  expect(await ids('filter=favorites')).toEqual([answered]);
  expect(await ids('filter=unanswered')).toEqual([last, open, mine]);
  expect(await ids(`filter=mine&${q('docker')}`)).toEqual([mine]);
  expect(await ids(`filter=favorites&${q('docker')}`)).toEqual([answered]);
  expect(await ids(`filter=unanswered&${q('docker')}`)).toEqual([open, mine]);
  expect(await ids(`sort=oldest&${q('docker')}`)).toEqual([mine, answered, open]);
  for (let n = 0; n < limits.foundQuestions; n += 1) await ask(`Docker and ${'abcdefghijklmnopqrst'[n]}`);
  for (const query of [q('docker'), 'sort=newest', 'sort=oldest', 'filter=mine', 'filter=unanswered']) {
    const paged: string[] = [];
    for (let after = ''; ;) {
      const page = await find(query + after);
      paged.push(...page.questions.map(({ _id }) => _id));
      if (page.more !== true) break;
      after = `&after=${paged.at(-1)}`;
    }
    const expected = { [q('docker')]: 23, 'filter=mine': 22, 'filter=unanswered': 23 }[query] ?? 24;
    expect(new Set(paged).size, query).toBe(paged.length);
    expect(paged, query).toHaveLength(expected);
  }
});

test('each filter has its questions in both orders and page by page, with words and without', async () => {
  const { ask, ids, client, own, context, batch, student, classmate } = await makeForum();
  const [one, two] = [await ask('Docker one'), await ask('Docker two')];
  const [three, four] = [await ask('Docker three', 'classmate'), await ask('Docker four', 'classmate')];
  for (const id of [one, two]) {
    const comment = await buildComment(context, { question_id: Number(id), author_id: student.id });
    await client.put(`${own}/question/${id}/solution`, { comment: String(comment.id) });
    await client.put(`${own}/question/${id}/favorite`);
  }
  const pin = (id: string) => ({
    kind: 'pinned' as const,
    batch_id: batch.id,
    question_id: Number(id),
    post: `question:${id}`,
    author_id: student.id,
    actor_id: classmate.id,
    made_at: 1,
  });
  await context.database.transaction((writer) =>
    writer
      .insertInto('post_interventions')
      .values([pin(one), pin(three)])
      .execute(),
  );
  const found: Record<QuestionFilter, [newer: string, older: string]> = {
    mine: [two, one],
    favorites: [two, one],
    solved: [two, one],
    unanswered: [four, three],
    unread: [four, three],
    pinned: [three, one],
  };
  for (const [filter, [newer, older]] of Object.entries(found))
    for (const words of ['', q('docker')]) {
      const page = (order: string) => ids(`filter=${filter}&${words}&sort=${order}`);
      expect(await page('newest'), filter).toEqual([newer, older]);
      expect(await page('oldest'), filter).toEqual([older, newer]);
      expect(await page(`newest&after=${newer}`), filter).toEqual([older]);
      expect(await page(`oldest&after=${older}`), filter).toEqual([newer]);
    }
});

test(
  'a word that very many have is looked for among what others find, and among the newest',
  { tags: 'full' },
  async () => {
    const { fill, ids, context } = await makeForum();
    const words = Array.from({ length: 400 }, (_, n) => `Docker number${n} ${n === 3 ? 'kubernetes' : ''}`);
    await fill(words);
    const common = await context.database.reader.selectFrom('common_words').select('word').execute();
    expect(common.map(({ word }) => word.replace(/^\d+\uE000/, ''))).toContain('docker');
    const found = await ids(q('docker'));
    expect(found[0]).toBe('400');
    expect((await ids(q('docker kubernetes')))[0]).toBe('4');
  },
);

test('what cannot be asked for is refused in words', async () => {
  const { client, own } = await makeForum();
  const refused = async (query: string, message: RegExp) =>
    expectRefusal(await client.get(`${own}/${query}`), message);
  await refused(`questions?q=${'x'.repeat(201)}`, /q can have at most 200 characters/);
  await refused('questions?filter=read', /filter must be one of mine, favorites, unanswered, solved/);
  await refused('questions?sort=loudest', /sort must be one of best, newest, oldest/);
  await refused('questions?after=x', /after must be the _id/);
  await refused(`similar?text=${'x'.repeat(501)}`, /text can have at most 500 characters/);
  await refused('similar', /text must be a text/);
});

/** Distinct words of two letters of Latin and Malayalam in turn, `count` of each. */
const twoScripts = (count: number, between: string) =>
  Array.from({ length: count }, (_, n) => {
    const [one, other] = [n % 17, Math.floor(n / 17)];
    return `${'bcdfgjklmnprstvwz'[one]}${'bdfgjklmnprstvz'[other]}${'കഗചജടഡനപബമയരലവസഹഫ'[one]}${'കഗചജടഡനപബമരലവസ'[other]}`;
  }).join(between);

test('words that change their script as often as they can are indexed and looked for', async () => {
  const { fill, find, client, own } = await makeForum();
  // One question in 32 also counts its words.
  await fill(Array.from({ length: 64 }, (_, n) => `${twoScripts(230, ' ')} ${n}`));
  const { status } = await client.get(`${own}/similar?text=${encodeURIComponent(twoScripts(125, ''))}`);
  expect(status).toBe(200);
  expect((await find(q(twoScripts(3, ' ')))).questions).toHaveLength(limits.foundQuestions);
});

test('a question of marks is found by its other words, and by its beginning', async () => {
  const { fill, find, ids } = await makeForum();
  const marks = '\u0315'.repeat(4_000) + '\u0316'.repeat(4_000);
  await fill([`before cafe${marks} after`]);
  expect((await find(q('before'))).questions[0]?.pieces).toContainEqual({ text: 'before', found: true });
  expect(await ids(q('after'))).toEqual(['1']);
  expect(await ids(q(`cafe${marks.slice(0, 190)}`))).toEqual(['1']);
});

test('one question by its id, however old', async () => {
  const { ask, client, own } = await makeForum();
  const first = await ask('The first');
  await ask('The second');
  const { body } = await client.get(`${own}?question=${first}`);
  expect(body.questions.map(({ question }: { question: string }) => question)).toEqual(['The first']);
  expectRefusal(await client.get(`${own}?question=x`), /question must be the _id/);
});
