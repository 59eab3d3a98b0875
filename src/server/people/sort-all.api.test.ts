import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildBatch, buildImportedPerson, buildStudent } from '#support/factories';
import { makeImportDesk } from '#support/import-desk';
import { maxSorted } from './sort-all.ts';

type Desk = Awaited<ReturnType<typeof makeImportDesk>>;

/** Each page of the list, by name. */
async function pagesOf({ office }: Desk, query: string, meanwhile?: () => Promise<unknown>) {
  const pages: string[][] = [];
  const sorted = new Set<string>();
  for (let after = ''; pages.length < 20;) {
    const { status, body } = await office.get(`/api/staff/people?with=imported&limit=2&${query}${after}`);
    expect(status, query).toBe(200);
    const names: string[] = body.people.map((one: { s_name: string }) => one.s_name);
    names.push(...body.expected.map((one: { name: string }) => one.name));
    pages.push(names.toSorted());
    sorted.add(body.sorted);
    if (body.next === null) break;
    after = `&after=${encodeURIComponent(body.next)}`;
    if (pages.length === 1) await meanwhile?.();
  }
  return { pages, sorted: [...sorted] };
}

/** Students and imported people, of two batches and none. */
async function makeList() {
  const desk = await makeImportDesk();
  const { context } = desk;
  const late = await buildBatch(context, { name: 'ZZ-2' });
  const early = await buildBatch(context, { name: 'AA-10' });
  for (const [name, batch_id, index] of [
    ['Devi', late.id, 1],
    ['Asha', early.id, 2],
    ['Esha', early.id, 3],
  ] as const)
    await buildStudent(context, {
      name,
      batch_id,
      email: `${name.toLowerCase()}@x.test`,
      created_at: index * 1_000,
    });
  for (const [name, batch_id, index] of [
    ['Bala', null, 4],
    ['Chitra', late.id, 5],
    ['Farah', early.id, 0],
  ] as const)
    await buildImportedPerson(context, {
      name,
      batch_id,
      email: `${name.toLowerCase()}@x.test`,
      imported_at: index * 1_000,
    });
  return desk;
}

test('all people that match are sorted before they are paged', async () => {
  const desk = await makeList();
  const search = async (sort: string, more = '') => pagesOf(desk, `sort=${sort}${more}`);
  const students = '&batch=ZZ-2';
  expect(await search('name', students)).toEqual({ pages: [['Chitra', 'Devi']], sorted: ['all'] });
  expect(await search('-name', '&batch=AA-10')).toEqual({
    pages: [['Esha', 'Farah'], ['Asha']],
    sorted: ['all'],
  });
  const { pages } = await search('name');
  const named = pages.flat().filter((name) => /^(Asha|Bala|Chitra|Devi|Esha|Farah)$/.test(name));
  expect(named).toEqual(['Asha', 'Bala', 'Chitra', 'Devi', 'Esha', 'Farah']);
  // By what the column shows; who has no batch comes last.
  const batches = (await search('batch')).pages.flat();
  const place = (name: string) => batches.indexOf(name);
  expect([place('Asha') < place('Chitra'), place('Devi') < place('Bala')]).toEqual([true, true]);
  const seen = (await search('-signed-up')).pages.flat().filter((name) => /^(Asha|Devi|Esha)$/.test(name));
  expect(seen).toEqual(['Esha', 'Asha', 'Devi']);
});

test('a page follows the last one shown, also where people come and go between them', async () => {
  const desk = await makeList();
  const { context } = desk;
  const { pages } = await pagesOf(desk, 'sort=email&batch=AA-10', () =>
    buildStudent(context, { name: 'Aaron', email: 'aaron@x.test', batch_id: null }),
  );
  expect(pages).toEqual([['Asha', 'Esha'], ['Farah']]);
  const removed = await pagesOf(desk, 'sort=email&batch=AA-10', async () => {
    await context.database.transaction((writer) =>
      writer.deleteFrom('imported_people').where('email', '=', 'farah@x.test').execute(),
    );
    await buildStudent(context, { name: 'Gita', email: 'gita@x.test', batch_id: null });
  });
  expect(removed.pages).toEqual([['Asha', 'Esha'], []]);
});

test('of more people than are read at once, those of a page are sorted, and the answer says so', async () => {
  const desk = await makeList();
  const { office, context } = desk;
  await context.database.transaction(async (writer) => {
    const first = sql`insert into imported_people (email, name, imported_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i <= ${sql.lit(maxSorted)})
      select 'many' || i || '@x.test', 'Many', 1 from n`;
    await first.execute(writer);
  });
  const read = async (query: string) => (await office.get(`/api/staff/people?with=imported&${query}`)).body;
  const newest = await read('limit=3');
  const page = await read('limit=3&sort=name');
  expect(page.sorted).toBe('page');
  const ids = ({ people, expected }: typeof page) =>
    [...people, ...expected].map(({ s_id }: { s_id: string }) => s_id).toSorted();
  expect(ids(page)).toEqual(ids(newest));
  expect(page.next).toBe(newest.next);
  expect((await read(`limit=3&sort=name&after=${page.next}`)).sorted).toBe('page');
  expect((await read('limit=3&sort=name&q=many')).sorted).toBe('page');
  expect((await read('limit=3&sort=name&batch=AA-10')).sorted).toBe('all');
  expect((await read('limit=3')).sorted).toBeUndefined();
  for (const wrong of ['sort=phone', 'sort=--name', 'sort=name&after=s1', 'after=s2.a1'])
    expect((await office.get(`/api/staff/people?${wrong}`)).status, wrong).toBe(400);
});
