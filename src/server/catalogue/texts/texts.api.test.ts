import { expect, test } from 'vitest';
import { migratedBefore } from '#support/migrated-before';
import { makeTestContext } from '#support/test-app';
import { hashText } from '../../accounts/consent/text-versions.ts';
import { operatorTextHashes, operatorTexts, removeText, setText } from './texts.ts';

test('a text in another language is stored where version 1.0.0 does not look, which knows two pages', async () => {
  const { context, clock } = await makeTestContext();
  const { database } = context;
  const set = (page: '/terms' | '/privacy' | `/terms/${string}`, text: string) =>
    database.transaction((writer) => setText(writer, { page, text, now: clock.now() }));
  await set('/terms/ml', 'നിബന്ധനകൾ');
  await set('/terms', 'Terms');
  await set('/privacy', 'Privacy');
  await set('/terms/pa-arab', 'شرطاں');
  await set('/terms/ml', 'പുതിയ നിബന്ധനകൾ');
  const known = await database.reader.selectFrom('operator_texts').orderBy('page').select('page').execute();
  expect(known.map(({ page }) => page)).toEqual(['/privacy', '/terms']);
  expect((await operatorTexts(database.reader)).map(({ page, text }) => [page, text])).toEqual([
    ['/privacy', 'Privacy'],
    ['/terms', 'Terms'],
    ['/terms/ml', 'പുതിയ നിബന്ധനകൾ'],
    ['/terms/pa-arab', 'شرطاں'],
  ]);
  const sha256 = hashText('പുതിയ നിബന്ധനകൾ');
  expect((await operatorTextHashes(database.reader)).get('/terms/ml')).toBe(sha256);
  await database.transaction((writer) => removeText(writer, { page: '/terms/ml', sha256, now: clock.now() }));
  expect([...(await operatorTextHashes(database.reader)).keys()]).toEqual([
    '/privacy',
    '/terms',
    '/terms/pa-arab',
  ]);
});

test('texts that were stored before go where they belong', async () => {
  const { engine, run, migrate } = await migratedBefore('0107');
  for (const page of ['/terms', '/terms/ml', '/privacy', '/privacy/ta'])
    await run(`insert into operator_texts (page, text, sha256, changed_at) values ('${page}', 'A', 'x', 5)`);
  await migrate();
  const known = await engine.reader.selectFrom('operator_texts').orderBy('page').select('page').execute();
  expect(known.map(({ page }) => page)).toEqual(['/privacy', '/terms']);
  expect(await operatorTexts(engine.reader)).toHaveLength(4);
});
