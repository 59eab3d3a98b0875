import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '#server/platform/clock';
import { buildQuestion, buildSelection, buildStudent, buildSubmission } from '#support/factories';
import type { Device } from './device.ts';
import { calm, disturb } from './disturb.ts';
import type { Entry, Outcome } from './ledger.ts';
import { perform, type Scene } from './perform.ts';
import type { Plan } from './plan.ts';
import { hasArrived, judge } from './rows.ts';
import type { World } from './world.ts';

export type OrderResult = {
  plan: Plan;
  outcomes: ReadonlyMap<Entry, Outcome>;
  /** What went wrong besides: a screen that did not come, an act that was refused. */
  complaints: string[];
  ms: number;
};

const dayMs = 24 * 3_600_000;
/** How long a press may take until the device keeps it. */
const keepMs = 10_000;
/** How long after everything works again all that waits may be on its way: a hand-in's lock outlives a killed server by half a minute. */
const settleMs = 60_000;
const lookAgainMs = 25;

/** New rows for an order: what others have done before it does not stand in its way. */
async function makeScene({ database, ids, batchName }: World, { number, device }: Plan): Promise<Scene> {
  const context = { database, clock: systemClock };
  const question = (author_id: number) =>
    buildQuestion(context, { author_id, batch_id: ids.batch, text: `order ${number}: a question` });
  const scene = {
    forum: `/discussion/${batchName}`,
    own: String((await question(ids.student)).id),
    other: String((await question(ids.classmate)).id),
  };
  if (device === 'student') return { ...scene, number: '', cardName: '', studentName: '' };
  const name = `Student of order ${number}`;
  const student = await buildStudent(context, { batch_id: ids.batch, name });
  await buildSelection(context, { account_id: student.id, started_at: systemClock.now() - 29 * dayMs });
  const submission = await buildSubmission(context, { account_id: student.id });
  return { ...scene, number: submission.number, cardName: `${name}, Week 1`, studentName: name };
}

/** Until the device keeps what was pressed, or it has arrived. */
async function waitUntilKept(world: World, device: Device, entry: Entry, since: number): Promise<boolean> {
  const giveUpAt = performance.now() + keepMs;
  while (performance.now() < giveUpAt) {
    const waiting = await device.outbox();
    const isWaiting = waiting.some(({ call, text }) =>
      entry.wanted === undefined
        ? text.includes(`"${entry.text}"`)
        : text.includes(`question ${entry.subject}`) &&
          call === (entry.wanted ? 'favoriteQuestion' : 'unfavoriteQuestion'),
    );
    if (isWaiting || (await hasArrived(world, entry, since))) return true;
    await sleep(lookAgainMs);
  }
  return false;
}

/** Until nothing waits any more. @returns what did not go */
async function settle(device: Device): Promise<string[]> {
  const giveUpAt = performance.now() + settleMs;
  for (;;) {
    const waiting = await device.outbox();
    const stuck = waiting.filter(({ state }) => state !== 'waiting');
    const isOver = waiting.length === stuck.length || performance.now() > giveUpAt;
    if (isOver) return waiting.map(({ state, call, text }) => `${call} is ${state}: ${text.slice(0, 600)}`);
    await sleep(lookAgainMs);
  }
}

/** Runs one order of acts and disturbances, lets everything work again, and looks what has become of the acts. */
export async function runOrder(world: World, plan: Plan, nextSerial: () => number): Promise<OrderResult> {
  const begunAt = performance.now();
  const device = world.devices[plan.device];
  const complaints: string[] = [];
  const entries: Entry[] = [];
  await calm(world, device);
  const since = systemClock.now();
  const scene = await makeScene(world, plan);
  // Seen once with a line, as by somebody who was here before.
  await device.show(plan.device === 'student' ? '/WeeklySubmission' : '/account');
  await device.show(plan.device === 'student' ? scene.forum : '/staff');
  await device.awaitWorker();
  for (const [turn, step] of plan.steps.entries()) {
    const name = step.kind === 'act' ? step.act : step.disturbance;
    try {
      if (step.kind === 'disturbance') {
        await disturb(world, device, { disturbance: step.disturbance, turn, kind: plan.device });
        continue;
      }
      const handIns = entries.filter(({ act }) => act === 'hand in').length;
      const entry = await perform(step.act, device, scene, {
        order: plan.number,
        serial: nextSerial(),
        handIns,
      });
      entries.push(entry);
      if (step.isHurried) continue;
      entry.isKept = await waitUntilKept(world, device, entry, since);
      if (!entry.isKept) complaints.push(`${entry.text} (${name}) is not kept after ${keepMs / 1_000} s`);
    } catch (error) {
      const [first = ''] = String(error).split('\n');
      complaints.push(`step ${turn + 1} (${name}): ${first.slice(0, 300)}`);
    }
  }
  try {
    await calm(world, device);
    complaints.push(...(await settle(device)));
  } catch (error) {
    complaints.push(`in the end: ${String(error).slice(0, 300)}`);
  }
  const outcomes = await judge(world, entries, since);
  return { plan, outcomes, complaints, ms: performance.now() - begunAt };
}
