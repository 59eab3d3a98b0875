import type { z } from 'zod';
import type { consentFields } from '#contract/accounts/calls';
import { consentSubjects, type ConsentForm, type ConsentSubject } from '#contract/accounts/consent';
import { consentMessages } from './consent-rules.ts';
import { recordOwnAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { once } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { requirePassword, requireSamePassword } from '../login/require-password.ts';
import { requestDeletion } from '../own-account/ask-deletion.ts';
import type { Viewer } from '../sessions/viewer.ts';
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

/** @throws 409 for a version that is not current */
export async function giveConsent(
  context: Pick<AppContext, 'database' | 'clock'>,
  { accountId, email, asksConsent }: Viewer,
  body: Partial<Record<ConsentSubject, number | undefined>>,
  key: string | null,
): Promise<void> {
  const content = ['give', body.terms ?? null, body.privacy ?? null];
  await once(context, { accountId, kind: 'consent', key, content }, async (writer, now) => {
    const versions: Partial<Record<ConsentSubject, TextVersion>> = {};
    for (const subject of consentSubjects) {
      if (body[subject] === undefined) continue;
      const [current] = await versionsOfPage(writer, { page: pageOf(subject) });
      if (current?.number !== body[subject]) throw httpErrors.conflict(consentMessages.consentOutdated);
      versions[subject] = current;
    }
    const form = asksConsent ? 'login' : 'account';
    await record(writer, { accountId, email, form, now }, versions);
  });
}

/**
 * The office gets a deletion request; until it has decided, the account works as before.
 * @throws 400 for a wrong password, 409 without a consent, 429
 */
export async function withdrawConsent(
  context: AppContext,
  viewer: Viewer,
  { subject, password }: { subject: ConsentSubject; password: string },
  key: string | null,
): Promise<void> {
  const { accountId, email } = viewer;
  const verified = await requirePassword(context, viewer, password);
  const content = ['withdraw', subject];
  await once(context, { accountId, kind: 'consent', key, content }, async (writer, now) => {
    await requireSamePassword(writer, accountId, verified);
    const withdrawn = await writer
      .updateTable('consents')
      .set({ withdrawn_at: now })
      .where('account_id', '=', accountId)
      .where('page', '=', pageOf(subject))
      .where('withdrawn_at', 'is', null)
      .returning('id')
      .execute();
    if (withdrawn.length === 0) throw httpErrors.conflict(consentMessages.noConsent);
    const act = { at: now, accountId, act: 'withdraw-consent', subject: email, after: { subject } } as const;
    await recordOwnAuditEvent(writer, act);
    await requestDeletion(writer, context, { accountId, email, now });
  });
}
