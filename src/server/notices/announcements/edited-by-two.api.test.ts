import { expect, test } from 'vitest';
import { buildBatch, buildMentor, buildStudent } from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { makeTestApp } from '#support/test-app';

/** Two people edit one announcement, each from what their page showed. */

// It is 14:30 on 21 November 2026 in the academy's zone.
const shown = { text: 'The viva is on Frday.', until: '2026-12-06', day: '2026-12-08' };
const message = 'Somebody else has edited this announcement. Reload the page to see it.';

async function makeClass() {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context, { name: 'OURS' });
  const student = await buildStudent(context, { batch_id: batch.id });
  const anjali = await app.as(await buildMentor(context, [batch.id], { name: 'Anjali Menon' }));
  const biju = await app.as(await buildMentor(context, [batch.id], { name: 'Biju Nair' }));
  return { app, context, student, anjali, biju };
}

async function makeSent() {
  const made = await makeClass();
  const at = '/api/staff/batches/OURS/announcements';
  const { id } = (await made.anjali.post(at, shown)).body;
  const edit = (client: typeof made.anjali, body: object, key?: string) =>
    client.put(`${at}/${id}`, body, key === undefined ? {} : { 'idempotency-key': key });
  const stored = async () => (await made.anjali.get(at)).body[0];
  return { ...made, edit, stored };
}

async function makePlanned() {
  const made = await makeClass();
  const at = '/api/staff/batches/OURS/planned-announcements';
  const plan = { ...shown, publish_at: '2026-11-23T09:00' };
  const { id } = (await made.anjali.post(at, plan)).body;
  const edit = (client: typeof made.anjali, body: object) => client.put(`${at}/${id}`, body);
  const stored = async () => (await made.anjali.get(at)).body[0];
  return { ...made, plan, edit, stored };
}

test('an older page that corrects one word leaves the event day and the last pinned day of a colleague', async () => {
  const { app, edit, stored, anjali, biju, student } = await makeSent();
  const moved = { ...shown, until: '2026-12-12', day: '2026-12-09' };
  const began = { until: shown.until, day: shown.day };
  expect((await edit(biju, { ...moved, began })).status).toBe(200);
  const corrected = { ...shown, text: 'The viva is on Friday.', began: { text: shown.text } };
  const answer = await edit(anjali, corrected);
  const pinned_until = '2026-12-12T18:29:59.999Z';
  expect([answer.status, answer.body]).toMatchObject([
    200,
    { text: corrected.text, day: moved.day, pinned_until },
  ]);
  expect(await stored()).toMatchObject({ text: corrected.text, day: moved.day, pinned_until });
  expect((await readAuditLog(app)).slice(1).map(({ before, after }) => ({ before, after }))).toMatchObject([
    { before: shown, after: moved },
    { before: moved, after: { ...moved, text: corrected.text } },
  ]);
  const asStudent = await app.as(student);
  const { body } = await asStudent.get(`/api/students/announcements/${student.email}`);
  expect(body).toMatchObject([{ text: corrected.text, day: moved.day }]);
});

test.each([
  ['the text', { text: 'Cancelled.' }, { text: 'The viva is on Friday.' }],
  ['the day of the event', { day: '2026-12-09' }, { day: '2026-12-10' }],
  ['the day, taken away', { day: null }, { day: '2026-12-10' }],
  ['the day, which the later one takes away', { day: '2026-12-09' }, { day: null }],
  ['the last pinned day', { until: '2026-12-12' }, { until: '2026-12-01' }],
])('of two who change %s the later is told what is there now', async (_, theirs, mine) => {
  const { app, edit, stored, anjali, biju } = await makeSent();
  const name = Object.keys(theirs)[0] as keyof typeof shown;
  const began = { [name]: shown[name] };
  expect((await edit(biju, { ...shown, ...theirs, began })).status).toBe(200);
  const now = await stored();
  const late = await edit(anjali, { ...shown, ...mine, began }, 'k');
  expect([late.status, late.body.message, late.body.current]).toEqual([409, message, now]);
  expect([await stored(), (await readAuditLog(app)).length]).toEqual([now, 2]);
  expect((await edit(anjali, { ...shown, ...theirs, began })).status, 'equal to the new value').toBe(200);
  const again = await edit(anjali, { ...shown, ...mine, began: { [name]: Object.values(theirs)[0] } }, 'k');
  expect([again.status, (await readAuditLog(app)).length], 'from what is there').toEqual([200, 4]);
});

test('spaces, line ends and an absent day are no change', async () => {
  const { edit, anjali, biju } = await makeSent();
  const lines = 'First.\nSecond.';
  await edit(biju, { ...shown, text: lines, day: null });
  const asBrowser = { text: ' First.\r\nSecond. ', day: '' };
  const body = { ...shown, text: 'Third.', day: '2026-12-10', began: asBrowser };
  expect((await edit(anjali, body)).status).toBe(200);
});

test('without began the text is compared with original alone, and else the last one wins', async () => {
  const { edit, stored, anjali, biju } = await makeSent();
  const text = 'Cancelled.';
  expect((await edit(biju, { ...shown, text, original: shown.text })).status).toBe(200);
  const late = await edit(anjali, { ...shown, original: shown.text });
  expect([late.status, late.body.message, late.body.current.text]).toEqual([409, message, text]);
  const day = '2026-12-15';
  expect((await edit(anjali, { ...shown, day, original: text })).status).toBe(200);
  expect((await edit(biju, { text: 'Last.', until: shown.until })).status).toBe(200);
  expect(await stored()).toMatchObject({ text: 'Last.', day });
});

test('with began, original is no condition: a draft of an older text conflicts by its own beginning', async () => {
  const { edit, anjali, biju } = await makeSent();
  await edit(biju, { ...shown, text: 'Cancelled.' });
  const draft = { ...shown, text: 'The viva is on Friday.' };
  const began = { text: shown.text };
  expect((await edit(anjali, { ...draft, original: 'Cancelled.', began })).status).toBe(409);
  const onlyDay = { ...shown, day: '2026-12-10', original: shown.text, began: { day: shown.day } };
  expect((await edit(anjali, onlyDay)).body).toMatchObject({ text: 'Cancelled.', day: '2026-12-10' });
  const unknown = await edit(anjali, { ...draft, began: { colour: 'red' } });
  expect([unknown.status, unknown.body.message]).toEqual([
    400,
    'began can have only: text, until, day, original',
  ]);
});

test('two edits of different fields at the same moment both hold', async () => {
  const { edit, stored, anjali, biju } = await makeSent();
  const edits = await Promise.all([
    edit(biju, { ...shown, day: '2026-12-09', began: { day: shown.day } }),
    edit(anjali, { ...shown, text: 'Friday.', began: { text: shown.text } }),
    edit(anjali, { ...shown, until: '2026-12-12', began: { until: shown.until } }),
  ]);
  expect(edits.map(({ status }) => status)).toEqual([200, 200, 200]);
  const pinned_until = '2026-12-12T18:29:59.999Z';
  expect(await stored()).toMatchObject({ text: 'Friday.', day: '2026-12-09', pinned_until });
  const same = await Promise.all(
    [anjali, biju].map((client, n) =>
      edit(client, { ...shown, text: `Of ${n}.`, began: { text: 'Friday.' } }),
    ),
  );
  expect(same.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('of a planned announcement, text, hour and days are each their own', async () => {
  const { app, plan, edit, stored, anjali, biju } = await makePlanned();
  const later = { ...plan, publish_at: '2026-11-24T10:30', until: '2026-12-12' };
  const began = { publish_at: plan.publish_at, until: plan.until };
  expect((await edit(biju, { ...later, began })).status).toBe(204);
  const corrected = { ...plan, text: 'The viva is on Friday.', day: null };
  const mine = { ...corrected, began: { text: plan.text, day: plan.day } };
  expect((await edit(anjali, mine)).status).toBe(204);
  const row = await stored();
  expect(row).toMatchObject({
    text: corrected.text,
    publish_at: '2026-11-24T05:00:00.000Z',
    pinned_until: '2026-12-12T18:29:59.999Z',
  });
  expect(row.day).toBeUndefined();
  expect((await readAuditLog(app)).at(-1)).toMatchObject({
    before: { text: plan.text, until: later.until, day: plan.day },
    after: { text: corrected.text, until: later.until, day: null },
  });
  const late = await edit(anjali, {
    ...plan,
    publish_at: '2026-11-25T09:00',
    began: { publish_at: plan.publish_at },
  });
  expect([late.status, late.body.message, late.body.current]).toEqual([409, message, row]);
  expect(await stored()).toEqual(row);
  const equal = { ...plan, publish_at: later.publish_at, began: { publish_at: plan.publish_at } };
  expect((await edit(anjali, equal)).status, 'equal to the new hour').toBe(204);
});

test('a word of a plan is corrected in the minute before it is published, and its hour to the second', async () => {
  const { app, plan, edit, stored, anjali } = await makePlanned();
  const seconds = { ...plan, publish_at: '2026-11-21T15:00:30' };
  expect((await edit(anjali, { ...seconds, began: { publish_at: '2026-11-23T09:00:00' } })).status).toBe(204);
  expect(await stored()).toMatchObject({ publish_at: '2026-11-21T09:30:30.000Z' });
  app.clock.set('2026-11-21T09:30:45.000Z');
  const corrected = { ...plan, text: 'The viva is on Friday.', began: { text: plan.text } };
  expect((await edit(anjali, corrected)).status).toBe(204);
  expect(await stored()).toMatchObject({ text: corrected.text, publish_at: '2026-11-21T09:30:30.000Z' });
});
