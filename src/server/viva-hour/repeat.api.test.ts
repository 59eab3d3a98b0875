import { expect, onTestFinished, test } from 'vitest';
import { minuteMs } from '#contract/durations';
import { stepLines } from '#contract/viva-hour/hour';
import { buildApp } from '#server/app';
import { restoreBackup } from '#server/operations/backups/restore-backup';
import { writeBackup } from '#server/operations/backups/write-backup';
import { makeDatabase } from '#server/platform/database/database';
import { confirmHour } from '#support/build-viva-hour';
import { makeHome, makePlace } from '#support/backup-fixture';
import { engineName } from '#support/empty-database';
import { buildAdministrator, buildExaminer, buildSubmission } from '#support/factories';
import { makeClient, type Client } from '#support/test-app';
import { at, makeVivaDay, vivaDay } from '#support/viva-day';

type Day = Awaited<ReturnType<typeof makeVivaDay>>;

/** As of the six steps, `total` from the first one on. */
function paperOf(total: number) {
  let left = total;
  const points = stepLines.map(({ id, most }) => {
    const given = Math.min(left, most);
    left -= given;
    return { line: id, points: given };
  });
  return { points, words: '', questions: [], incidents: [] };
}

const marksPath = ({ email }: { email: string }) => `/api/staff/vivas/${email}/marks`;
const outcomePath = ({ email }: { email: string }) => `/api/staff/vivas/${email}/outcome`;
const recordedPath = ({ email }: { email: string }) => `/api/staff/students/${email}/tasks/viva/recorded`;

/** As somebody who has read what is there. */
async function record(client: Client, of: { email: string }, body: object) {
  const { record: stored } = (await client.get(recordedPath(of))).body;
  const { status, marks, comments, released } = stored;
  const began = { status, marks, comments, released };
  return client.put(recordedPath(of), { ...began, ...body, began });
}

/** Five past ten; Sara examines beside Ravi, who waited for Asha. */
async function makeMissed({ others = true } = {}) {
  const day = await makeVivaDay();
  day.clock.set(at('10:05'));
  const invitedBy = (await buildAdministrator(day.context)).id;
  const sara = await buildExaminer(day.context, invitedBy, { name: 'Sara', email: 'sara@example.test' });
  const emails = [day.examiner.email, ...(others ? [sara.email] : [])];
  const plan = (await day.office.get(day.planPath)).body.plan;
  const examiners = emails.map((email) => ({ email, hours: null }));
  await day.office.put(day.planPath, { ...plan, examiners, began: plan });
  expect((await day.attend(day.asha, { state: 'excused', reason: 'Fever' })).status).toBe(200);
  const place = (body: object = {}) =>
    day.office.put(`${day.planPath}/students/${day.asha.email}`, {
      starts_at: `${vivaDay}T11:30`,
      room: 'Room 2',
      examiners: [sara.email],
      ...body,
    });
  return { ...day, sara: { ...sara, client: await day.as(sara) }, place };
}

const view = async ({ office, planPath, asha }: Pick<Day, 'office' | 'planPath' | 'asha'>) =>
  (await office.get(`${planPath}?student=${asha.email}`)).body;

test('an absence with a reason is repeated once, later and with another panel, and told as a first time', async () => {
  const day = await makeMissed();
  const { asha, office, planPath, read, attend, clock, publish, place, context } = day;
  expect(await view(day)).toMatchObject({
    unplaced_count: 1,
    unplaced: [{ student: { s_id: asha.email }, why: null, repeat: true }],
    chosen: {
      viva: { local: `${vivaDay}T10:00`, concerns: ['missed'] },
      missed: { local: `${vivaDay}T10:00`, reason: 'Fever', examiners: [{ name: 'Ravi' }] },
    },
    untold: { first: 0, moved: 0, cancelled: 0 },
  });
  expect((await office.post(`${planPath}/vivas`, { order: 'name' })).status).toBe(200);
  // Ten o'clock is over, and Room 2 is taken up to 11:15 by the two after it.
  expect(await view(day)).toMatchObject({
    unplaced_count: 0,
    untold: { first: 1, moved: 0 },
    chosen: {
      viva: { local: `${vivaDay}T11:15`, examiners: [{ name: 'Sara' }], concerns: [], repeat: true },
    },
  });
  const { vivas } = await read();
  expect(vivas.map(({ student, repeat }) => [student.s_name, repeat ?? false])).toEqual([
    ['Binu', false],
    ['Chitra', false],
    ['Asha', true],
  ]);
  await publish();
  const newest = async () =>
    context.database.reader
      .selectFrom('notices')
      .where('account_id', '=', asha.id)
      .orderBy('id', 'desc')
      .select('text')
      .executeTakeFirstOrThrow();
  expect((await newest()).text).toMatch(/^Your viva: .*11:15 am/);
  clock.set(at('11:10'));
  expect((await day.delay({ minutes: 10 })).status).toBe(200);
  expect((await newest()).text, 'waits on the day of the missed viva').toMatch(/late/);
  const rows = await context.database.reader
    .selectFrom('viva_attendance')
    .select(['state', 'starts_at'])
    .execute();
  expect(rows, 'the first one').toEqual([{ state: 'excused', starts_at: at('10:00') }]);

  clock.set(at('11:20'));
  expect((await attend(asha, { state: 'excused', reason: 'Fever again' })).status).toBe(200);
  expect(await view(day)).toMatchObject({ unplaced_count: 0 });
  expect(await place({ starts_at: '2026-12-04T10:00' })).toMatchObject({
    status: 409,
    body: { message: 'Asha has missed the repeat as well. A viva is repeated once.' },
  });
});

test('without other examiners the same one repeats it, which the plan says', async () => {
  const day = await makeMissed({ others: false });
  expect((await day.office.post(`${day.planPath}/vivas`, { order: 'name' })).status).toBe(200);
  expect(await view(day)).toMatchObject({
    chosen: { viva: { examiners: [{ name: 'Ravi' }], concerns: ['same-panel'] } },
  });
});

test('an absence without a reason is not repeated, until the office records the reason', async () => {
  const day = await makeMissed();
  const { binu, attend, office, planPath, sara, clock, mentor } = day;
  clock.set(at('10:30'));
  expect((await attend(binu, { state: 'absent' })).status).toBe(200);
  clock.advance(11 * minuteMs);
  const of = `${planPath}/students/${binu.email}`;
  const place = () =>
    office.put(of, { starts_at: `${vivaDay}T11:30`, room: 'Room 2', examiners: [sara.email] });
  expect((await place()).body.message).toMatch(/^Binu was absent without a reason, so there is no repeat\./);
  expect((await office.delete(of)).status).toBe(409);
  expect((await office.get(planPath)).body.unplaced.map(({ student }: any) => student.s_name)).toEqual([
    'Asha',
  ]);
  expect((await mentor.get(recordedPath(binu))).body.record).toMatchObject({ status: 'absent', marks: 0 });
  expect((await attend(binu, { state: 'excused', reason: 'Accident' }, office)).status).toBe(200);
  expect((await place()).status).toBe(200);
});

test('the mark of the repeat takes the place of “Excused”, also of a released one; the first hour stays', async () => {
  const day = await makeMissed();
  const { asha, office, place, examiner, sara, mentor, clock, context } = day;
  expect((await examiner.client.put(marksPath(asha), paperOf(55))).status, 'by mistake').toBe(200);
  const release = (body: object) => record(office, asha, { released: true, ...body });
  expect((await release({ status: 'excused' })).status).toBe(200);
  clock.advance(60 * minuteMs);
  expect((await release({ status: 'marked', marks: 90 })).status, 'no desk, not now').toBe(409);
  expect((await place({ starts_at: `${vivaDay}T11:30` })).status).toBe(200);
  expect((await release({ status: 'marked', marks: 90 })).status, 'nor then').toBe(409);

  const hoursPath = '/api/staff/batches/OURS/viva-hours';
  const listed = async () =>
    (await office.get(hoursPath)).body.hours.find((one: any) => one.student.s_id === asha.email);
  expect(await listed()).toMatchObject({ repeat: true, panel: [{ name: 'Sara', gave: false }] });
  expect((await examiner.client.put(marksPath(asha), paperOf(56))).status, 'of the first panel').toBe(403);
  const given = await sara.client.put(marksPath(asha), paperOf(70));
  expect(given).toMatchObject({ status: 200, body: { repeat: true, own: { marks: 70 } } });
  expect((await sara.client.put(outcomePath(asha), { marks: 70 })).body.confirmed_at).not.toBeNull();
  expect((await mentor.get(recordedPath(asha))).body.record).toMatchObject({
    status: 'marked',
    marks: 70,
    released: false,
  });
  expect(await listed()).toMatchObject({
    panel: [{ name: 'Sara', gave: true }],
    confirmed_at: expect.any(String),
  });
  const hours = await context.database.reader
    .selectFrom('viva_hours as hour')
    .innerJoin('viva_marks as given', 'given.hour_id', 'hour.id')
    .orderBy('hour.number')
    .select(['hour.number', 'hour.outcome', 'given.examiner_id', 'given.marks'])
    .execute();
  expect(hours).toEqual([
    { number: 1, outcome: null, examiner_id: examiner.id, marks: 55 },
    { number: 2, outcome: 70, examiner_id: sara.id, marks: 70 },
  ]);
});

test('an absence at the repeat is 0, and “Excused” is there again where it is undone or the student came', async () => {
  const day = await makeMissed();
  const { asha, place, attend, undo, mentor, clock } = day;
  expect((await place()).status).toBe(200);
  clock.set(at('11:35'));
  const stored = async () => (await mentor.get(recordedPath(asha))).body.record;
  const seen = [];
  for (const body of [{ state: 'absent' }, null, { state: 'absent' }, { state: 'came' }] as const) {
    clock.advance(minuteMs);
    const { status } = await (body === null ? undo(asha) : attend(asha, body));
    expect(status).toBeLessThan(300);
    const { status: recorded, marks } = await stored();
    seen.push([recorded, marks]);
  }
  expect(seen).toEqual([
    ['absent', 0],
    ['excused', null],
    ['absent', 0],
    ['excused', null],
  ]);
});

test('no desk gives the mark of a repeat, also where the first hour was confirmed', async () => {
  const day = await makeMissed();
  const { asha, batch, place, examiner, mentor, office, context } = day;
  await confirmHour(context, { accountId: asha.id, batchId: batch.id, examinerId: examiner.id });
  expect((await place()).status).toBe(200);
  const { number } = await buildSubmission(context, { account_id: asha.id, task: 'viva' });
  const mark = { marks: 90, comments: '' };
  expect((await mentor.put(`/api/staff/submissions/${number}/mark`, mark)).status).toBe(409);
  expect((await record(office, asha, { status: 'marked', marks: 90 })).status).toBe(409);
});

/** All that anybody reads of it, and what the log says of these students. */
async function shown(
  database: Day['context']['database'],
  office: Client,
  students: readonly { email: string }[],
) {
  const urls = [
    '/api/staff/batches/OURS/marks.csv?task=viva',
    '/api/staff/batches/OURS/progress.csv',
    '/api/staff/batches/OURS/viva-hours',
    '/api/staff/batches/OURS/freezes/1/sheet.csv?format=capstone',
    `/api/staff/batches/OURS/viva-day?day=${vivaDay}`,
    ...students.flatMap((one) => [`/api/students/result/${one.email}`, recordedPath(one)]),
  ];
  const bodies: Record<string, unknown> = {};
  for (const url of urls) {
    const { status, body } = await office.get(url);
    expect(status, url).toBe(200);
    bodies[url] = body;
  }
  const lines = await database.reader
    .selectFrom('audit_log')
    .where('subject', 'in', ['OURS', ...students.map(({ email }) => email)])
    .orderBy('id')
    .select(['act', 'actor_id', 'subject', 'before', 'after', 'at'])
    .execute();
  // Each record has a number of its own.
  bodies['audit'] = lines.map((line) => ({ ...line, after: line.after?.replace(/VIVA-[\w-]+/, 'VIVA') }));
  return bodies;
}

test('after a restore from a backup of the hour before, the repeat and “Absent” become the same', async () => {
  const day = await makeMissed();
  const { asha, binu, chitra, context, clock, planPath, url, sara } = day;
  clock.set(at('10:40'));
  expect((await day.attend(binu, { state: 'absent' })).status).toBe(200);
  const administrator = await buildAdministrator(context);
  const cookies = [await day.cookieOf(administrator), await day.cookieOf(sara)];
  const place = await makePlace();
  const { name } = await writeBackup(context, place);

  const act = async (app: Day['app'], database: typeof context.database) => {
    const [office, examiner] = cookies.map((cookie) => {
      const [key, token] = cookie.split('=', 2) as [string, string];
      return makeClient(app, { [key]: token });
    }) as [Client, Client];
    clock.set(at('11:00'));
    expect((await office.post(`${planPath}/vivas`, { order: 'name' })).status).toBe(200);
    const { untold } = (await office.get(planPath)).body;
    expect((await office.post(`${planPath}/publish`, untold)).status).toBe(200);
    clock.set(at('11:40'));
    const starts_at = new Date(at('11:15')).toISOString();
    const came = await office.put(`${url}/students/${asha.email}`, { starts_at, state: 'came' });
    expect(came.status).toBe(200);
    expect((await examiner.put(marksPath(asha), paperOf(70))).status).toBe(200);
    expect((await examiner.put(outcomePath(asha), { marks: 70 })).status).toBe(200);
    for (const one of [asha, binu]) expect((await record(office, one, { released: true })).status).toBe(200);
    const { next } = (await office.get('/api/staff/batches/OURS/freezes')).body;
    const frozen = await office.post('/api/staff/batches/OURS/freezes', {
      digest: next.digest,
      incomplete: 'freeze',
    });
    expect(frozen.status).toBe(200);
    return shown(database, office, [asha, binu, chitra]);
  };
  const first = await act(day.app, context.database);
  const sheet = String(first['/api/staff/batches/OURS/freezes/1/sheet.csv?format=capstone']);
  expect(sheet).toMatch(/Asha.*70/);
  expect(sheet).toMatch(/Binu.*Absent/i);
  for (const engine of new Set([engineName, 'sqlite'] as const)) {
    clock.set(at('10:50'));
    const home = await makeHome(engine, 'folder');
    await restoreBackup(home.engine, home.files, place, name);
    const database = makeDatabase(home.engine);
    const app = await buildApp({ ...context, database, files: home.files }, { pages: null });
    onTestFinished(() => app.close());
    expect(await act(app, database), engine).toEqual(first);
  }
});
