import { noticeKinds } from '#contract/notices/notice-kinds';
import { mailReaders } from '../../accounts/queries.ts';
import { announcementTexts } from '../announcements/queries.ts';
import { mailLinkSigner } from '../mail-links.ts';
import { mailEventOf } from '../notify.ts';
import { turnedOffBy } from '../../accounts/own-account/mail-choices.ts';
import { isMailDue, lockDueNotices, settleMails, type DueNotice } from '../queries.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Queue } from '../../platform/jobs/worker.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { parseId } from '../../platform/parse-id.ts';
import { composeNotice } from './compose-notice.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'settings'>;

/** How many notices one transaction puts into the outbox. */
const atOnce = 100;

/** The id of the announcement that a notice is about, if it is about one. */
function announcementOf({ kind, event }: Pick<DueNotice, 'kind' | 'event'>): number | null {
  return kind === 'announcement' ? parseId(event) : null;
}

/**
 * Puts the mails of notices that are due into the outbox. Whom they go to is looked at now: an address that is not confirmed,
 * and a reader who has turned the kind off, gets none. Notice and mail change in one transaction, under a lock: of several
 * processes each takes others.
 */
async function mailDueNotices({ database, clock, settings }: Context): Promise<void> {
  const now = clock.now();
  await database.transaction(async (writer) => {
    const due = await lockDueNotices(writer, { engine: database.engine, now, limit: atOnce });
    const accounts = due.map(({ accountId }) => accountId);
    const readers = await mailReaders(writer, accounts);
    const off = await turnedOffBy(writer, accounts);
    const wanted = due.filter(
      ({ accountId, kind }) => readers.has(accountId) && !off.has(`${accountId} ${noticeKinds[kind].mail}`),
    );
    const sign = await mailLinkSigner(
      writer,
      wanted.map(({ accountId }) => accountId),
    );
    const texts = await announcementTexts(
      writer,
      wanted.flatMap((notice) => announcementOf(notice) ?? []),
    );
    for (const notice of wanted) {
      const reader = readers.get(notice.accountId);
      if (reader === undefined) continue;
      const quote = texts.get(announcementOf(notice) ?? 0) ?? null;
      const mail = composeNotice(settings, reader, { ...notice, quote }, sign);
      await enqueueMail(writer, { ...mail, event: mailEventOf(notice) }, now);
    }
    await settleMails(
      writer,
      due.map(({ id }) => id),
    );
  });
}

/** Notices whose own mail is due, as a queue: the row of a notice is the job in one. */
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
