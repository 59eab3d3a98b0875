import type { z } from 'zod';
import type { changeProfile as changeProfileCall } from '#contract/own-account';
import { messages } from '#contract/messages';
import { renameMentor } from '../batches/assign-mentor.ts';
import type { AppContext } from '../platform/context.ts';
import { makeOnce } from '../platform/database/make-once.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import type { Viewer } from './viewer.ts';

/**
 * Changes name and phone. A mentor's new name goes along into the mentor's batches.
 * @param key the request's Idempotency-Key: a repetition changes nothing, also after later changes
 * @throws 400 for a student without a phone, 409 when another mentor of a batch has the name, and for a key of another change
 */
export async function changeProfile(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  { accountId, role }: Viewer,
  { name, phone }: z.output<typeof changeProfileCall.body>,
  key: string | null,
): Promise<void> {
  if (phone === '' && role === 'student') throw httpErrors.badRequest(messages.phoneInvalid);
  const request = { accountId, kind: 'profile', key, content: [name, phone], now: clock.now() } as const;
  await database.transaction((writer) =>
    makeOnce(writer, request, async () => {
      await writer
        .updateTable('accounts')
        .set({ name, phone: phone === '' ? null : phone })
        .where('id', '=', accountId)
        .execute();
      if (role === 'mentor') await renameMentor(writer, accountId, name);
      return accountId;
    }),
  );
}
