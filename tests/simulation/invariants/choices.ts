import type { World } from '../world.ts';
import { readerOf, type Invariant } from './invariant.ts';

async function oneChoice(world: World): Promise<string[]> {
  const { ledger } = world;
  const rows = await readerOf(world).selectFrom('selections').select(['account_id', 'project_id']).execute();
  const former = await readerOf(world).selectFrom('former_selections').select('account_id').execute();
  return ledger.people.flatMap(({ id, email, role, state }) => {
    if (role !== 'student' || state === 'anonymised') return [];
    const own = rows.filter(({ account_id }) => account_id === id).map(({ project_id }) => project_id);
    const chosen = ledger.choices.get(id)?.project;
    const wanted = chosen === undefined ? [] : [chosen];
    const ended = former.filter(({ account_id }) => account_id === id).length;
    const undone = (ledger.undone.get(id) ?? 0) + (ledger.corrected.get(id) ?? 0);
    return [
      ...(own.join() === wanted.join()
        ? []
        : [`${email} has chosen ${chosen ?? 'nothing'}, and the portal has ${own.join(', ') || 'nothing'}`]),
      ...(ended === undone ? [] : [`${email} has ${ended} former choices instead of ${undone}`]),
    ];
  });
}

async function seatsAreNotExceeded(world: World): Promise<string[]> {
  const projects = await readerOf(world)
    .selectFrom('projects')
    .select(['id', 'seats', 'seats_taken'])
    .execute();
  const rows = await readerOf(world).selectFrom('selections').select('project_id').execute();
  return projects.flatMap(({ id, seats, seats_taken: taken }) => {
    if (seats === null) return [];
    const count = rows.filter(({ project_id }) => project_id === id).length;
    if (count > seats) return [`${id} has ${seats} seats and ${count} students`];
    return count === taken ? [] : [`${id} counts ${taken} seats as taken, and ${count} are`];
  });
}

export const choiceInvariants: Invariant[] = [
  { name: 'one choice', check: oneChoice },
  { name: 'no seat is given twice', check: seatsAreNotExceeded },
];
