import { contentOf } from '../contents.ts';
import type { World } from '../world.ts';
import { pick, type Act } from './act.ts';

/** Nobody has the address of a person who was anonymised since. */
function isOfSomebody({ ledger }: World, url: string): boolean {
  const [address] = /[\w.]+@example\.test/.exec(url) ?? [];
  const known = [...ledger.people, ...ledger.invited];
  return address === undefined || known.some(({ email }) => email === address);
}

/** A device that lost an answer sends the request once more, days later as well. */
export const repeatAct: Act = {
  name: 'repeat an earlier request',
  weight: 7,
  async run(world) {
    const { ledger, portal } = world;
    const earlier = pick(
      world,
      ledger.answered.filter(
        ({ request: { who, url }, isLasting }) =>
          (who === null || who.state === 'active') && isOfSomebody(world, url) && isLasting(),
      ),
    );
    if (earlier === null) return null;
    const { request, act, answer, lasting } = earlier;
    const before = await contentOf(portal.context.database);
    const again = await world.send(request);
    const what = `${act} by ${request.who?.email ?? 'a visitor'} under ${request.key}`;
    // Whoever may no longer work with the student is refused before the key is looked up.
    const isElsewhere = again.status === 403 && request.who?.role === 'mentor';
    if (again.status === 429 || isElsewhere) return null;
    if (again.status !== answer.status)
      portal.seams.broken.push(
        `a repeated key got another answer: ${what}: ${answer.status}, then ${again.status} ${JSON.stringify(again.body)}`,
      );
    else if (earlier.lastingOf(again) !== lasting)
      portal.seams.broken.push(
        `a repeated key got another answer: ${what}: ${lasting}, then ${earlier.lastingOf(again)}`,
      );
    const after = await contentOf(portal.context.database);
    const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
    if (changed.length > 0)
      portal.seams.broken.push(`a repeated key changed something: ${what}: ${changed.join(', ')}`);
    return `${what} is repeated: ${again.status}`;
  },
};
