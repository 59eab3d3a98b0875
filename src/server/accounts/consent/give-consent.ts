import type { z } from 'zod';
import * as calls from '#contract/accounts/consent-calls';
import type { consentFields } from '#contract/accounts/calls';
import { consentSubjects, type ConsentForm, type ConsentSubject } from '#contract/accounts/consent';
import { consentMessages } from './consent-rules.ts';
import { recordOwnAuditEvent } from '../../audit/record-audit-event.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { passwordRefusals, requirePassword, requireSamePassword } from '../login/require-password.ts';
import { requestDeletion } from '../own-account/ask-deletion.ts';
import { student } from '../policy.ts';
import { freshlySignedInHolder } from '../second-factor/fresh-proof.ts';
import { act } from '../sessions/act.ts';
import { guardianRule } from './consent-queries.ts';
import { pageOf, versionsOfPage, type TextVersion } from './text-versions.ts';

type Given = { accountId: number; email: string; form: ConsentForm; now: number };

async function record(
  writer: Writer,
  { accountId, email, form, now }: Given,
  versions: Partial<Record<ConsentSubject, TextVersion>>,
): Promise<void> {
  const given = Object.entries(versions) as [ConsentSubject, TextVersion][];
  if (given.length === 0) return;
  const rows = given.map(([subject, { id }]) => ({
    account_id: accountId,
    page: pageOf(subject),
    version_id: id,
    form,
    given_at: now,
  }));
  await writer.insertInto('consents').values(rows).execute();
  const numbers = Object.fromEntries(given.map(([subject, { number }]) => [subject, number]));
  await recordOwnAuditEvent(writer, {
    at: now,
    accountId,
    act: 'give-consent',
    subject: email,
    after: { ...numbers, form },
  });
}

/** Keeps the consent of a ticked form, and that its holder is under 18 where the office asks. */
export async function consentBySignUp(
  writer: Writer,
  given: Given,
  { terms, words = '', under_18 }: z.output<z.ZodObject<typeof consentFields>>,
): Promise<void> {
  if (terms === true) {
    const shown = words.split('.');
    const versions: Partial<Record<ConsentSubject, TextVersion>> = {};
    for (const [index, subject] of consentSubjects.entries()) {
      const known = await versionsOfPage(writer, { page: pageOf(subject) });
      const version = known.find(({ number }) => String(number) === shown[index]) ?? known[0];
      if (version !== undefined) versions[subject] = version;
    }
    await record(writer, given, versions);
  }
  if (under_18 !== true || !(await guardianRule(writer))) return;
  await writer
    .insertInto('guardians')
    .values({ account_id: given.accountId, noted_at: given.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const consentCalls = [
  act(calls.giveConsent, {
    who: student,
    key: { kind: 'consent', content: ({ body }) => ['give', body.terms ?? null, body.privacy ?? null] },
    async run(writer, { resource: { accountId, email, asksConsent }, body, now }) {
      const versions: Partial<Record<ConsentSubject, TextVersion>> = {};
      for (const subject of consentSubjects) {
        if (body[subject] === undefined) continue;
        const [current] = await versionsOfPage(writer, { page: pageOf(subject) });
        if (current?.number !== body[subject]) throw httpErrors.conflict(consentMessages.consentOutdated);
        versions[subject] = current;
      }
      const form = asksConsent ? 'login' : 'account';
      await record(writer, { accountId, email, form, now }, versions);
      return { id: accountId };
    },
    answer: async () => ({ message: consentMessages.consentGiven }),
  }),

  // The office gets a deletion request; until it has decided, the account works as before.
  act(calls.withdrawConsent, {
    who: freshlySignedInHolder,
    prepare: ({ context, resource, body }) => requirePassword(context, resource, body.current_password),
    key: { kind: 'consent', content: ({ body: { subject } }) => ['withdraw', subject] },
    audit: 'withdraw-consent',
    logs: { done: 'deletion-asked', refused: passwordRefusals },
    async run(writer, { context, resource: { accountId, email }, body: { subject }, prepared, now }) {
      await requireSamePassword(writer, accountId, prepared);
      const withdrawn = await writer
        .updateTable('consents')
        .set({ withdrawn_at: now })
        .where('account_id', '=', accountId)
        .where('page', '=', pageOf(subject))
        .where('withdrawn_at', 'is', null)
        .returning('id')
        .execute();
      if (withdrawn.length === 0) throw httpErrors.conflict(consentMessages.noConsent);
      await requestDeletion(writer, context, { accountId, email, now });
      return { id: accountId, audit: { subject: email, aboutId: accountId, after: { subject } } };
    },
    answer: async () => ({ message: consentMessages.consentWithdrawn }),
  }),
];
