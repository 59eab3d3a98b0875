import { isoInstant, instantOrNull } from '#contract/dates';
import type * as calls from '#contract/people/calls';
import type { InvitationState } from '#contract/people/intake-fields';
import type { AppContext } from '../../platform/context.ts';
import { invitable } from '../invitations/invitation-queries.ts';
import { expectedPage } from './expected-queries.ts';

type Query = Parameters<typeof expectedPage>[1];

/** A page of people who were imported and have not signed up, the newest first. */
export async function listExpected(
  { database: { reader }, clock }: Pick<AppContext, 'database' | 'clock'>,
  { terms, former, ...query }: Omit<Query, 'terms'> & Record<'terms' | 'former', Query['terms'] | null>,
): Promise<{ id: number; person: calls.ExpectedPerson }[]> {
  const found = terms === null ? [] : await expectedPage(reader, { ...query, terms });
  // Names that no job has folded yet.
  if (former !== null) {
    const known = new Set(found.map(({ id }) => id));
    const others = await expectedPage(reader, { ...query, terms: former });
    found.push(...others.filter(({ id }) => !known.has(id)));
    found.sort((one, other) => other.id - one.id);
    found.splice(query.limit);
  }
  const rows = await invitable(reader, { emails: found.map(({ email }) => email), now: clock.now() });
  const byEmail = new Map(rows.map((row) => [row.email, row]));
  return found.flatMap(({ id, email, listed_at }) => {
    const row = byEmail.get(email);
    if (row === undefined) return [];
    const { name, phone, batch, madeAt } = row;
    const person = {
      s_id: email,
      name,
      phone,
      batch,
      invitation: row.state as InvitationState,
      invited_at: instantOrNull(madeAt),
      listed_at: isoInstant(listed_at),
    };
    return [{ id, person }];
  });
}
