import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '#server/platform/clock';
import { buildQuestion, buildSelection, buildStudent, buildSubmission } from '#support/factories';
import type { Device } from './device.ts';
import { calm, disturb } from './disturb.ts';
import type { Entry, Outcome } from './ledger.ts';
import { desk, perform, type Scene } from './perform.ts';
import { isCut, type Plan } from './plan.ts';
import { hasArrived, judge } from './rows.ts';
import type { World } from './world.ts';

export type OrderResult = {
  plan: Plan;
  outcomes: ReadonlyMap<Entry, Outcome>;
  /** Marks that could not be pressed without a line. */
  notOffered: number;
  /** What went wrong besides: a screen that did not come, an act that was refused. */
  complaints: string[];
  /** From the moment at which everything worked again until nothing waited any more. */
  arrivalMs: number;
};

const dayMs = 24 * 3_600_000;
/** How long a press may take until the device keeps it. */
const keepMs = 30_000;
/** How long after everything works again all that waits may be on its way: a hand-in's lock outlives a killed server by half a minute. */
const settleMs = 120_000;
const lookAgainMs = 25;
const maxVisits = 5;

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

/** The screens are seen once with a line, as by somebody who was here before. */
async function begin(world: World, device: Device, plan: Plan): Promise<Scene> {
  await calm(world, device);
  const scene = await makeScene(world, plan);
  if (plan.device === 'student') {
    const isShown = async () =>
      (await device.visit(scene.forum)).locator(`#question-${scene.own}`).isVisible();
    // On a line that is slow just now the service worker shows what it had kept.
    for (let tries = 1; !(await isShown()); tries++)
      if (tries === maxVisits) throw new Error('the forum does not show the new questions');
    await device.awaitKept([scene.own, scene.other]);
  } else {
    await device.visit(desk);
    await device.awaitWorker();
  }
  return scene;
}

/** Runs one order of acts and disturbances, lets everything work again, and looks what has become of the acts. */
export async function runOrder(world: World, plan: Plan, nextSerial: () => number): Promise<OrderResult> {
  const device = world.devices[plan.device];
  const result: OrderResult = { plan, outcomes: new Map(), notOffered: 0, complaints: [], arrivalMs: 0 };
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
  let hasLine = true;
  for (const [turn, step] of plan.steps.entries()) {
    const name = step.kind === 'act' ? step.act : step.disturbance;
    try {
      if (step.kind === 'disturbance') {
        if (isCut(step.disturbance)) hasLine = false;
        if (step.disturbance === 'line back') hasLine = true;
        await disturb(world, device, { disturbance: step.disturbance, turn, kind: plan.device });
        continue;
      }
      const handIns = entries.filter(({ act }) => act === 'hand in').length;
      const entry = await perform(step.act, device, scene, {
        order: plan.number,
        serial: nextSerial(),
        handIns,
        isReachable: hasLine && world.isServing(),
      });
      if (entry === null) {
        result.notOffered += 1;
        continue;
      }
      entries.push(entry);
      if (step.isHurried) continue;
      entry.isKept = await waitUntilKept(world, device, entry, since);
      if (entry.isKept) continue;
      complaints.push(`${entry.text} (${name}) is not kept after ${keepMs / 1_000} s`);
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
  return { ...result, outcomes: await judge(world, entries, since) };
}
