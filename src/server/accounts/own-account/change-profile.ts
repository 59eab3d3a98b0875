import type { z } from 'zod';
import { foldedColumns } from '#contract/fold-text';
import type { changeProfile as changeProfileCall } from '#contract/accounts/own-account-calls';
import type { Role } from '#contract/accounts/calls';
import { messages } from '#contract/messages';
import { recordAuditEvent, recordOwnAuditEvent } from '../../audit/record-audit-event.ts';
import { renameMentor } from '../../courses/write-batches.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { once } from '../../platform/database/make-once.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { notifyHolder } from './notify-holder.ts';
import { holderOf } from './own-account-queries.ts';
import type { Viewer } from '../sessions/viewer.ts';

/**
 * Changes name and phone; a mentor's batches show the new name.
 * @throws 400 for a student without a phone, 409 when another mentor of a batch has the name, and for a
 *   reused key
 */
export async function changeProfile(
  context: Pick<AppContext, 'database' | 'clock'>,
  { accountId, role }: Viewer,
  { name, phone }: z.output<typeof changeProfileCall.body>,
  key: string | null,
): Promise<void> {
  if (phone === '' && role === 'student') throw httpErrors.badRequest(messages.phoneInvalid);
  const request = { accountId, kind: 'profile', key, content: [name, phone] } as const;
  await once(context, request, async (writer, now) => {
    const before = await holderOf(writer, accountId);
    await writeProfile(writer, { id: accountId, role }, { name, phone });
    await recordOwnAuditEvent(writer, {
      at: now,
      accountId,
      act: 'change-own-profile',
      subject: before.email,
      before: { name: before.name, phone: before.phone ?? '' },
      after: { name, phone },
    });
  });
}

type Profile = z.output<typeof changeProfileCall.body>;

async function writeProfile(
  writer: Writer,
  { id, role }: { id: number; role: Role },
  { name, phone }: Profile,
): Promise<void> {
  await writer
    .updateTable('accounts')
    .set({ name, ...foldedColumns(name), phone: phone === '' ? null : phone })
    .where('id', '=', id)
    .execute();
  if (role === 'mentor') await renameMentor(writer, id, name);
}

/**
 * The office's correction of name and phone; the holder gets a mail.
 * @throws 400 for a student without a phone, 409 when another mentor of a batch has the name
 */
export async function correctProfile(
  writer: Writer,
  context: Pick<AppContext, 'settings'>,
  {
    account,
    actorId,
    now,
    ...after
  }: Profile & { account: { id: number; email: string; role: Role }; actorId: number; now: number },
): Promise<void> {
  if (after.phone === '' && account.role === 'student') throw httpErrors.badRequest(messages.phoneInvalid);
  const holder = await holderOf(writer, account.id);
  const before = { name: holder.name, phone: holder.phone ?? '' };
  if (before.name === after.name && before.phone === after.phone) return;
  await writeProfile(writer, account, after);
  const act = { at: now, actorId, act: 'correct-profile', subject: account.email } as const;
  await recordAuditEvent(writer, { ...act, aboutId: account.id, before, after });
  const subject = 'Your name or phone has been corrected';
  const lead = 'The office has corrected your name or phone. Please check your account.';
  await notifyHolder(writer, context, account.id, { subject, lead, now, by: 'office' });
}
