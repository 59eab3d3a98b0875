import { demoEmail } from '#contract/demo-accounts';
import { dayMs } from '#contract/durations';
import { newPlan, type PlanDay } from '#contract/vivas/plan';
import { batchByName } from '../courses/batch-queries.ts';
import type { Writer } from '../platform/database/database.ts';
import { localText } from '../platform/zoned-time.ts';
import { giveTimes } from '../vivas/planning.ts';
import { tellTimes } from '../vivas/publish-vivas.ts';
import { untoldOf } from '../vivas/untold.ts';
import { storePlan } from '../vivas/plan-rows.ts';
import { classBatch } from './write-class.ts';
import { accountOf, type DemoAccount } from './write-people.ts';

const plans = [
  { batch: 'MERN-2026-11', firstDay: 3, examiners: ['mentor', 'admin'], rooms: ['Room 1'], isTold: true },
  {
    batch: classBatch,
    firstDay: 5,
    examiners: ['kavitha', 'admin'],
    rooms: ['Room 1', 'Room 2'],
    isTold: false,
  },
] as const;

/** Two days for each of two batches; the students of one know their times. */
export async function writeVivaPlans(
  writer: Writer,
  accounts: ReadonlyMap<string, DemoAccount>,
  { now, zone }: { now: number; zone: string },
): Promise<void> {
  const by = accountOf(accounts, demoEmail('admin')).id;
  for (const { batch: name, firstDay, examiners, rooms, isTold } of plans) {
    const { id: batchId } = await batchByName(writer, name);
    const days = [firstDay, firstDay + 1].map((after): PlanDay => ({
      day: localText(now + after * dayMs, zone).slice(0, 'YYYY-MM-DD'.length),
      from: '09:00',
      to: '17:00',
      breaks: [{ from: '13:00', to: '14:00' }],
    }));
    const plan = {
      ...newPlan,
      days,
      rooms: rooms.map((room) => ({ name: room, link: null })),
      examiners: examiners.map((examiner) => ({ email: demoEmail(examiner), hours: null })),
    };
    await storePlan(writer, batchId, plan, { by, at: now });
    await giveTimes(writer, batchId, { order: 'name', seed: '' }, { zone, by, at: now });
    if (isTold) await tellTimes(writer, await untoldOf(writer, batchId), { batchId, by, now, zone });
  }
}
