import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newPlan } from '#contract/vivas/plan';
import { buildAdministrator, buildBatch, buildSelection, buildStudent } from '#support/factories';
import { planRequests } from '#support/plan-requests';
import { makeSecondApp } from '#support/second-app';
import { makeTestApp, makeTestContext } from '#support/test-app';
import { isUniqueViolation } from '../platform/database/database-errors.ts';
import { fillPlan } from './fill-plan.ts';
import { minutesOfSteps, stepMs } from './plan-hours.ts';
import { storePlan } from './plan-rows.ts';
import { insertSlots, type NewSlot } from './slot-rows.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

test('the database takes each of 1,000 random plans, and refuses what overlaps one', async () => {
  const { context } = await makeTestContext();
  const { id: batchId } = await buildBatch(context);
  const accounts: number[] = [];
  for (const _ of numbers(27)) accounts.push((await buildStudent(context, { batch_id: batchId })).id);
  const own = (index: number): number => accounts[index] ?? 0;
  const [late, examiner] = [own(20), (id: number) => own(20 + id)];
  const by = { by: late, at: context.clock.now() };
  const rooms = numbers(5).map((index) => ({ name: `Room ${index}`, link: null }));
  await context.database.transaction((writer) => storePlan(writer, batchId, { ...newPlan, rooms }, by));
  const roomIds = await context.database.reader.selectFrom('viva_rooms').orderBy('id').select('id').execute();
  const room = (id: number): number => roomIds[id - 1]?.id ?? 0;
  const first = Date.parse('2026-12-03T03:30:00.000Z');
  const insert = (slots: readonly NewSlot[]) =>
    context.database.transaction((writer) => insertSlots(writer, slots, by));
  let clashes = 0;
  await fc.assert(
    fc.asyncProperty(planRequests, fc.nat(), async (request, choice) => {
      const { placed } = fillPlan(request);
      const buffer = minutesOfSteps(request.buffer);
      const slots = placed.map(({ studentId, roomId, from, to, panel }): NewSlot => ({
        batchId,
        accountId: own(studentId - 1),
        roomId: room(roomId),
        startsAt: first + from * stepMs,
        minutes: minutesOfSteps(to - from),
        buffer,
        panel: panel.map(examiner),
      }));
      await insert(slots);
      const taken = slots[choice % Math.max(1, slots.length)];
      if (taken !== undefined) {
        const steps = (taken.minutes + taken.buffer) / minutesOfSteps(1);
        const startsAt = taken.startsAt + (choice % steps) * stepMs;
        const other = { ...taken, accountId: late, startsAt };
        const clash = choice % 2 === 0 ? { ...other, panel: [] } : { ...other, roomId: room(5) };
        const refused = await insert([clash]).then(
          () => null,
          (error: unknown) => error,
        );
        expect(isUniqueViolation(refused), JSON.stringify({ taken, clash })).toBe(true);
        clashes += 1;
      }
      await context.database.transaction((writer) => writer.deleteFrom('viva_slots').execute());
      const left = await context.database.reader.selectFrom('viva_steps').select('step').execute();
      expect(left).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
  expect(clashes).toBeGreaterThan(100);
});

test('of 100 requests to three portals for one time that is moved meanwhile, one has it at any time', async () => {
  const app = await makeTestApp();
  const batch = await buildBatch(app.context, { name: 'OURS' });
  const students: { id: number; email: string }[] = [];
  for (const _ of numbers(11)) {
    const student = await buildStudent(app.context, { batch_id: batch.id });
    await buildSelection(app.context, { account_id: student.id });
    students.push(student);
  }
  const administrator = await buildAdministrator(app.context);
  const [second, third] = [await makeSecondApp(app), await makeSecondApp(app)];
  const clients = [await app.as(administrator), await second(administrator), await third(administrator)];
  const path = '/api/staff/batches/OURS/viva-plan';
  const put = (client: number, address: string, body: object) => clients[client % 3]?.put(address, body);
  await put(0, path, { ...newPlan, rooms: [{ name: 'Room 1', link: null }] });
  const place = (client: number, student: number, starts_at: string) =>
    put(client, `${path}/students/${students[student]?.email ?? ''}`, {
      starts_at,
      room: 'Room 1',
      examiners: [administrator.email],
    });
  const wanted = '2026-12-03T10:00';
  const answers = await Promise.all([
    ...numbers(100).map((index) => place(index, 1 + (index % 10), wanted)),
    ...numbers(50).map((index) => place(index, 0, index % 2 === 0 ? '2026-12-03T15:00' : wanted)),
  ]);
  const statuses = answers.map((answer) => answer?.status);
  expect(new Set(statuses)).toEqual(new Set([200, 409]));
  const slots = await app.context.database.reader
    .selectFrom('viva_slots')
    .select(['account_id', 'starts_at'])
    .execute();
  expect(new Set(slots.map(({ starts_at }) => starts_at)).size, 'nobody shares a time').toBe(slots.length);
  expect(slots.length).toBeLessThanOrEqual(2);
});
