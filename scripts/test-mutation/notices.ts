import type { Guards } from './mutation.ts';

const engine = ['src/server/notices/notices.api.test.ts'];
const mails = ['src/server/notice-mails/due-mail-queue.api.test.ts'];
const announcements = ['src/server/announcements/announcements.api.test.ts'];

/** Who is told, mailed and asked, and what only a signed address does. */
export const noticeGuards: Guards = {
  'nobody is told twice of an event': {
    file: 'src/server/platform/database/migrations/0035-notices.ts',
    take: "        .addUniqueConstraint('notices_once', ['kind', 'event', 'account_id'])\n",
    put: '',
    tests: ['tests/api/invariants.test.ts'],
  },
  'no mail goes to an address that is not confirmed': {
    file: 'src/server/accounts/queries.ts',
    take: "    .where('id', 'in', [...new Set(accountIds)])\n    .where('confirmed_at', 'is not', null)\n",
    put: "    .where('id', 'in', [...new Set(accountIds)])\n",
    tests: mails,
  },
  'mail that is turned off is not sent': {
    file: 'src/server/notice-mails/due-mail-queue.ts',
    take: ' && !off.has(`${accountId} ${noticeKinds[kind].mail}`)',
    put: '',
    tests: mails,
  },
  'a notice is not mailed before it is due': {
    file: 'src/server/notices/notify.ts',
    take: 'mail_due_at: isDaily ? null : dueAt,',
    put: 'mail_due_at: isDaily ? null : now,',
    tests: engine,
  },
  'mail that was taken back before it was sent is not sent': {
    file: 'src/server/notices/notify.ts',
    take: 'return { mailed: await withdrawMails(writer, ownMails, now) };',
    put: 'return { mailed: ownMails.length * 0 };',
    tests: engine,
  },
  'an address turns mail off by its signature alone': {
    file: 'src/server/notices/mail-links.ts',
    take: 'given.length === expected.length && timingSafeEqual(given, expected)',
    put: 'given.length >= 0 || timingSafeEqual(given, expected)',
    tests: mails,
  },
  'a reader reads their own notices only': {
    file: 'src/server/notices/read-notices.ts',
    take: "    .where('account_id', '=', accountId)\n",
    put: '',
    tests: engine,
  },
  'the daily mail goes out once a day': {
    file: 'src/server/notice-mails/daily-mails.ts',
    take: '  if ((await lastDailyMail(database.reader)) === day) return;\n',
    put: '',
    tests: ['src/server/notice-mails/daily-mails.api.test.ts'],
  },
  'the daily mail waits for its hour': {
    file: 'src/server/notice-mails/daily-mails.ts',
    take: '  if (Number(time.slice(0, 2)) < settings.dailyMailHour) return;\n',
    put: '',
    tests: ['src/server/notice-mails/daily-mails.api.test.ts'],
  },
  'who has to confirm the address first hears no announcement': {
    file: 'src/server/accounts/queries.ts',
    take: '    .$if(requireConfirmedEmail, (query) =>',
    put: '    .$if(requireConfirmedEmail && batchId < 0, (query) =>',
    tests: announcements,
  },
  'an announcement is seen by whom it is pinned for': {
    file: 'src/server/announcements/see-announcement.ts',
    take: "  if (row === undefined) throw httpErrors.notFound('There is no such announcement.');\n",
    put: '  if (row === undefined) return 0;\n',
    tests: announcements,
  },
  'an announcement that was taken back is pinned no longer': {
    file: 'src/server/announcements/queries.ts',
    take: "    .where('announcements.withdrawn_at', 'is', null)\n    .where('announcements.pinned_until', '>', p.now)\n    .orderBy('announcements.id', 'desc')\n    .limit(pinnedAtOnce)\n    .select(shown)",
    put: "    .where('announcements.pinned_until', '>', p.now)\n    .orderBy('announcements.id', 'desc')\n    .limit(pinnedAtOnce)\n    .select(shown)",
    tests: announcements,
  },
};
