import { expect, test } from 'vitest';
import { buildBatch, buildMentor, buildSelection, buildStudent, buildSubmission } from '#support/factories';
import { makeTestApp } from '#support/test-app';

const minute = 60_000;
const held = { marks: 55, comments: 'First look', released: false };
const released = { ...held, released: true };

async function makeMarkable() {
  const app = await makeTestApp();
  const { context } = app;
  const batch = await buildBatch(context);
  const student = await buildStudent(context, { batch_id: batch.id });
  await buildSelection(context, { account_id: student.id });
  const submission = await buildSubmission(context, { account_id: student.id });
  const mentor = await app.as(await buildMentor(context, [batch.id]));
  const client = await app.as(student);
  return {
    ...app,
    submission,
    mark: (body: object, number = submission.number) =>
      mentor.put(`/api/staff/submissions/${number}/mark`, body),
    addVersion: (version: number) => buildSubmission(context, { account_id: student.id, version }),
    shown: async () => (await client.get(`/api/students/weeklyStatus/${student.email}`)).body[0].marks,
    log: async () => (await context.database.reader.selectFrom('audit_log').select('id').execute()).length,
  };
}

test('a released mark can be taken back for ten minutes, and then no more', async () => {
  const { mark, shown, clock, log } = await makeMarkable();
  const releasedAt = clock.now();
  const answer = await mark(released);
  expect(answer.body.take_back_until).toBe(new Date(releasedAt + 10 * minute).toISOString());
  clock.advance(10 * minute);
  expect(await mark(held)).toMatchObject({ status: 200, body: { released: false, take_back_until: null } });
  expect(await shown()).toBeNull();

  await mark(released);
  clock.advance(4 * minute);
  // A correction does not begin the ten minutes anew.
  expect((await mark({ ...released, marks: 60 })).body.take_back_until).toBe(
    new Date(releasedAt + 20 * minute).toISOString(),
  );
  clock.advance(6 * minute + 1);
  const lines = await log();
  const late = await mark({ ...held, marks: 60 });
  expect(late).toMatchObject({ status: 409, body: { code: 'released_for_good' } });
  expect(late.body.message).toContain('ten minutes');
  expect([await shown(), await log()]).toEqual([60, lines]);
  expect((await mark({ ...released, marks: 61 })).status, 'a correction').toBe(200);
  expect(await shown()).toBe(61);
});

test('a mark falls below the one that its student sees only once that is confirmed', async () => {
  const { mark, shown } = await makeMarkable();
  await mark({ ...released, marks: 70 });
  const original = { ...released, marks: 70 };
  const lower = await mark({ ...released, marks: 60, original });
  expect(lower).toMatchObject({
    status: 409,
    body: { code: 'lower_than_released', seen: { version: 1, marks: 70 } },
  });
  expect(lower.body.message).toContain('70 out of 100');
  expect(await shown()).toBe(70);
  expect((await mark({ ...released, marks: 60, original, confirm_lower: true })).status).toBe(200);
  expect(await shown()).toBe(60);
  expect(
    (await mark({ ...released, marks: 65, original: { ...original, marks: 60 } })).status,
    'higher',
  ).toBe(200);
  // Whoever does not tell what they saw is not asked: the call is as it was.
  expect((await mark({ ...released, marks: 50 })).status).toBe(200);
});

test('the mark of a newer version is compared with that of an earlier one, and not the other way round', async () => {
  const { mark, addVersion, shown, submission } = await makeMarkable();
  await mark({ ...released, marks: 70 });
  const second = await addVersion(2);
  const lower = { ...released, marks: 60, original: null };
  expect((await mark(lower, second.number)).body).toMatchObject({
    code: 'lower_than_released',
    seen: { version: 1, marks: 70 },
  });
  // Held back it takes nothing from the student's eyes.
  expect((await mark({ ...lower, released: false }, second.number)).status).toBe(200);
  const original = { marks: 60, comments: 'First look', released: false };
  expect((await mark({ ...lower, original }, second.number)).status).toBe(409);
  expect((await mark({ ...lower, original, confirm_lower: true }, second.number)).status).toBe(200);
  expect(await shown()).toBe(60);
  const older = { ...released, marks: 71, original: { ...released, marks: 70 } };
  expect((await mark(older, submission.number)).status).toBe(200);
  expect(await shown()).toBe(60);
});

test('what was marked meanwhile is told before anything else', async () => {
  const { mark } = await makeMarkable();
  await mark({ ...released, marks: 70 });
  const answer = await mark({ ...released, marks: 60, original: null });
  expect(answer.body).toMatchObject({ code: 'conflict', current: { marks: 70 } });
});
