import { expect, test, vi } from 'vitest';
import { eventually } from '#support/eventually';
import { formEnd, listen, openUpload, partHead, textPart } from '#support/open-upload';
import { comments, file, makeStudentFixture, week, type StudentFixture } from '#support/student-fixture';
import type { FormParts } from '#support/encode-form';

const key = (value = 'b5c1d2e3') => ['Idempotency-Key', value] as const;
const parts = [week('1'), comments('Mine'), file('work')] as const;
const send = (fixture: StudentFixture, form: FormParts, headers: Record<string, string> = {}) =>
  fixture.client.form(fixture.url('uploadWeek'), form, headers);

test("the form's first field is a key as the header is", async () => {
  const fixture = await makeStudentFixture(8);
  const first = await send(fixture, [key(), ...parts]);
  const again = [
    await send(fixture, [key(), ...parts]),
    await send(fixture, parts, { 'idempotency-key': 'b5c1d2e3' }),
  ];
  expect(first.status).toBe(201);
  for (const { status, body } of again) expect([status, body]).toEqual([201, first.body]);
  expect(await fixture.rows()).toMatchObject([{ idempotency_key: 'b5c1d2e3' }]);
  expect(fixture.kept()).toHaveLength(1);
});

test('the header goes before the field, and a field that is not the first is none', async () => {
  const fixture = await makeStudentFixture(8);
  const keyOf = async (form: FormParts, headers: Record<string, string> = {}) => {
    expect((await send(fixture, form, headers)).status).toBe(201);
    return (await fixture.rows()).at(-1)?.idempotency_key;
  };
  expect(await keyOf([key('field'), ...parts], { 'idempotency-key': 'header' })).toBe('header');
  expect(await keyOf([week('1'), key('field'), comments('Mine')])).toBeNull();
  expect(await keyOf([file('work'), week('1'), key('field')])).toBeNull();
});

test.each([0, 201])('a key of %d characters is refused, and nothing is kept', async (length) => {
  const fixture = await makeStudentFixture(8);
  expect((await send(fixture, [key('k'.repeat(length)), ...parts])).status).toBe(400);
  expect((await send(fixture, [key('k\0'), ...parts])).status).toBe(400);
  expect(await fixture.rows()).toEqual([]);
  expect(fixture.staged()).toEqual([]);
});

test('a form that is pressed twice waits for the first press and gets its receipt', async () => {
  const fixture = await makeStudentFixture(8);
  const port = await listen(fixture);
  const upload = await openUpload({ ...fixture, port }, fixture.student, fixture.url('uploadWeek'));
  await upload.write(
    textPart(...key()) +
      textPart('selectedWeek', '1') +
      textPart('comments', 'Mine') +
      partHead('files', 'work.txt'),
  );
  await upload.write('wo');
  await eventually(() => expect(fixture.staged()).toHaveLength(1));
  const lookups = vi.spyOn(fixture.context.database, 'nonDurableTransaction');
  const second = send(fixture, [key(), ...parts]);
  // It has looked more than once, so it waits.
  await eventually(() => expect(lookups.mock.calls.length).toBeGreaterThan(1));
  upload.end(`rk${formEnd}`);
  const first = await upload.answer;
  expect(first.status).toBe(201);
  expect(await second).toMatchObject({ status: 201, body: first.body });
  expect(await fixture.rows()).toHaveLength(1);
  expect(fixture.staged()).toEqual([]);
});
