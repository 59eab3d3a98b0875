import { normalizeEmail } from '#contract/limits';
import { shownName } from '#contract/accounts/person-name';
import { deleteImported } from '../../accounts/imported-profiles.ts';
import { accountByEmail } from '../../accounts/queries.ts';
import { recordAuditEvents } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import { once } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { forgetInvitations } from './invitations.ts';

/**
 * All or none. Who is removed already does not count.
 * @returns how many
 * @throws 409 naming somebody who has signed up
 */
export async function removeImported(
  context: Pick<AppContext, 'database' | 'clock'>,
  { emails, actorId }: { emails: readonly string[]; actorId: number },
  key: string | null = null,
): Promise<number> {
  const request = { accountId: actorId, kind: 'removed-people', key, content: [emails] } as const;
  return once(context, request, async (writer, now) => {
    const removed: NonNullable<Awaited<ReturnType<typeof deleteImported>>>[] = [];
    for (const email of [...new Set(emails.map(normalizeEmail))].toSorted()) {
      // First: a person who accepts one right now is waited for.
      await forgetInvitations(writer, email);
      const person = await deleteImported(writer, email);
      const account = await accountByEmail(writer, email);
      if (account !== undefined)
        throw httpErrors.conflict(
          `${shownName(account.name)}, ${email}, has signed up and is in the list of people now. Nobody was removed.`,
        );
      if (person !== undefined) removed.push(person);
    }
    await recordAuditEvents(
      writer,
      removed.map(({ email, ...before }) => ({
        at: now,
        actorId,
        act: 'remove-imported-person' as const,
        subject: email,
        before,
      })),
    );
    return removed.length;
  });
}
