import type { z } from 'zod';
import { foldedColumns } from '#contract/fold-text';
import * as calls from '#contract/accounts/own-account-calls';
import { ownAccountMessages } from '#contract/accounts/own-account-messages';
import { shownName } from '#contract/accounts/person-name';
import type { Role } from '#contract/accounts/calls';
import { messages } from '#contract/messages';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { renameMentor } from '../../courses/write-batches.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { notifyHolder } from './notify-holder.ts';
import { holderOf } from './own-account-queries.ts';
import { signedIn } from '../policy.ts';
import { lockAccount } from '../queries.ts';
import { act } from '../sessions/act.ts';

type Profile = Pick<z.output<typeof calls.changeProfile.body>, 'name' | 'phone'>;

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

/** A mentor's batches show the new name. */
export const changeProfile = act(calls.changeProfile, {
  who: signedIn,
  key: { kind: 'profile', content: ({ body: { name, phone } }) => [name, phone] },
  changes: {
    async stored(writer, { resource: { accountId }, body }) {
      await lockAccount(writer, accountId);
      const holder = await holderOf(writer, accountId);
      const isCompared = body.began !== undefined;
      return { name: shownName(holder.name), phone: holder.phone ?? '', holder, isCompared };
    },
    message: 'Your details were changed in the meantime. Your version is not saved yet.',
    current: async (_writer, _request, { name, phone }) => ({ s_name: name, phone }),
  },
  audit: 'change-own-profile',
  async run(writer, { resource: { accountId, role }, body: { name: typed, phone }, stored }) {
    const { holder, isCompared } = stored;
    if (phone === '' && role === 'student') throw httpErrors.badRequest(messages.phoneInvalid);
    // An old name that is shown otherwise stays as it is.
    const name = isCompared && typed === stored.name ? holder.name : typed;
    await writeProfile(writer, { id: accountId, role }, { name, phone });
    const audit = {
      subject: holder.email,
      aboutId: accountId,
      before: { name: holder.name, phone: holder.phone ?? '' },
      after: { name, phone },
    };
    return { id: accountId, audit };
  },
  answer: async () => ({ message: ownAccountMessages.profileSaved }),
});
