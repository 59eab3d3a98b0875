import { demoEmail } from '#contract/demo-accounts';
import { dayMs, minuteMs } from '#contract/durations';
import { newPlan, stepMinutes, type PlanDay } from '#contract/vivas/plan';
import { batchByName } from '../courses/batch-queries.ts';
import type { Writer } from '../platform/database/database.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { localText } from '../platform/zoned-time.ts';
import { roomKey, storeDelay } from '../progress/time/viva-delays.ts';
import { dayOf } from '../vivas/plan-hours.ts';
import { giveTimes } from '../vivas/planning.ts';
import { tellTimes } from '../vivas/publish-vivas.ts';
import { untoldOf } from '../vivas/untold.ts';
import { readPlan, storePlan } from '../vivas/plan-rows.ts';
import { accountByEmail } from '../accounts/queries.ts';
import { classBatch } from './write-class.ts';
import { accountOf, type DemoAccount } from './write-people.ts';
import { examinersOfClass, writeExaminer, writeHeldVivas, writeTimeRequest } from './write-viva-hours.ts';

const plans = [
  {
    batch: 'MERN-2026-11',
    firstDay: 0,
    examiners: [demoEmail('mentor'), demoEmail('admin')],
    rooms: ['Room 1'],
    isTold: true,
  },
  {
    batch: classBatch,
    firstDay: 5,
    examiners: examinersOfClass,
    rooms: ['Room 1', 'Room 2'],
    isTold: false,
  },
] as const;

const allDay = { from: '09:00', to: '17:00', breaks: [{ from: '13:00', to: '14:00' }] };
const twoDigits = (part: number) => String(part).padStart(2, '0');
const clockOf = (minutes: number) => `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;

/** A day that runs: since a quarter of an hour ago, within the day. */
function hoursAround(now: number, zone: string): Omit<PlanDay, 'day'> {
  const [hours = 0, minutes = 0] = localText(now, zone).slice('YYYY-MM-DD '.length).split(':').map(Number);
  const begin = Math.max(0, Math.floor((hours * 60 + minutes - 15) / stepMinutes) * stepMinutes);
  return { from: clockOf(begin), to: clockOf(Math.min(24 * 60, begin + 4 * 60)), breaks: [] };
}

/** The room runs late. */
async function writeDelay(
  writer: Writer,
  { by, now, zone }: { by: number; now: number; zone: string },
): Promise<void> {
  const at = { roomKey: roomKey({ name: 'Room 1', link: null }), day: dayOf(now, zone) };
  await storeDelay(writer, at, { minutes: 10, by, at: now - 5 * minuteMs });
}

/** Two days for each of two batches, planned and told yesterday; the students of one know their times, and its first day is today. */
export async function writeVivaPlans(
  writer: Writer,
  accounts: ReadonlyMap<string, DemoAccount>,
  { now, settings, passwordHash }: { now: number; settings: Settings; passwordHash: string },
): Promise<void> {
  const zone = settings.academyZone;
  const by = accountOf(accounts, demoEmail('admin')).id;
  // Nobody is given or told a time that has passed, and today's first viva has begun.
  const yesterday = now - dayMs;
  const examinerId = await writeExaminer(writer, { by, now, passwordHash });
  for (const { batch: name, firstDay, examiners, rooms, isTold } of plans) {
    const { id: batchId } = await batchByName(writer, name);
    const days = [firstDay, firstDay + 1].map((after) => ({
      day: dayOf(now + after * dayMs, zone),
      ...(after === 0 ? hoursAround(now, zone) : allDay),
    }));
    const plan = {
      ...newPlan,
      days,
      rooms: rooms.map((room) => ({ name: room, link: null })),
      examiners: examiners.map((email) => ({ email, hours: null })),
    };
    await storePlan(writer, batchId, plan, { by, at: yesterday });
    const isClass = name === classBatch;
    const mentorId = (await accountByEmail(writer, demoEmail('kavitha')))?.id ?? by;
    const [room] = (await readPlan(writer, batchId)).rooms;
    if (isClass && room !== undefined)
      await writeHeldVivas(writer, { batchId, mentorId, examinerId, roomId: room.id, by, now, zone });
    await giveTimes(writer, batchId, { order: 'name', seed: '' }, { zone, by, at: yesterday });
    if (isClass) await writeTimeRequest(writer, { batchId, by, now, zone, settings });
    if (isTold) {
      const telling = { batchId, by, now: yesterday, zone };
      await tellTimes(writer, await untoldOf(writer, telling), telling);
      await writeDelay(writer, { by, now, zone });
    }
  }
}
