import { expect, test } from 'vitest';
import { verifyDocument } from '#server/platform/signing/signed-document';
import { buildSelection, buildStudent } from '#support/factories';
import { certificatesPath, makeFrozenBatch } from '#support/frozen-batch';
import { restoredPortals } from '#support/restored-portals';
import type { Client } from '#support/test-app';

/** A frozen batch with certificates, one of them revoked, a student with marks without a file, and one opened result. */
async function makeFrozen() {
  const made = await makeFrozenBatch();
  const { app, context, batch, office, failed, unnamed } = made;
  const absent = await buildStudent(context, { batch_id: batch.id, name: 'Devi' });
  await buildSelection(context, { account_id: absent.id });
  for (const [task, status] of Object.entries({ 'week-1': 'absent', 'week-2': 'excused' })) {
    const to = `/api/staff/students/${absent.email}/tasks/${task}/recorded`;
    expect((await office.put(to, { status, comments: '', released: false })).status).toBe(200);
  }
  await made.freeze({ incomplete: 'freeze' });
  expect((await office.post(certificatesPath, {})).status).toBeLessThan(300);
  const revoked = await made.numberOf(failed);
  const revocation = { reason: 'wrong_entry', note: 'By letter' };
  expect((await office.post(`/api/staff/certificates/${revoked}/revocation`, revocation)).status).toBe(200);
  const opening = { reason: 'A mark was mistyped.' };
  expect((await office.post(`/api/staff/students/${unnamed.email}/results/open`, opening)).status).toBe(200);
  const administrator = await context.database.reader
    .selectFrom('accounts')
    .where('role', '=', 'administrator')
    .select('id')
    .executeTakeFirstOrThrow();
  return { ...made, revoked, cookie: await app.cookieOf(administrator) };
}
type Frozen = Awaited<ReturnType<typeof makeFrozen>>;

/** All that anybody reads of it. */
async function shown({ passed, failed, unnamed, numberOf, revoked }: Frozen, office: Client) {
  const numbers = [await numberOf(passed), revoked];
  const urls = [
    '/api/staff/batches/OURS/freezes',
    '/api/staff/batches/OURS/freezes/1',
    ...['capstone', 'moodle', 'canvas'].map(
      (format) => `/api/staff/batches/OURS/freezes/1/sheet.csv?format=${format}`,
    ),
    certificatesPath,
    ...numbers.map((number) => `/api/certificates/${number}`),
    ...[passed, failed, unnamed].map(({ email }) => `/api/students/result/${email}`),
    `/api/students/certificates/${passed.email}/${numbers[0]}`,
  ];
  const bodies: Record<string, unknown> = {};
  for (const url of urls) {
    const { status, body } = await office.get(url);
    expect(status, url).toBe(200);
    bodies[url] = body;
  }
  return bodies;
}

test('a backup of frozen results restores with its sheets, digest and certificates, and stays frozen', async () => {
  const frozen = await makeFrozen();
  const { context, passed, unnamed } = frozen;
  const before = await shown(frozen, frozen.office);
  const numberOfWork = async ({ id }: { id: number }) =>
    (
      await context.database.reader
        .selectFrom('submissions')
        .where('account_id', '=', id)
        .select('number')
        .executeTakeFirstOrThrow()
    ).number;
  const works = { passed: await numberOfWork(passed), unnamed: await numberOfWork(unnamed) };
  for await (const { engine, database, client: office } of restoredPortals(context, frozen.cookie)) {
    const after = await shown(frozen, office);
    expect(after, engine).toEqual(before);
    const signed = Object.entries(after).find(([url]) => /certificates\/.*@/.test(url))?.[1];
    expect(verifyDocument(signed)).not.toBeNull();

    const mark = { marks: 85, comments: 'Counted anew.', released: true };
    const set = (work: string) => office.put(`/api/staff/submissions/${work}/mark`, mark);
    expect(await set(works.passed)).toMatchObject({ status: 409, body: { code: 'frozen' } });
    for (const table of ['result_freezes', 'frozen_results', 'frozen_students', 'certificates'] as const)
      await expect(
        database.transaction((writer) => writer.deleteFrom(table).execute()),
        table,
      ).rejects.toThrow();
    expect((await set(works.unnamed)).status, 'opened').toBe(200);
    const { next } = (await office.get('/api/staff/batches/OURS/freezes')).body;
    const again = { digest: next.digest, incomplete: 'freeze', reason: 'A mark was mistyped.' };
    expect((await office.post('/api/staff/batches/OURS/freezes', again)).status).toBe(200);
    const rows = await database.reader.selectFrom('result_freezes').select('number').execute();
    expect(rows.map(({ number }) => number).toSorted()).toEqual([1, 2]);
  }
});
