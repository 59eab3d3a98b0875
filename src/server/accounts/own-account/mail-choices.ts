import type { NoticeMail } from '#contract/notices/notice-kinds';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';

export const mailsTurnedOff = compiledQuery((db, p: { accountId: number }) =>
  db.selectFrom('turned_off_mails').where('account_id', '=', p.accountId).select('mail'),
);

/** Entries are `<account> <mail>`. */
export async function turnedOffBy(
  database: Reader | Writer,
  accounts: readonly number[],
): Promise<ReadonlySet<string>> {
  if (accounts.length === 0) return new Set();
  const rows = await database
    .selectFrom('turned_off_mails')
    .where('account_id', 'in', [...new Set(accounts)])
    .select(['account_id as accountId', 'mail'])
    .execute();
  return new Set(rows.map(({ accountId, mail }) => `${accountId} ${mail}`));
}

export async function setMail(
  writer: Writer,
  { accountId, mail, isOn }: { accountId: number; mail: NoticeMail; isOn: boolean },
): Promise<void> {
  if (isOn) {
    await writer
      .deleteFrom('turned_off_mails')
      .where('account_id', '=', accountId)
      .where('mail', '=', mail)
      .execute();
    return;
  }
  await writer
    .insertInto('turned_off_mails')
    .values({ account_id: accountId, mail })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
