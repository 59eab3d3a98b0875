import { expect, test } from 'vitest';
import { foldedColumns } from '#contract/fold-text';
import { buildAdministrator, buildBatch, buildStudent } from '#support/factories';
import { makeTestApp } from '#support/test-app';
import { foldNames } from './fold-names.ts';

test('names that were written without their folding are found once the job has seen them', async () => {
  const { context, as } = await makeTestApp();
  const { database } = context;
  const office = await as(await buildAdministrator(context, { name: 'Office' }));
  const batch = await buildBatch(context, { name: 'ÉTÉ–1', name_key: 'ÉtÉ–1' });
  const twin = await buildBatch(context, { name: 'Z‑1', name_key: 'z‑1' });
  await buildBatch(context, { name: 'Z-1' });
  const elodie = await buildStudent(context, { name: 'E\u0301LODIE  Rao', batch_id: batch.id });
  const kavya = await buildStudent(context, { name: 'കാവ്യ നായര്\u200d', batch_id: batch.id });
  const meera = await buildStudent(context, { name: 'Meera', batch_id: batch.id });
  const set = (id: number, columns: object) =>
    database.transaction((writer) =>
      writer.updateTable('accounts').set(columns).where('id', '=', id).execute(),
    );
  await set(elodie.id, { folded_name: null, folded_from: null });
  await set(kavya.id, { folded_name: 'kavya', folded_from: 'Kavya' });
  await set(meera.id, { folded_name: 'of another rule', folded_from: 'Meera' });
  const found = async (q: string) =>
    (await office.get(`/api/staff/people?q=${encodeURIComponent(q)}`)).body.people.map(
      ({ s_id }: { s_id: string }) => s_id,
    );
  expect(await found('നായർ'), 'not before').toEqual([]);

  await foldNames(database);
  expect(await found('élodie')).toEqual([elodie.email]);
  expect(await found('നായർ')).toEqual([kavya.email]);
  expect(await found('meera')).toEqual([meera.email]);
  const rows = await database.reader
    .selectFrom('accounts')
    .where('id', 'in', [elodie.id, kavya.id, meera.id])
    .orderBy('id')
    .select(['name', 'folded_name', 'folded_from'])
    .execute();
  for (const { name, ...columns } of rows) expect(columns, name).toEqual(foldedColumns(name));
  expect((await office.get(`/api/staff/people?batch=${encodeURIComponent('été-1')}`)).status).toBe(200);
  const keys = await database.reader
    .selectFrom('batches')
    .select('name_key')
    .where('id', '=', twin.id)
    .execute();
  expect(keys, 'of two that are alike each keeps its key').toEqual([{ name_key: 'z‑1' }]);
});
