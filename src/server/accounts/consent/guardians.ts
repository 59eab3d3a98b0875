import * as calls from '#contract/accounts/consent-calls';
import { isSame } from '#contract/began';
import { consentMessages } from './consent-rules.ts';
import { normalizeEmail } from '#contract/limits';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { administrator, student } from '../policy.ts';
import { lockAccount, studentNamed } from '../queries.ts';
import { act } from '../sessions/act.ts';
import type { ViewerRule } from '../sessions/viewer.ts';
import { guardianOf } from './consent-queries.ts';

const officeOf: ViewerRule<{ accountId: number; email: string }> = async (check) => {
  administrator(check);
  const found = await studentNamed(check.context.database.reader, normalizeEmail(check.params.s_id ?? ''));
  if (found === undefined) throw httpErrors.notFound('There is no student with this email.');
  return found;
};

const none: calls.GuardianView = { name: null, contact: null, confirmed_at: null };

async function lockGuardian(writer: Writer, accountId: number): Promise<calls.GuardianView | null> {
  await lockAccount(writer, accountId);
  return guardianOf(writer, accountId);
}

const currentGuardian = async (writer: Writer, { resource }: { resource: { accountId: number } }) =>
  (await guardianOf(writer, resource.accountId)) ?? none;

const changedMeanwhile = 'The guardian was changed in the meantime. Your version is not saved yet.';

/** The audit log must not keep who the guardian is: only what was done. */
export const guardianCalls = [
  // By the student, until the office has confirmed.
  act(calls.changeGuardian, {
    who: student,
    key: { kind: 'guardian', content: ({ body }) => ['name', body.name, body.contact] },
    changes: {
      async stored(writer, { resource: { accountId } }) {
        const guardian = await lockGuardian(writer, accountId);
        if (guardian === null || guardian.confirmed_at !== null)
          throw httpErrors.conflict(consentMessages.guardianNotAsked);
        return { name: guardian.name, contact: guardian.contact };
      },
      message: changedMeanwhile,
      current: currentGuardian,
    },
    audit: 'give-guardian',
    async run(writer, { resource: { accountId, email }, body: { name, contact } }) {
      await writer
        .updateTable('guardians')
        .set({ name, contact })
        .where('account_id', '=', accountId)
        .execute();
      return { id: accountId, audit: { subject: email, aboutId: accountId } };
    },
    answer: async () => ({ message: consentMessages.guardianSaved }),
  }),

  act(calls.confirmGuardian, {
    who: officeOf,
    key: {
      kind: 'guardian',
      content: ({ resource, body }) => ['confirm', resource.accountId, body.name, body.contact],
    },
    changes: {
      async stored(writer, { resource: { accountId }, body }) {
        const guardian = await lockGuardian(writer, accountId);
        const { name, contact } = guardian ?? none;
        const isConfirmed = guardian === null || guardian.confirmed_at !== null;
        return { name, contact, isConfirmed, shown: { name: body.name, contact: body.contact } };
      },
      message: changedMeanwhile,
      current: currentGuardian,
    },
    audit: 'confirm-guardian',
    async run(writer, request) {
      const { viewer, resource, body, stored, now } = request;
      const { name, contact } = body;
      // The office answers for what it has seen: the student may have changed the other field.
      if (!stored.isConfirmed && !isSame({ name, contact }, stored.shown))
        throw httpErrors.changedMeanwhile(changedMeanwhile, await currentGuardian(writer, request));
      const confirmed = { name, contact, confirmed_at: now, confirmed_by: viewer.accountId };
      const { accountId, email } = resource;
      await writer
        .insertInto('guardians')
        .values({ account_id: accountId, noted_at: now, ...confirmed })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(confirmed))
        .execute();
      return { id: viewer.accountId, audit: { subject: email, aboutId: accountId } };
    },
    answer: async () => ({ message: consentMessages.guardianConfirmed }),
  }),

  // Of who is 18 or older: the portal then knows no guardian.
  act(calls.removeGuardian, {
    who: officeOf,
    key: { kind: 'guardian', content: ({ resource }) => ['remove', resource.accountId] },
    changes: {
      async stored(writer, { resource: { accountId } }) {
        const guardian = await lockGuardian(writer, accountId);
        return { name: guardian?.name ?? '', contact: guardian?.contact ?? '' };
      },
      seen: ['name', 'contact'],
      message: 'The guardian was changed in the meantime. Nothing is removed yet.',
      current: currentGuardian,
    },
    audit: 'remove-guardian',
    async run(writer, { viewer, resource: { accountId, email } }) {
      const removed = await writer
        .deleteFrom('guardians')
        .where('account_id', '=', accountId)
        .returning('account_id')
        .executeTakeFirst();
      const audit = removed === undefined ? [] : { subject: email, aboutId: accountId };
      return { id: viewer.accountId, audit };
    },
    answer: async () => ({ message: consentMessages.guardianRemoved }),
  }),
];
