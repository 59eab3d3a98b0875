import type { z } from 'zod';
import type { correctAddress as addressCall, correctProfile as profileCall } from '#contract/people/calls';
import { serverMessages } from '../platform/http/server-messages.ts';
import { correctEmail } from '../accounts/own-account/change-email.ts';
import { correctProfile as correctProfileOf } from '../accounts/own-account/change-profile.ts';
import type { ConfirmHolder } from '../accounts/sign-up/email-confirmations.ts';
import {
  forgetKnown,
  hasImported,
  markAsCorrection,
  readImportedProfile,
} from '../accounts/imported-profiles.ts';
import { accountById } from '../accounts/queries.ts';
import { recordAuditEvent } from '../audit/record-audit-event.ts';
import type { AppContext } from '../platform/context.ts';
import type { Writer } from '../platform/database/database.ts';
import { once } from '../platform/database/make-once.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { pick } from '../platform/import-files/plan.ts';
import { confirmByOffice } from './confirm-account.ts';
import { importTyped } from './intake/add-person.ts';
import type { PersonOfOffice } from './policy.ts';

/**
 * Corrects name and phone, and what was imported of a student: an empty field stays, null removes.
 * @throws 400 with each field's error, and for a student without a phone; 409 when another mentor of a batch
 *   has the name, and for an anonymised person
 */
export async function correctProfile(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  { accountId, viewer }: PersonOfOffice,
  profile: z.output<typeof profileCall.body>,
  key: string | null,
): Promise<void> {
  const { name, phone, exit_score = '', grade = '' } = profile;
  const actorId = viewer.accountId;
  const isImported = exit_score !== '' || grade !== '';
  const removed = (['exit_score', 'grade'] as const).filter((field) => profile[field] === null);
  const content = [accountId, name, phone, ...(isImported ? [exit_score, grade] : [])];
  const asks = { accountId: actorId, kind: 'person-profile', key, content } as const;
  await once(context, asks, async (writer, now) => {
    const account = await accountById(writer, accountId);
    if (account.anonymised_at !== null) throw httpErrors.conflict(serverMessages.personAnonymised);
    await correctProfileOf(writer, context, { name, phone, account, actorId, now });
    if (removed.length > 0) await removeImported(writer, account, removed, { actorId, now });
    const imported = { email: account.email, exit_score: exit_score ?? '', grade: grade ?? '' };
    const { engine } = context.database;
    if (imported.exit_score === '' && imported.grade === '') return;
    const wasImported = await hasImported(writer, account.email);
    await importTyped(writer, imported, { engine, actorId, now });
    // It waits for the confirmation; somebody who has signed up is not to be invited.
    if (!wasImported) await markAsCorrection(writer, account.email);
  });
}

/** The fields are unknown again. */
async function removeImported(
  writer: Writer,
  account: { id: number; email: string },
  fields: readonly ('exit_score' | 'grade')[],
  { actorId, now: at }: { actorId: number; now: number },
): Promise<void> {
  const { after: known } = await readImportedProfile(writer, account);
  const after = Object.fromEntries(fields.map((field) => [field, null]));
  await forgetKnown(writer, account, after);
  const what = { act: 'import-person', subject: account.email, aboutId: account.id } as const;
  await recordAuditEvent(writer, { at, actorId, ...what, before: pick(known, fields), after });
}

/** @throws 409 for the current email, another account's, and an anonymised person */
export async function correctAddress(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  { accountId, viewer }: PersonOfOffice,
  { email, reason }: z.output<typeof addressCall.body>,
  key: string | null,
): Promise<void> {
  const now = context.clock.now();
  const actorId = viewer.accountId;
  // With the new address's import, but without a batch that does not fit the project.
  const confirm: ConfirmHolder = async (writer, id) => {
    const account = await accountById(writer, id);
    await confirmByOffice(writer, context, { account, actorId, now, movesOnlyIfFit: true, tells: false });
  };
  const content = [accountId, email, reason];
  await once(context, { accountId: actorId, kind: 'person-address', key, content }, async (writer) => {
    const account = await accountById(writer, accountId);
    await correctEmail(writer, context, confirm, { account, email, actorId, reason, now });
  });
}
