import type * as calls from '#contract/people/calls';
import type { ExpectedStage } from '#contract/people/people-view';
import type { AppContext } from '../../platform/context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { unprintedSheets } from '../invitations/print-invitations.ts';
import { countByInvitation, hasMoreExpected } from './expected-queries.ts';

/** Of more, each list would read the invitations of them all. */
const mostCounted = 5_000;

type At = { stage: ExpectedStage; batchId: number | null; counts: calls.People['counts'] };

/** Whether people without an account can be chosen and counted by their invitation. */
export async function areCounted(reader: Reader, { batchId, counts }: Omit<At, 'stage'>): Promise<boolean> {
  if (counts.imported + counts.invited <= mostCounted) return true;
  return batchId !== null && !(await hasMoreExpected(reader, { batchId, than: mostCounted }));
}

/**
 * What the list says of the invitations of one of its stages.
 * @param of.invitesAll nothing else is chosen
 */
export async function invitationsAt(
  { database: { reader }, clock }: Pick<AppContext, 'database' | 'clock'>,
  { stage, batchId, counts, isCounted, invitesAll }: At & { isCounted: boolean; invitesAll: boolean },
): Promise<Pick<calls.People, 'invitations' | 'unprinted' | 'to_invite'>> {
  const now = clock.now();
  const invitations = isCounted ? await countByInvitation(reader, { batchId, now }) : null;
  // Of a batch with too many, nobody counts them.
  const toInvite = invitations?.['not-invited'] ?? (batchId === null ? counts.imported : null);
  return {
    ...(invitations !== null && { invitations }),
    ...(stage === 'imported' && invitesAll && toInvite !== null && { to_invite: toInvite }),
    unprinted: await unprintedSheets(reader, now),
  };
}
