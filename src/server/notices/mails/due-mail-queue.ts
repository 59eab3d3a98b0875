import { noticeKinds } from '#contract/notices/notice-kinds';
import { mailRecipients } from '../../accounts/queries.ts';
import { announcementTexts } from '../announcements/queries.ts';
import { mailLinkSigner, composeNotice, turnOffAddress } from './notice-mails.ts';
import {
  invitationsFor,
  isOnceADay,
  leaveToDailyMail,
  mailedSince,
  mailEventOf,
  noteMailed,
  onceADayOf,
} from './once-a-day.ts';
import { turnedOffBy } from '../../accounts/own-account/mail-choices.ts';
import { isMailDue, lockDueNotices, settleMails, type DueNotice } from '../queries.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { Queue } from '../../platform/jobs/worker.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import { parseId } from '../../platform/parse-id.ts';
import { instantOfDay } from '../../platform/zoned-time.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'settings'>;

const atOnce = 100;

export function announcementOf({ kind, event }: Pick<DueNotice, 'kind' | 'event'>): number | null {
  return kind === 'announcement' ? parseId(event.split(':')[0] ?? '') : null;
}

/** Whoever had a mail of these kinds today gets the next one with tomorrow's. */
async function withoutLater(
  writer: Writer,
  due: readonly DueNotice[],
  dayBegan: number,
): Promise<readonly DueNotice[]> {
  const bounded = due.filter(({ kind }) => isOnceADay(kind));
  const mailed = await mailedSince(
    writer,
    bounded.map(({ accountId }) => accountId),
    dayBegan,
  );
  if (mailed.size === 0) return due;
  const later = new Set(bounded.filter(({ accountId }) => mailed.has(accountId)));
  await leaveToDailyMail(
    writer,
    [...later].map(({ id }) => id),
  );
  return due.filter((notice) => !later.has(notice));
}

/**
 * Moves due mails of notices to the outbox. Recipients are checked now: unconfirmed ones, and those who
 * switched the kind off, get none. The rows are locked, so that each process takes others.
 */
async function mailDueNotices({ database, clock, settings }: Context): Promise<void> {
  const now = clock.now();
  await database.transaction(async (writer) => {
    const due = await withoutLater(
      writer,
      await lockDueNotices(writer, { engine: database.engine, now, limit: atOnce }),
      instantOfDay(now, settings.academyZone),
    );
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
    const emails = new Map([...readers].map(([id, { email }]) => [id, email]));
    const invitations = await invitationsFor(writer, wanted, { settings, emails, now });
    for (const notice of wanted) {
      const reader = readers.get(notice.accountId);
      if (reader === undefined) continue;
      const quote = texts.get(announcementOf(notice) ?? 0) ?? null;
      const link = { accountId: reader.id, mails: [noticeKinds[notice.kind].mail] };
      const turnOffUrl = turnOffAddress(settings, sign, link);
      const mail = composeNotice(settings, reader, { ...notice, quote }, turnOffUrl);
      const calendar = invitations.get(notice.id) ?? null;
      await enqueueMail(writer, { ...mail, event: mailEventOf(notice), calendar }, now);
    }
    const noticeIds = due.map(({ id }) => id);
    await settleMails(writer, noticeIds);
    await noteMailed(writer, onceADayOf(wanted), now);
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
