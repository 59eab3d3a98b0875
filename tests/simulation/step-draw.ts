import fc from 'fast-check';
import { allActs } from './acts/all-acts.ts';
import type { StepDraw } from './perform.ts';
import type { Fault, Seam } from './seams.ts';

const chosen = (acts: typeof allActs) =>
  fc.oneof(
    ...acts.map(({ name, weight }) => ({ arbitrary: fc.constant(name), weight: Math.round(weight * 20) })),
  );

const often = <T>(usual: T, rare: fc.Arbitrary<T>, percent: number) =>
  fc.oneof({ arbitrary: fc.constant(usual), weight: 100 - percent }, { arbitrary: rare, weight: percent });

const requests = allActs.filter((act) => 'plan' in act);

const midway = fc.record({
  kind: fc.constantFrom<Fault['kind'][]>('killed', 'database full', 'files full', 'events lost'),
  at: fc.nat({ max: 24 }),
});
/** What an act does in two transactions is then half done; of one, its answer is lost. */
const afterACommit = fc.record({
  kind: fc.constant<Fault['kind']>('killed'),
  at: fc.constantFrom<number[]>(0, 0, 1),
  of: fc.constant<Seam>('committed'),
});

/** How steps are drawn. Everything else of a step follows from `draw`, and from what the step finds. */
export const stepDraw: { [Name in keyof StepDraw]: fc.Arbitrary<StepDraw[Name]> } = {
  act: chosen(allActs),
  draw: fc.nat(),
  fault: often<StepDraw['fault']>(null, fc.oneof(midway, midway, afterACommit), 20),
  isLost: often(false, fc.constant(true), 15),
  beside: often<readonly string[]>([], fc.array(chosen(requests), { minLength: 1, maxLength: 2 }), 12),
  isTwin: often(false, fc.constant(true), 12),
};
