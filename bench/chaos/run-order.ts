import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '#server/platform/context';
import { buildQuestion, buildSelection, buildStudent, buildSubmission } from '#support/factories';
import type { Device } from './device.ts';
import { calm, disturb } from './disturb.ts';
import { desk, perform, type Scene } from './perform.ts';
import { isCut, type Entry, type Outcome, type Plan } from './plan.ts';
import { hasArrived, judge } from './rows.ts';
import type { World } from './world.ts';

export type OrderResult = {
  plan: Plan;
  judged: ReadonlyMap<Entry, Outcome>;
  /** Marks that could not be entered while offline. */
  notOffered: number;
  /** What else went wrong: a screen that did not come, an action that was refused. */
  complaints: string[];
  /** From when everything worked again until nothing waited any more. */
  arrivalMs: number;
};

const dayMs = 24 * 3_600_000;
/** How long an action may take until the device has saved it. */
const saveMs = 30_000;
/** How long all that waits may take after everything works again: a submission's lock outlives a killed server by 30 s. */
const settleMs = 120_000;
const lookAgainMs = 25;
const maxVisits = 5;

/** New rows for an order, so that earlier orders do not disturb it. */
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

/** Until the device has saved an action, it has arrived, or the screen says that it was not saved. */
async function learnOutcome(world: World, device: Device, entry: Entry, since: number): Promise<void> {
  const giveUpAt = performance.now() + saveMs;
  while (performance.now() < giveUpAt) {
    const isWaiting = (await device.outbox()).some(({ text }) => text.includes(`"${entry.text}"`));
    entry.isSaved = isWaiting || (await hasArrived(world, entry, since));
    // What nobody typed is sent at once or not at all.
    entry.isSaidUnsaved = !entry.isSaved && entry.action === 'favourite' && (await device.saysUnsaved());
    if (entry.isSaved || entry.isSaidUnsaved) return;
    await sleep(lookAgainMs);
  }
}

/** Until nothing waits any more. @returns what was not sent */
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

/** Visits the screens once online, as somebody who was here before. */
async function begin(world: World, device: Device, plan: Plan): Promise<Scene> {
  await calm(world, device);
  const scene = await makeScene(world, plan);
  if (plan.device === 'student') {
    const isShown = async () =>
      (await device.visit(scene.forum)).locator(`#question-${scene.own}`).isVisible();
    // While the network is slow the service worker shows what it has cached.
    for (let tries = 1; !(await isShown()); tries++)
      if (tries === maxVisits) throw new Error('the forum does not show the new questions');
    await device.awaitCached([scene.own, scene.other]);
  } else {
    await device.visit(desk);
    await device.awaitWorker();
  }
  return scene;
}

/** Runs one order of actions and disturbances, lets everything work again, and judges the actions. */
export async function runOrder(world: World, plan: Plan, nextSerial: () => number): Promise<OrderResult> {
  const device = world.devices[plan.device];
  const result: OrderResult = { plan, judged: new Map(), notOffered: 0, complaints: [], arrivalMs: 0 };
  const { complaints } = result;
  const complain = (where: string, error: unknown) =>
    complaints.push(`${where}: ${(String(error).split('\n')[0] ?? '').slice(0, 300)}`);
  const entries: Entry[] = [];
  const since = systemClock.now();
  let scene: Scene;
  try {
    scene = await begin(world, device, plan);
  } catch (error) {
    complain('at the beginning', error);
    await device.closeBrowser();
    return result;
  }
  let isOnline = true;
  for (const [turn, step] of plan.steps.entries()) {
    const name = step.kind === 'action' ? step.action : step.disturbance;
    try {
      if (step.kind === 'disturbance') {
        if (isCut(step.disturbance)) isOnline = false;
        if (step.disturbance === 'network back') isOnline = true;
        await disturb(world, device, { disturbance: step.disturbance, turn, kind: plan.device });
        continue;
      }
      const submissions = entries.filter(({ action }) => action === 'submit').length;
      const entry = await perform(step.action, device, scene, {
        order: plan.number,
        serial: nextSerial(),
        submissions,
        isReachable: isOnline && world.server.isRunning(),
      });
      if (entry === null) {
        result.notOffered += 1;
        continue;
      }
      entries.push(entry);
      if (step.isHurried) continue;
      await learnOutcome(world, device, entry, since);
      if (entry.isSaved || entry.isSaidUnsaved) continue;
      complaints.push(`${entry.text} (${name}) is not saved after ${saveMs / 1_000} s`);
      complaints.push(`  ${await device.describe()}`);
    } catch (error) {
      complain(`step ${turn + 1} (${name})`, error);
      complaints.push(`  ${await device.describe()}`);
    }
  }
  try {
    await calm(world, device);
    const backAt = performance.now();
    // A visit tries at once what waits.
    await device.visit(device.home);
    complaints.push(...(await settle(device)));
    result.arrivalMs = performance.now() - backAt;
  } catch (error) {
    complain('in the end', error);
  }
  return { ...result, judged: await judge(world, entries, since) };
}
