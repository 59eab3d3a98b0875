import type { NoticeMail } from '#contract/notices/notice-kinds';
import { setMail } from './mail-choices.ts';
import type { AppContext } from '../../platform/context.ts';
import { makeOnce } from '../../platform/database/make-once.ts';

/**
 * Turns kinds of mail off for an account, or on again; what is told stays on the list in the portal.
 * @param key the request's Idempotency-Key: a repetition changes nothing, also after later choices
 * @throws 409 when the key belongs to another choice
 */
export async function chooseMail(
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  choice: { accountId: number; mails: readonly NoticeMail[]; isOn: boolean },
  key: string | null,
): Promise<void> {
  const { accountId, mails, isOn } = choice;
  const content = [mails, isOn];
  const request = { accountId, kind: 'mail-choice', key, content, now: clock.now() } as const;
  await database.transaction((writer) =>
    makeOnce(writer, request, async () => {
      for (const mail of mails) await setMail(writer, { accountId, mail, isOn });
      return accountId;
    }),
  );
}
