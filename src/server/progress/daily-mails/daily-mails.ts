import { dayMs, minuteMs } from '#contract/durations';
import { noticeKinds, type NoticeMail } from '#contract/notices/notice-kinds';
import { turnedOffBy } from '../../accounts/own-account/mail-choices.ts';
import { batchOfStudent, type MailRecipient, mailRecipients } from '../../accounts/queries.ts';
import {
  dailyMailsOf,
  mailLinkSigner,
  type DailyItem,
  turnOffAddress,
} from '../../notices/mails/notice-mails.ts';
import {
  invitationsFor,
  isOnceADay,
  mailedSince,
  noteMailed,
  onceADayOf,
} from '../../notices/mails/once-a-day.ts';
import {
  accountsWithDailyNotices,
  lastDailyMail,
  lockDailyNotices,
  noteDailyMail,
  settleMails,
} from '../../notices/queries.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { eachRow, rowsAtOnce } from '../../platform/database/rows-at-once.ts';
import { periodicJob } from '../../platform/jobs/job.ts';
import { enqueueMail, isEnqueued } from '../../platform/mail/enqueue-mail.ts';
import { instantOfDay, localText } from '../../platform/zoned-time.ts';
import { composeDaily, type DailyNews } from './daily-mail.ts';
import { tellOfComingDays } from './tell-of-coming-days.ts';
import { questionAddress } from '#contract/forum/question-view';
import { mentorsAfter } from '../../courses/batch-queries.ts';
import { batchesWithCountsOf } from '../../marking/queries.ts';
import { waitingLongest } from '../../marking/queue/queue-queries.ts';
import { bestForReader, type QuestionOfDay, questionsOfDay } from '../../forum/reading/questions-of-day.ts';

type ForumOfDay = (writer: Writer, accountId: number) => Promise<DailyItem[]>;

const commented = (count: number): string =>
  count === 0 ? 'not answered yet' : count === 1 ? '1 comment' : `${count} comments`;

/** Reads each batch once for all its students. */
function makeForumOfDay(reader: Reader, now: number): ForumOfDay {
  const ofBatches = new Map<number, Promise<QuestionOfDay[]>>();
  return async (writer, accountId) => {
    const batch = await batchOfStudent(writer, accountId);
    if (batch === undefined) return [];
    let ofBatch = ofBatches.get(batch.id);
    if (ofBatch === undefined)
      ofBatches.set(batch.id, (ofBatch = questionsOfDay(reader, { batchId: batch.id, now })));
    const best = await bestForReader(writer, accountId, await ofBatch);
    return best.map(({ id, beginning, comments }) => ({
      mail: 'forum',
      text: `Asked in your batch: “${beginning}” (${commented(comments)})`,
      href: questionAddress(batch.name, String(id)),
    }));
  };
}

const mentorsInTurn = mentorsAfter;

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`);

function waitedFor(since: number, now: number): string {
  const whole = Math.floor((now - since) / dayMs);
  return whole === 0 ? 'the oldest since yesterday' : `the oldest for ${days(whole)}`;
}

/** Batches without waiting submissions are left out. */
async function waitingForMentor(reader: Reader, accountId: number, now: number): Promise<DailyItem[]> {
  const items: DailyItem[] = [];
  for (const { id, name, unmarked, heldBack: unreleased } of await batchesWithCountsOf(reader, {
    accountId,
  })) {
    const href = `/staff?batch=${encodeURIComponent(name)}`;
    const [oldest] = (unmarked ?? 0) > 0 ? await waitingLongest(reader, { batchId: id }) : [];
    if (oldest !== undefined) {
      const what = unmarked === 1 ? '1 submission is waiting' : `${unmarked} submissions are waiting`;
      items.push({
        mail: 'desk',
        text: `${name}: ${what} for a mark, ${waitedFor(oldest.since, now)}`,
        href,
      });
    }
    if ((unreleased ?? 0) > 0) {
      const what = unreleased === 1 ? '1 mark is' : `${unreleased} marks are`;
      items.push({ mail: 'desk', text: `${name}: ${what} not released yet`, href });
    }
  }
  return items;
}

type Context = Pick<AppContext, 'database' | 'clock' | 'settings'>;

const eventOf = (accountId: number, day: string): string => `daily:${accountId}:${day}`;

/** @param news its forum part is included, but no reason for a mail */
async function enqueueDailyMail(
  writer: Writer,
  { settings, clock }: Pick<Context, 'settings' | 'clock'>,
  { reader, day, calendar }: { reader: MailRecipient; day: string; calendar: string | null },
  news: DailyNews,
): Promise<void> {
  const sign = await mailLinkSigner(writer, [reader.id]);
  const mails = dailyMailsOf([...news.items, ...news.forum]);
  const turnOffUrl = turnOffAddress(settings, sign, { accountId: reader.id, mails });
  const mail = composeDaily(settings, reader, news, { day, turnOffUrl, isInvitation: calendar !== null });
  const event = eventOf(reader.id, day);
  await enqueueMail(writer, { ...mail, event, to: reader.email, turnOffUrl, calendar }, clock.now());
}

/**
 * In one transaction with the notices it settles, so nobody gets two.
 * @param more beside the account's notices
 * @param forumOf included, but no reason for a mail
 */
async function mailOneReader(
  context: Context,
  accountId: number,
  day: string,
  { more, forumOf }: { more: readonly DailyItem[]; forumOf: ForumOfDay },
): Promise<void> {
  const { database } = context;
  await database.transaction(async (writer) => {
    // Later notices wait until tomorrow.
    if (await isEnqueued(writer, eventOf(accountId, day))) return;
    const now = context.clock.now();
    const since = instantOfDay(now, context.settings.academyZone);
    const hadOne = (await mailedSince(writer, [accountId], since)).size > 0;
    const notices = (await lockDailyNotices(writer, { engine: database.engine, accountId })).filter(
      ({ kind }) => !(hadOne && isOnceADay(kind)),
    );
    const reader = (await mailRecipients(writer, [accountId])).get(accountId);
    const off = await turnedOffBy(writer, [accountId]);
    const isOn = ({ mail }: { mail: NoticeMail }) => !off.has(`${accountId} ${mail}`);
    const wanted = notices.map((row) => ({ ...row, mail: noticeKinds[row.kind].mail })).filter(isOn);
    const emails = new Map(reader === undefined ? [] : [[accountId, reader.email]]);
    const settings = context.settings;
    const invitations = await invitationsFor(writer, wanted, { settings, emails, now });
    // An event is for the calendar, also of a reader who has seen the time.
    const fresh = wanted.filter(({ id, readAt }) => readAt === null || invitations.has(id));
    const [leading = [], others = []] = [true, false].map((isFirst) =>
      fresh.filter(({ kind }) => isOnceADay(kind) === isFirst),
    );
    const items = [...leading, ...more.filter(isOn), ...others];
    if (reader !== undefined && items.length > 0) {
      const forum = (await forumOf(writer, accountId)).filter(isOn);
      const [calendar = null] = invitations.values();
      await enqueueDailyMail(writer, context, { reader, day, calendar }, { items, forum });
      await noteMailed(writer, onceADayOf(fresh), now);
    }
    const noticeIds = notices.map(({ id }) => id);
    await settleMails(writer, noticeIds);
  });
}

const inTurn = (
  find: (range: { after: number; limit: number }) => Promise<number[]>,
  signal: AbortSignal,
): AsyncGenerator<number> =>
  eachRow((after?: number) => find({ after: after ?? 0, limit: rowsAtOnce }), { signal });

/** Once a day, at its hour in the academy's zone or later: upcoming tasks for students, waiting work for mentors. */
export async function sendDailyMails(context: Context, signal: AbortSignal): Promise<void> {
  const { database, clock, settings } = context;
  const now = clock.now();
  const [day = '', time = ''] = localText(now, settings.academyZone).split(' ');
  if (Number(time.slice(0, 2)) < settings.dailyMailHour) return;
  if ((await lastDailyMail(database.reader)) === day) return;
  await tellOfComingDays(context, now, signal);
  const forumOf = makeForumOfDay(database.reader, now);
  const mentors = new Set<number>();
  for await (const accountId of inTurn((range) => mentorsInTurn(database.reader, range), signal)) {
    mentors.add(accountId);
    await mailOneReader(context, accountId, day, {
      more: await waitingForMentor(database.reader, accountId, now),
      forumOf,
    });
  }
  const find = (range: { after: number; limit: number }) => accountsWithDailyNotices(database.reader, range);
  for await (const accountId of inTurn(find, signal)) {
    if (!mentors.has(accountId)) await mailOneReader(context, accountId, day, { more: [], forumOf });
  }
  if (!signal.aborted) await database.transaction((writer) => noteDailyMail(writer, day));
}

export const sendDailyMailsJob = periodicJob('send-daily-mails', 10 * minuteMs, sendDailyMails);
