import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { buildAdministrator, buildBatch, buildMentor, buildStudent } from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp } from '#support/test-app';

// It is 14:30 on 21 November 2026 in the academy's zone.
const words = { text: 'The workshop is on Friday.', until: '2026-11-30' };
const path = '/api/staff/announcements';

async function makeClasses() {
  const app = await makeTestApp();
  const { context } = app;
  const [first, second] = [
    await buildBatch(context, { name: 'FIRST' }),
    await buildBatch(context, { name: 'SECOND' }),
  ];
  await buildBatch(context, { name: 'ELSE' });
  for (const batch of [first, second, first]) await buildStudent(context, { batch_id: batch.id });
  const mentor = await buildMentor(context, [first.id, second.id], { name: 'Anjali Menon' });
  const asMentor = await app.as(mentor);
  const rowsOf = (table: 'announcements' | 'planned_announcements') =>
    context.database.reader
      .selectFrom(table)
      .orderBy('batch_id')
      .select(['batch_id', 'text', 'day'])
      .execute();
  const countNotices = async () =>
    (await context.database.reader.selectFrom('notices').select('id').execute()).length;
  const announce = (body: object, key?: string) =>
    asMentor.post(path, { ...words, ...body }, key === undefined ? {} : { 'idempotency-key': key });
  return { app, context, first, second, mentor, asMentor, rowsOf, countNotices, announce };
}

test('an announcement reaches several batches at once, each once, however they are spelled', async () => {
  const { app, first, second, mentor, rowsOf, countNotices, announce } = await makeClasses();
  const { status } = await announce({ batches: ['second', ' FIRST', 'First'], day: '2026-11-27' });
  expect(status).toBe(204);
  const row = { text: words.text, day: '2026-11-27' };
  expect(await rowsOf('announcements')).toEqual([first, second].map(({ id }) => ({ batch_id: id, ...row })));
  expect(await countNotices()).toBe(3);
  expect(await readAuditLog(app)).toMatchObject(
    ['FIRST', 'SECOND'].map((subject) => ({
      act: 'publish-announcement',
      actor_id: mentor.id,
      subject,
      after: { ...words, day: '2026-11-27' },
    })),
  );
});

test('with a time it is planned for each of them', async () => {
  const { app, first, second, rowsOf, countNotices, announce } = await makeClasses();
  const body = { batches: ['FIRST', 'SECOND'], publish_at: '2026-11-22T09:00' };
  expect((await announce(body)).status).toBe(204);
  expect([await rowsOf('announcements'), await countNotices()]).toEqual([[], 0]);
  expect((await rowsOf('planned_announcements')).map(({ batch_id }) => batch_id)).toEqual([
    first.id,
    second.id,
  ]);
  expect(await readAuditLog(app)).toMatchObject(
    ['FIRST', 'SECOND'].map((subject) => ({ act: 'plan-announcement', subject })),
  );
});

test.each([
  ['of another mentor', 'ELSE'],
  ['that does not exist', 'Nowhere'],
  ['in another script', 'தொகுப்பு'],
])('a batch %s is named, and none gets the announcement', async (_, name) => {
  const { app, context, rowsOf, countNotices, announce } = await makeClasses();
  const refused = await announce({ batches: ['FIRST', name, 'SECOND'] }, 'k');
  expect([refused.status, refused.body.message]).toEqual([403, `${name}: You do not have access to this.`]);
  const plan = { publish_at: '2026-11-22T09:00' };
  expect((await announce({ batches: ['FIRST', name], ...plan }, 'k')).status).toBe(403);
  expect([await rowsOf('announcements'), await rowsOf('planned_announcements')]).toEqual([[], []]);
  expect([await countNotices(), await readAuditLog(app)]).toEqual([0, []]);
  const office = await app.as(await buildAdministrator(context));
  const unknown = await office.post(path, { ...words, batches: ['Nowhere', 'FIRST'] });
  expect([unknown.status, unknown.body.message]).toEqual([404, 'Nowhere: There is no batch with this name.']);
  expect((await announce({ batches: ['FIRST'] }, 'k')).status, 'the key is free').toBe(204);
});

test('what no batch can take is refused for all: a day that is over, a time that is over, no batch', async () => {
  const { rowsOf, announce } = await makeClasses();
  const batches = ['FIRST', 'SECOND'];
  const refused = async (body: object) => {
    const { status, body: answer } = await announce({ batches, ...body });
    return [status, answer.message];
  };
  expect(await refused({ until: '2026-11-20' })).toEqual([400, 'Choose today (2026-11-21) or a later day.']);
  expect(await refused({ publish_at: '2026-11-21T09:00' })).toEqual([
    400,
    'Choose a later time for the announcement.',
  ]);
  expect(await refused({ batches: [] })).toEqual([400, 'batches must be 1 to 100 names']);
  expect(await refused({ batches: 'FIRST' })).toEqual([400, 'batches must be 1 to 100 names']);
  expect(await refused({ batches: ['FIRST', ''] })).toEqual([400, 'one of batches is empty']);
  expect([await rowsOf('announcements'), await rowsOf('planned_announcements')]).toEqual([[], []]);
});

test('a repetition announces nothing more, and its key is stored by the rule of newer calls', async () => {
  const { context, rowsOf, countNotices, announce } = await makeClasses();
  const batches = ['FIRST', 'SECOND'];
  for (let time = 0; time < 3; time++) expect((await announce({ batches }, 'k')).status).toBe(204);
  const both = await Promise.all([announce({ batches }, 'other'), announce({ batches }, 'other')]);
  expect(both.map(({ status }) => status)).toEqual([204, 204]);
  expect([(await rowsOf('announcements')).length, await countNotices()]).toEqual([4, 6]);
  expect((await announce({ batches, text: 'Another' }, 'k')).status).toBe(409);
  expect((await announce({ batches: ['FIRST'] }, 'k')).status).toBe(409);
  const content = JSON.stringify([{}, { batches, ...words }]);
  const stored = await context.database.reader
    .selectFrom('idempotency_keys')
    .where('idempotency_key', '=', 'k')
    .select(['kind', 'content_sha256'])
    .execute();
  expect(stored).toEqual([
    { kind: `POST ${path}`, content_sha256: createHash('sha256').update(content).digest('hex') },
  ]);
});

test('two people who announce to the same batches at once both succeed', async () => {
  const { app, context, first, second, rowsOf, countNotices, announce } = await makeClasses();
  const other = await app.as(await buildMentor(context, [first.id, second.id]));
  const sent = await Promise.all([
    announce({ batches: ['FIRST', 'SECOND'] }),
    other.post(path, { ...words, batches: ['SECOND', 'FIRST'] }),
    other.post('/api/staff/batches/SECOND/announcements', words),
  ]);
  expect(sent.map(({ status }) => status)).toEqual([204, 204, 201]);
  expect([(await rowsOf('announcements')).length, await countNotices()]).toEqual([5, 7]);
});
