import { noticeKinds } from '#contract/notices/notice-kinds';
import { mailRecipients } from '../../accounts/queries.ts';
import { announcementTexts } from '../announcements/queries.ts';
import { mailLinkSigner, composeNotice, turnOffAddress } from './notice-mails.ts';
import { mailEventOf } from '../notify.ts';
import { turnedOffBy } from '../../accounts/own-account/mail-choices.ts';
import { isMailDue, lockDueNotices, settleMails, type DueNotice } from '../queries.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Queue } from '../../platform/jobs/worker.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { parseId } from '../../platform/parse-id.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'settings'>;

const atOnce = 100;

export function announcementOf({ kind, event }: Pick<DueNotice, 'kind' | 'event'>): number | null {
  return kind === 'announcement' ? parseId(event.split(':')[0] ?? '') : null;
}

/**
 * Moves due mails of notices to the outbox. Recipients are checked now: unconfirmed ones, and those who
 * switched the kind off, get none. The rows are locked, so that each process takes others.
 */
async function mailDueNotices({ database, clock, settings }: Context): Promise<void> {
  const now = clock.now();
  await database.transaction(async (writer) => {
    const due = await lockDueNotices(writer, { engine: database.engine, now, limit: atOnce });
    const accounts = due.map(({ accountId }) => accountId);
    const readers = await mailRecipients(writer, accounts);
    const off = await turnedOffBy(writer, accounts);
    const wanted = due.filter(
      ({ accountId, kind }) => readers.has(accountId) && !off.has(`${accountId} ${noticeKinds[kind].mail}`),
    );
    const mailed = wanted.map(({ accountId }) => accountId);
    const sign = await mailLinkSigner(writer, mailed);
    const announcements = wanted.flatMap((notice) => announcementOf(notice) ?? []);
    const texts = await announcementTexts(writer, announcements);
    for (const notice of wanted) {
      const reader = readers.get(notice.accountId);
      if (reader === undefined) continue;
      const quote = texts.get(announcementOf(notice) ?? 0) ?? null;
      const link = { accountId: reader.id, mails: [noticeKinds[notice.kind].mail] };
      const turnOffUrl = turnOffAddress(settings, sign, link);
      const mail = composeNotice(settings, reader, { ...notice, quote }, turnOffUrl);
      await enqueueMail(writer, { ...mail, event: mailEventOf(notice) }, now);
    }
    const noticeIds = due.map(({ id }) => id);
    await settleMails(writer, noticeIds);
  });
}

/** A notice's row is its own job. */
export function dueMailQueue(context: Context): Queue {
  return {
    name: 'notices',
    topic: 'notices',
    concurrency: 1,
    async claim() {
      const isDue = await isMailDue(context.database.reader, context.clock.now());
      return isDue ? [() => mailDueNotices(context)] : [];
    },
  };
}
