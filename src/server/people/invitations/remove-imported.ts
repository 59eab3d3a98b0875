import { normalizeEmail } from '#contract/limits';
import { shownName } from '#contract/accounts/person-name';
import * as calls from '#contract/people/invitation-calls';
import { deleteImported } from '../../accounts/imported-profiles.ts';
import { administrator } from '../../accounts/policy.ts';
import { accountByEmail } from '../../accounts/queries.ts';
import { act } from '../../accounts/sessions/act.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { forgetInvitations } from './invitations.ts';

/** All or none. Who is removed already does not count. */
export const removeImported = act(calls.removeImported, {
  who: administrator,
  key: { kind: 'removed-people', content: ({ body: { emails } }) => [emails] },
  audit: 'remove-imported-person',
  async run(writer, { body: { emails } }) {
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
    return { id: removed.length, audit: removed.map(({ email, ...before }) => ({ subject: email, before })) };
  },
  answer: async (_reader, _request, removed) => ({ removed }),
});
