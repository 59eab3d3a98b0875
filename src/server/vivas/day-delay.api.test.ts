import { expect, test } from 'vitest';
import { buildBatch, buildMentor, buildSelection, buildStudent } from '#support/factories';
import { readAuditLog } from '#support/read-audit-log';
import { at, makeVivaDay, vivaDay } from '#support/viva-day';

type Day = Awaited<ReturnType<typeof makeVivaDay>>;
type Student = Day['asha'];

const timeOf = async ({ client, email }: Student) =>
  (await client.get(`/api/students/viva-time/${email}`)).body.time;
const newsOf = async ({ client }: Student): Promise<string[]> =>
  (await client.get('/api/notices')).body.notices
    .map(({ text }: { text: string }) => text)
    .filter((text: string) => !text.startsWith('Your viva: '));

/** How often each would be mailed at once. */
async function mailsOf({ context }: Day, { id }: Student): Promise<number> {
  const rows = await context.database.reader
    .selectFrom('notices')
    .where('account_id', '=', id)
    .where('kind', '=', 'viva-delay')
    .where('later_mail_due_at', 'is not', null)
    .select('id')
    .execute();
  return rows.length;
}

/** So that the day's mail about a time is not of this day. */
async function toldYesterday(day: Day): Promise<void> {
  await day.context.database.transaction((writer) =>
    writer
      .updateTable('notices')
      .set({ created_at: at('08:00') - 24 * 3_600_000 })
      .execute(),
  );
}

test('a delay is said once, told to those who wait, and moves nothing', async () => {
  const day = await makeVivaDay();
  await toldYesterday(day);
  const { asha, binu, chitra, delay, attend, clock, read } = day;
  clock.set(at('10:05'));
  expect((await attend(asha, { state: 'came' })).status).toBe(200);
  const answer = await delay({ minutes: 12, began: { minutes: 0 } });
  expect(answer).toMatchObject({
    status: 200,
    body: { rooms: [{ name: 'Room 2', delay: { minutes: 12, as_of: new Date(at('10:05')).toISOString() } }] },
  });
  expect(await newsOf(asha), 'has come').toEqual([]);
  for (const student of [binu, chitra])
    expect(await newsOf(student)).toEqual(['Your viva is running about 12 minutes late, as of 10:05 am IST']);
  expect(await timeOf(binu)).toMatchObject({
    starts_at: new Date(at('10:25')).toISOString(),
    delay: { minutes: 12, as_of: new Date(at('10:05')).toISOString() },
  });
  expect((await read()).vivas.map(({ starts_at }) => Date.parse(starts_at))).toEqual(
    ['10:00', '10:25', '10:50'].map(at),
  );
  expect(await readAuditLog(day)).toContainEqual(
    expect.objectContaining({
      act: 'set-viva-delay',
      subject: 'OURS',
      before: { room: 'Room 2', minutes: 0 },
      after: { room: 'Room 2', minutes: 12 },
    }),
  );
});

test('of several delays a student has the newest words, and one mail', async () => {
  const day = await makeVivaDay();
  await toldYesterday(day);
  const { binu, delay, clock, context } = day;
  for (const [minutes, clockNow] of [
    [5, '10:00'],
    [15, '10:10'],
  ] as const) {
    clock.set(at(clockNow));
    await delay({ minutes });
    expect(await newsOf(binu)).toEqual([
      `Your viva is running about ${minutes} minutes late, as of ${clockNow} am IST`,
    ]);
  }
  expect(await mailsOf(day, binu)).toBe(1);
  await binu.client.post('/api/notices/read', { about: 'viva-time' });
  await context.database.transaction((writer) =>
    writer.updateTable('notices').set({ later_mail_due_at: null, read_at: 1 }).execute(),
  );
  clock.set(at('10:20'));
  await delay({ minutes: 0 });
  expect(await newsOf(binu), 'read ones are replaced').toEqual([
    'Your viva is on time again, as of 10:20 am IST',
  ]);
  expect(await mailsOf(day, binu), 'and no second mail').toBe(0);
  expect(await timeOf(binu)).not.toHaveProperty('delay');
});

test('who had a mail about the time today reads of the delay in the portal alone', async () => {
  const day = await makeVivaDay();
  day.clock.set(at('10:05'));
  await day.delay({ minutes: 10 });
  expect(await newsOf(day.binu)).toHaveLength(1);
  expect(await mailsOf(day, day.binu)).toBe(0);
});

test('a delay that a colleague has changed is not overwritten unseen; the same one twice is one', async () => {
  const { delay, office, clock, read } = await makeVivaDay();
  clock.set(at('10:05'));
  expect((await delay({ minutes: 5, began: { minutes: 0 } }, office)).status).toBe(200);
  expect(await delay({ minutes: 10, began: { minutes: 0 } })).toMatchObject({
    status: 409,
    body: { current: { rooms: [{ delay: { minutes: 5 } }] } },
  });
  expect((await delay({ minutes: 5, began: { minutes: 0 } })).status).toBe(200);
  expect((await delay({ minutes: 10, began: { minutes: 5 } })).status).toBe(200);
  expect((await read()).rooms[0]?.delay?.minutes).toBe(10);
});

test.each([
  [{ minutes: -1 }, 400],
  [{ minutes: 241 }, 400],
  [{ minutes: 2.5 }, 400],
  [{ minutes: '5' }, 400],
])('a delay of %j is refused', async (body, status) => {
  const { delay, clock } = await makeVivaDay();
  clock.set(at('10:05'));
  expect((await delay(body)).status).toBe(status);
});

test('a delay is of the day alone, and of rooms that have vivas on it', async () => {
  const day = await makeVivaDay();
  const { mentor, url, room, clock, delay, binu } = day;
  clock.set(at('08:00') - 24 * 3_600_000);
  expect((await delay({ minutes: 5 })).status, 'the day before').toBe(409);
  clock.set(at('10:05'));
  const put = (path: string) => mentor.put(`${url}/${path}/delay`, { minutes: 5 });
  for (const path of [`2026-12-04/rooms/${room}`, `${vivaDay}/rooms/999`, `${vivaDay}/rooms/x`])
    expect((await put(path)).status, path).toBe(404);
  expect(await newsOf(binu)).toEqual([]);
  await delay({ minutes: 5 });
  clock.set(at('10:05') + 24 * 3_600_000);
  expect(await timeOf(binu), 'the day after').not.toHaveProperty('delay');
});

test('a room is one for all batches: who waits there is told, others are not', async () => {
  const day = await makeVivaDay();
  const { context, office, plan, delay, clock, examiner } = day;
  const other = await buildBatch(context, { name: 'THEIRS' });
  const students: Student[] = [];
  for (const name of ['Devi', 'Esha']) {
    const student = await buildStudent(context, { batch_id: other.id, name });
    await buildSelection(context, { account_id: student.id });
    students.push({ ...student, client: await day.as(student) });
  }
  const [devi, esha] = students as [Student, Student];
  const path = '/api/staff/batches/THEIRS/viva-plan';
  const second = await buildMentor(context, [other.id], { email: 'second@example.test' });
  const examiners = [...plan.examiners, { email: second.email, hours: null }];
  const place = ({ email }: Student, who: string) =>
    office.put(`${path}/students/${email}`, {
      starts_at: `${vivaDay}T11:30`,
      room: 'Room 2',
      examiners: [who],
    });
  await office.put(path, { ...plan, examiners });
  expect((await place(devi, examiner.email)).status).toBe(200);
  const rooms = [{ name: 'Room 2', link: 'https://meet.example.test/2' }];
  await office.put(path, { ...plan, examiners, rooms });
  expect((await place(esha, second.email)).status).toBe(200);
  await office.post(`${path}/publish`, (await office.get(path)).body.untold);
  clock.set(at('10:05'));
  await delay({ minutes: 10 });
  expect(await newsOf(devi)).toHaveLength(1);
  expect(await newsOf(esha), 'another room with the same name').toEqual([]);
  expect(await timeOf(esha)).not.toHaveProperty('delay');
});
