import { isoInstant, instantOrNull } from '#contract/dates';
import type * as calls from '#contract/people/calls';
import { isLive, type InvitationState } from '#contract/people/import-fields';
import type { AppContext } from '../../platform/context.ts';
import { invitable } from '../invitations/invitation-queries.ts';
import { chatAbout } from '../invitations/list-invitations.ts';
import { expectedPage } from './expected-queries.ts';

type Query = Parameters<typeof expectedPage>[1];

/** A page of people who were imported and have not signed up, the newest first. */
export async function listExpected(
  { database: { reader }, clock, settings }: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  {
    terms,
    former,
    ...asked
  }: Omit<Query, 'terms' | 'now'> & Record<'terms' | 'former', Query['terms'] | null>,
): Promise<{ id: number; person: calls.ExpectedPerson }[]> {
  const query = { ...asked, now: clock.now() };
  const found = terms === null ? [] : await expectedPage(reader, { ...query, terms });
  // Names that no job has folded yet.
  if (former !== null) {
    const known = new Set(found.map(({ id }) => id));
    const others = await expectedPage(reader, { ...query, terms: former });
    found.push(...others.filter(({ id }) => !known.has(id)));
    found.sort((one, other) => other.id - one.id);
    found.splice(query.limit);
  }
  const rows = await invitable(reader, { emails: found.map(({ email }) => email), now: query.now });
  const byEmail = new Map(rows.map((row) => [row.email, row]));
  return found.flatMap(({ id, email, listed_at }) => {
    const row = byEmail.get(email);
    if (row === undefined) return [];
    const { name, phone, batch, way, madeAt } = row;
    const state = row.state as InvitationState;
    const person = {
      s_id: email,
      name,
      phone,
      batch,
      invitation: state,
      way,
      ...(isLive(state) && Boolean(row.awaitsPrint) && { awaits_print: true as const }),
      ...(isLive(state) && chatAbout(row, settings)),
      invited_at: instantOrNull(madeAt),
      listed_at: isoInstant(listed_at),
    };
    return [{ id, person }];
  });
}
