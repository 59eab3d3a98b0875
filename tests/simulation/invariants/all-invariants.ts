import type { World } from '../world.ts';
import { anonymisedInvariants } from './anonymised.ts';
import { choiceInvariants } from './choices.ts';
import type { Invariant } from './invariant.ts';
import { markInvariants } from './marks.ts';
import { noticeInvariants } from './notices.ts';
import { resultInvariants } from './results.ts';
import { submissionInvariants } from './submissions.ts';
import { totalInvariants } from './totals.ts';
import { vivaInvariants } from './vivas.ts';
import { wordInvariants } from './words.ts';

/** Seen while the acts ran: overwritten changes, repeated keys, statements outside their transaction, unknown failures. */
const nothingWasBroken: Invariant = {
  name: 'no act breaks a promise',
  check: ({ portal }) => portal.seams.broken.splice(0),
};

const invariants: readonly Invariant[] = [
  nothingWasBroken,
  ...submissionInvariants,
  ...choiceInvariants,
  ...markInvariants,
  ...noticeInvariants,
  ...resultInvariants,
  ...vivaInvariants,
  ...wordInvariants,
  ...anonymisedInvariants,
  ...totalInvariants,
];

/** @returns what is wrong, with the name of the invariant */
export async function findWrong(world: World, isThorough: boolean): Promise<string | null> {
  for (const { name, isCostly, check } of invariants) {
    if (isCostly === true && !isThorough) continue;
    const [first] = await check(world);
    if (first !== undefined) return `${name}: ${first}`;
  }
  return null;
}
