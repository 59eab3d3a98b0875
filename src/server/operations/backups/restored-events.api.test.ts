import sharp from 'sharp';
import { expect, test } from 'vitest';
import { buildProject, buildSelection, buildStudent } from '#support/factories';
import { makeImportDesk } from '#support/import-desk';
import { restoredPortals } from '#support/restored-portals';
import type { Client } from '#support/test-app';

/** An office that has put a picture behind certificates, suspended somebody, and undone a choice and an import. */
async function makeOffice() {
  const desk = await makeImportDesk();
  const { app, context, office, batch, course, administrator } = desk;
  const picture = await sharp({ create: { width: 1_400, height: 990, channels: 3, background: '#fdf6e3' } })
    .png()
    .toBuffer();
  const put = await office.form('/api/staff/certificate-background', [
    ['kind', 'certificate'],
    ['file', { name: 'behind.png', bytes: picture }],
  ]);
  expect(put.status).toBe(200);

  const asha = await buildStudent(context, { batch_id: batch.id, name: 'Asha Rao' });
  const ids = [String(asha.id)];
  const suspension = { act: 'suspend', ids, reason: 'Left the course.' };
  expect((await office.post('/api/staff/people-acts', suspension)).status).toBe(200);

  const bala = await buildStudent(context, { batch_id: batch.id, name: 'Bala K' });
  const project = await buildProject(context, { course_id: course.id });
  await buildSelection(context, { account_id: bala.id, project_id: project.id });
  const undoing = { p_id: project.id, reason: 'Wrong project.' };
  const undone = await office.post(`/api/staff/students/${bala.email}/undo-selection`, undoing);
  expect(undone.status).toBeLessThan(300);

  const { body: read } = await desk.upload('email,name\nnew@x.test,Chitra\n');
  await desk.check(read.id, read.columns);
  await desk.importIt(read.id);
  expect((await office.post(`/api/staff/intakes/${read.id}/undo`, { people: 1 })).status).toBe(200);
  const cookie = await app.cookieOf(administrator);
  return { ...desk, asha, bala, importId: read.id as string, cookie };
}
type Office = Awaited<ReturnType<typeof makeOffice>>;

/** All that the office reads of it. */
async function shown({ asha, bala, importId }: Office, office: Client) {
  const urls = [
    '/api/staff/certificate-wording',
    `/api/staff/people/${asha.email}`,
    `/api/staff/students/${bala.email}/time`,
    `/api/staff/intakes/${importId}`,
    '/api/staff/people?with=imported',
  ];
  const bodies: Record<string, any> = {};
  for (const url of urls) {
    const { status, body } = await office.get(url);
    expect(status, url).toBe(200);
    bodies[url] = body;
  }
  return bodies;
}

test('a backup restores the picture behind certificates, suspensions, and what was undone', async () => {
  const made = await makeOffice();
  const { context, asha, bala, importId } = made;
  const before = await shown(made, made.office);
  expect(before[`/api/staff/people/${asha.email}`]).toMatchObject({ suspension_reason: 'Left the course.' });
  expect(before[`/api/staff/students/${bala.email}/time`].acts).toMatchObject([{ kind: 'selection-undone' }]);
  expect(before[`/api/staff/intakes/${importId}`].undone).toMatchObject({ people: 1 });
  const pictures = (database: typeof context.database) =>
    database.reader.selectFrom('certificate_backgrounds').selectAll().execute();
  const [picture] = await pictures(context.database);
  expect(picture?.bytes?.length).toBeGreaterThan(100);

  for await (const { engine, database, client: office } of restoredPortals(context, made.cookie)) {
    expect(await shown(made, office), engine).toEqual(before);
    expect(await pictures(database), engine).toEqual([picture]);

    // What was undone is not done again, and who is suspended can be brought back.
    const again = await office.post(`/api/staff/intakes/${importId}/undo`, { people: 1 });
    expect(again.status, engine).toBe(409);
    const back = { act: 'bring-back', ids: [String(asha.id)] };
    expect((await office.post('/api/staff/people-acts', back)).status, engine).toBe(200);
    expect((await office.get(`/api/staff/people/${asha.email}`)).body.suspended, engine).toBe(false);
  }
});
