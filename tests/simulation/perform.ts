import type { Answer } from '#support/test-app';
import type { Act, Plan, RequestAct } from './acts/act.ts';
import { allActs } from './acts/all-acts.ts';
import { makeDraw } from './draws.ts';
import type { Fault } from './seams.ts';
import type { World } from './world.ts';

/** A step as it is drawn: what comes of it depends on the world that it finds. */
export type StepDraw = {
  act: string;
  draw: number;
  fault: Fault | null;
  /** The answer does not arrive, and the client repeats the request with its key. */
  isLost: boolean;
  /** What others do at the same moment. */
  beside: readonly string[];
  /** The same is done twice at the same moment, from the same page: in two tabs, or by two people. */
  isTwin: boolean;
};

const actNamed = (name: string): Act => allActs.find((act) => act.name === name) as Act;
const isRequest = (act: Act): act is RequestAct => 'plan' in act;

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** @returns what of others' changes the form has overwritten, or null */
function overwritten({ ledger }: World, { name, began, typed }: NonNullable<Plan['form']>): string | null {
  const current = ledger.current(name);
  if (current === undefined) return null;
  const lost = Object.keys(typed).filter(
    (member) =>
      !same(current[member], began?.[member] ?? null) &&
      !same(current[member], typed[member]) &&
      !same(began?.[member] ?? null, typed[member]),
  );
  if (lost.length === 0) return null;
  return `${name}: ${lost.join(', ')} of ${JSON.stringify(current)} became ${JSON.stringify(typed)}, by a page that showed ${JSON.stringify(began)}`;
}

async function settle(world: World, act: string, plan: Plan, answer: Answer): Promise<void> {
  const { request, form } = plan;
  const { broken } = world.portal.seams;
  if (answer.status >= 500)
    broken.push(`${act} failed: ${answer.status} ${JSON.stringify(answer.body)}: ${plan.says}`);
  if (answer.status >= 300) return;
  if (form !== undefined) {
    const lost = overwritten(world, form);
    if (lost !== null) broken.push(`a change was overwritten unseen: ${lost}`);
    const current = world.ledger.current(form.name);
    // What the form has not changed stays as others have it.
    const changed = Object.entries(form.typed).filter(
      ([member, typed]) => current === undefined || !same(form.began?.[member] ?? null, typed),
    );
    world.ledger.record(form.name, { ...current, ...Object.fromEntries(changed) });
  }
  await plan.settle?.(answer);
  if (request.key === undefined) return;
  const lastingOf = plan.lasting ?? (({ status }: Answer) => String(status));
  world.ledger.answered.push({
    request: { ...request, key: request.key },
    act,
    answer,
    at: world.clock.now(),
    lasting: lastingOf(answer),
    lastingOf,
    isLasting: plan.isLasting ?? (() => true),
  });
}

const mostTries = 15;

/** Until there is an answer, as devices do: they wait as long as they are told. */
async function repeat(world: World, { request }: Plan): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await world.send(request);
    const seconds = Number(answer.headers['retry-after'] ?? 0);
    if (seconds === 0 || answer.status === 429 || tries === mostTries) return answer;
    world.clock.advance(seconds * 1_000);
  }
}

type Done = { says: string; answers: (Answer | null)[] };

async function doRequests(world: World, step: StepDraw, acts: readonly RequestAct[]): Promise<Done | null> {
  const plans: { act: string; plan: Plan }[] = [];
  for (const [at, act] of acts.entries()) {
    if (at === 1 && step.isTwin) world.draw = makeDraw(step.draw);
    const plan = await act.plan(world);
    if (plan !== null) plans.push({ act: act.name, plan });
  }
  if (plans.length === 0) return null;
  // Or the logins would be acts, too.
  for (const { plan } of plans) if (plan.request.who?.cookie === null) await world.logIn(plan.request.who);
  const { turns } = world.portal.seams;
  const answers: (Answer | null)[] = plans.map(() => null);
  const order: number[] = [];
  const works = plans.map(({ plan }, at) => async () => {
    answers[at] = await world.send(plan.request).catch((error: unknown) => {
      if (!world.portal.seams.isDead) throw error;
      return null;
    });
    order.push(at);
  });
  const { seams } = world.portal;
  seams.commits.length = 0;
  await world.under(step.fault, async () => {
    await (works.length === 1
      ? turns.alone(works[0] as () => Promise<void>)
      : turns.together(makeDraw(step.draw), works));
  });
  const committed = [...seams.commits];
  for (const [at, { plan }] of plans.entries()) {
    const isRefusedByFault = step.fault !== null && (answers[at]?.status ?? 503) >= 500;
    const isLost = step.isLost && plan.request.key !== undefined;
    if (answers[at] !== null && !isRefusedByFault && !isLost) continue;
    answers[at] = await repeat(world, plan);
    if (!committed.includes(at)) committed.push(at);
  }
  // The last commit counts, whose answer may arrive before that of an earlier one.
  const settled = order.length === plans.length ? order : [...plans.keys()];
  for (const at of settled.toSorted(
    (one, other) => committed.lastIndexOf(one) - committed.lastIndexOf(other),
  )) {
    const { act, plan } = plans[at] as (typeof plans)[number];
    await settle(world, act, plan, answers[at] as Answer);
  }
  const how = [
    ...(step.fault === null || seams.hit === null ? [] : [`${step.fault.kind} at ${seams.hit}`]),
    ...(step.isLost ? ['the answer is lost, and it is repeated'] : []),
  ];
  const says = plans
    .map(
      ({ plan }, at) =>
        `${plan.says}: ${answers[at]?.status}${(answers[at]?.status ?? 0) >= 400 ? ` ${answers[at]?.body?.message}` : ''}`,
    )
    .join(' | at the same time ');
  return { says: `${says}${how.length === 0 ? '' : ` (${how.join('; ')})`}`, answers };
}

/** @returns what was done, or null where nothing of the kind could be done */
export async function perform(world: World, step: StepDraw): Promise<string | null> {
  // Nothing happens at the same millisecond by chance.
  world.clock.advance(1 + (step.draw % 2_000));
  world.draw = makeDraw(step.draw);
  const act = actNamed(step.act);
  if (!isRequest(act)) return act.run(world);
  const others = step.beside.map(actNamed).filter(isRequest);
  const done = await doRequests(world, step, [act, ...(step.isTwin ? [act] : []), ...others]);
  if (done === null) return null;
  world.transcript.push(JSON.stringify(done.answers.map((answer) => [answer?.status, answer?.body])));
  return done.says;
}
