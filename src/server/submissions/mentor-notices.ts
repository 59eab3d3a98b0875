import { shownName } from '#contract/accounts/person-name';
import { staffAddress } from '#contract/marking/staff-view';
import { mentorAccounts } from '../courses/batch-queries.ts';
import { notify } from '../notices/notify.ts';
import type { Writer } from '../platform/database/database.ts';

/** @param what the student did. @param accounts by default the batch's mentors. @param place by default the submission */
export async function notifyMentors(
  writer: Writer,
  kind: 'new-version' | 'second-look',
  student: { name: string; batch: { id: number; name: string } | null },
  {
    what,
    number,
    at,
    accounts,
    place,
  }: {
    what: string;
    number: string;
    at: number;
    accounts?: readonly number[] | undefined;
    place?: { about: string; href: string } | undefined;
  },
): Promise<void> {
  const { name, batch } = student;
  if (batch === null) return;
  await notify(writer, {
    kind,
    event: number,
    accounts: accounts ?? (await mentorAccounts(writer, batch.id)),
    text: `${shownName(name)} ${what}`,
    ...(place ?? { about: `desk:${number}`, href: staffAddress({ batch: batch.name, open: number }) }),
    now: at,
  });
}
