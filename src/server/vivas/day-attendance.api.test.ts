import { describe, expect, test } from 'vitest';
import { minuteMs } from '#contract/durations';
import { confirmHour } from '#support/build-viva-hour';
import { readAuditLog } from '#support/read-audit-log';
import { at, makeVivaDay } from '#support/viva-day';

type Day = Awaited<ReturnType<typeof makeVivaDay>>;

const recordOf = async ({ mentor }: Day, { email }: { email: string }) =>
  (await mentor.get(`/api/staff/students/${email}/tasks/viva/recorded`)).body.record;

const stateOf = async ({ read }: Day, { email }: { email: string }) =>
  (await read()).vivas.find(({ student }) => student.s_id === email)?.attendance ?? null;

async function atTen() {
  const day = await makeVivaDay();
  day.clock.set(at('10:05'));
  return day;
}

describe('what became of a viva', () => {
  test('came is noted and gives no mark', async () => {
    const day = await atTen();
    expect((await day.attend(day.asha, { state: 'came' })).status).toBe(200);
    expect(await stateOf(day, day.asha)).toEqual({
      state: 'came',
      reason: '',
      from: '',
      to: '',
      by: 'Anjali',
      at: new Date(at('10:05')).toISOString(),
      undo_until: new Date(at('10:15')).toISOString(),
    });
    expect(await recordOf(day, day.asha)).toBeNull();
  });

  test.each([
    [{ state: 'absent', reason: '' }, 'absent', 0],
    [{ state: 'excused', reason: 'Fever' }, 'excused', null],
  ])('%j is a mark without a file that nobody sees yet, and goes with it', async (body, status, marks) => {
    const day = await atTen();
    const { asha, attend, undo } = day;
    await attend(asha, body);
    expect(await recordOf(day, asha)).toMatchObject({ status, marks, comments: '', released: false });
    const seen = { state: body.state, reason: body.reason };
    expect((await undo(asha, { began: seen })).status).toBe(204);
    expect([await recordOf(day, asha), await stateOf(day, asha)]).toEqual([null, null]);
    const events = (await readAuditLog(day)).filter(({ subject }) => subject === asha.email);
    expect(events.map(({ act }) => act)).toEqual(
      expect.arrayContaining(['record-mark', 'record-attendance', 'remove-recorded-mark', 'undo-attendance']),
    );
  });

  test('the mark follows from absent to excused to came', async () => {
    const day = await atTen();
    const { asha, attend } = day;
    const statuses = [];
    for (const body of [{ state: 'absent' }, { state: 'excused', reason: 'Bus' }, { state: 'came' }]) {
      day.clock.advance(minuteMs);
      expect((await attend(asha, body)).status).toBe(200);
      statuses.push((await recordOf(day, asha))?.status ?? null);
    }
    expect(statuses).toEqual(['absent', 'excused', null]);
  });

  test('broken off has times of the day, and may have no end', async () => {
    const day = await atTen();
    const { asha, attend } = day;
    await attend(asha, { state: 'came' });
    day.clock.advance(20 * minuteMs);
    const broken = { state: 'broken_off', from: '10:15', to: '', reason: 'Power cut' };
    expect((await attend(asha, broken)).status, 'later than ten minutes after "came"').toBe(200);
    expect(await stateOf(day, asha)).toMatchObject(broken);
    expect((await attend(asha, { ...broken, to: '10:22' })).status).toBe(200);
    expect(await recordOf(day, asha)).toBeNull();
    const [row] = await day.context.database.reader
      .selectFrom('viva_attendance')
      .select(['broken_from', 'broken_to'])
      .execute();
    expect(row).toEqual({ broken_from: at('10:15'), broken_to: at('10:22') });
  });

  test.each([
    [{ state: 'excused' }, 'reason'],
    [{ state: 'excused', reason: '   ' }, 'reason'],
    [{ state: 'broken_off' }, 'from'],
    [{ state: 'broken_off', from: '10.15' }, 'from'],
    [{ state: 'broken_off', from: '24:00' }, 'from'],
    [{ state: 'broken_off', from: '10:15', to: '10:15' }, 'to'],
    [{ state: 'broken_off', from: '10:15', to: '09:00' }, 'to'],
  ])('%j is refused at its field', async (body, field) => {
    const { asha, attend } = await atTen();
    expect(await attend(asha, body)).toMatchObject({ status: 400, body: { fields: [{ name: field }] } });
  });

  test.each([
    { state: 'late' },
    { state: 'came', starts_at: 'soon' },
    { state: 'excused', reason: 'x'.repeat(501) },
  ])('%j is refused', async (body) => {
    const { asha, attend } = await atTen();
    expect((await attend(asha, body)).status).toBe(400);
  });
});

describe('undoing', () => {
  test('is for ten minutes, to the millisecond; later for the office', async () => {
    const day = await atTen();
    const { asha, binu, attend, undo, office, clock } = day;
    await attend(asha, { state: 'absent' });
    await attend(binu, { state: 'absent' });
    clock.advance(10 * minuteMs);
    expect((await undo(binu)).status).toBe(204);
    clock.advance(1);
    expect((await undo(asha)).status).toBe(409);
    expect((await attend(asha, { state: 'came' })).status).toBe(409);
    expect((await undo(asha, {}, office)).status).toBe(204);
    expect(await recordOf(day, asha)).toBeNull();
  });

  test('leaves a mark that somebody has changed or released since', async () => {
    const day = await atTen();
    const { asha, binu, attend, undo, mentor, clock } = day;
    for (const student of [asha, binu]) await attend(student, { state: 'absent' });
    clock.advance(1);
    const record = (of: typeof asha, body: object) =>
      mentor.put(`/api/staff/students/${of.email}/tasks/viva/recorded`, {
        comments: '',
        released: false,
        status: 'absent',
        began: { comments: '', released: false },
        ...body,
      });
    expect((await record(asha, { comments: 'Rang at noon' })).status).toBe(200);
    expect((await record(binu, { released: true })).status).toBe(200);
    for (const student of [asha, binu]) {
      expect((await undo(student)).status).toBe(409);
      expect(await stateOf(day, student)).toMatchObject({ state: 'absent' });
    }
  });

  test('of an absence beside a mark that was there before leaves that mark', async () => {
    const day = await atTen();
    const { asha, binu, attend, undo, mentor } = day;
    const { batch, examiner } = day;
    const panel = { accountId: binu.id, batchId: batch.id, examinerId: examiner.id };
    await confirmHour(day.context, panel);
    for (const [student, status] of [
      [asha, 'excused'],
      [binu, 'marked'],
    ] as const)
      await mentor.put(`/api/staff/students/${student.email}/tasks/viva/recorded`, {
        status,
        marks: status === 'marked' ? 70 : null,
        comments: '',
        released: false,
      });
    expect((await attend(asha, { state: 'excused', reason: 'Told the office' })).status).toBe(200);
    expect((await undo(asha)).status).toBe(204);
    expect(await recordOf(day, asha)).toMatchObject({ status: 'excused' });
    expect((await attend(binu, { state: 'absent' })).status).toBe(409);
    expect([await recordOf(day, binu), await stateOf(day, binu)]).toMatchObject([{ marks: 70 }, null]);
  });

  test('of nothing is done already', async () => {
    const { asha, undo } = await atTen();
    expect((await undo(asha)).status).toBe(204);
  });
});

describe('two at once', () => {
  test('what a colleague has recorded is not overwritten or undone unseen', async () => {
    const day = await atTen();
    const { asha, attend, undo, office } = day;
    await attend(asha, { state: 'came' }, office);
    const nothing = { state: null, reason: '', from: '', to: '' };
    expect(await attend(asha, { state: 'absent', began: nothing })).toMatchObject({
      status: 409,
      body: {
        current: {
          vivas: expect.arrayContaining([
            expect.objectContaining({ attendance: expect.objectContaining({ state: 'came' }) }),
          ]),
        },
      },
    });
    expect((await attend(asha, { state: 'came', began: nothing })).status, 'the same').toBe(200);
    expect((await undo(asha, { began: { ...nothing, state: 'absent' } })).status).toBe(409);
    expect(await stateOf(day, asha)).toMatchObject({ state: 'came' });
  });

  test('nor of another time than was shown', async () => {
    const day = await atTen();
    const { asha, mentor, office, url, planPath, read, examiner } = day;
    const [shown] = (await read()).vivas;
    await office.put(`${planPath}/students/${asha.email}`, {
      starts_at: '2026-12-03T11:30',
      room: 'Room 2',
      examiners: [examiner.email],
    });
    const path = `${url}/students/${asha.email}`;
    const body = { state: 'absent', starts_at: shown?.starts_at };
    expect((await mentor.put(path, body)).status).toBe(409);
    expect((await mentor.put(path, { ...body, began: { state: null } })).status).toBe(409);
    expect(await stateOf(day, asha)).toBeNull();
  });

  test('of two who record at the same moment one is told', async () => {
    const day = await atTen();
    const { asha, mentor, office, url, read } = day;
    const starts_at = (await read()).vivas[0]?.starts_at;
    const began = { state: null, reason: '', from: '', to: '' };
    const path = `${url}/students/${asha.email}`;
    const answers = await Promise.all([
      mentor.put(path, { state: 'absent', starts_at, began }),
      office.put(path, { state: 'came', starts_at, began }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const isAbsent = answers[0].status === 200;
    expect((await recordOf(day, asha))?.status ?? null).toBe(isAbsent ? 'absent' : null);
  });
});

test('a student who is given another time keeps what was recorded of the first', async () => {
  const day = await atTen();
  const { asha, attend, office, planPath, examiner, context } = day;
  await attend(asha, { state: 'excused', reason: 'Fever' });
  await office.put(`${planPath}/students/${asha.email}`, {
    starts_at: '2026-12-03T11:30',
    room: 'Room 2',
    examiners: [examiner.email],
  });
  expect(await stateOf(day, asha), 'of the new time nothing').toBeNull();
  const rows = await context.database.reader
    .selectFrom('viva_attendance')
    .select(['state', 'starts_at'])
    .execute();
  expect(rows).toEqual([{ state: 'excused', starts_at: at('10:00') }]);
});
