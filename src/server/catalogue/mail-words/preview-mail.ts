import { shownName } from '#contract/accounts/person-name';
import type { MailPreview } from '#contract/catalogue/mail-words-calls';
import { dayMs } from '#contract/durations';
import { normalizeEmail } from '#contract/limits';
import type { MailName, MailText } from '#contract/mail-words';
import { noticeKinds, type NoticeKind } from '#contract/notices/notice-kinds';
import { composeReset } from '../../accounts/login/forgot-password.ts';
import { accountIdOf, studentToShow } from '../../accounts/queries.ts';
import { composeConfirmation, confirmationLink } from '../../accounts/sign-up/email-confirmations.ts';
import { announcementTexts } from '../../notices/announcements/queries.ts';
import { announcementOf } from '../../notices/mails/due-mail-queue.ts';
import { composeNotice } from '../../notices/mails/notice-mails.ts';
import { newestNotice, noticesBefore } from '../../notices/queries.ts';
import { composeInvitation } from '../../people/invitations/invitations.ts';
import { invitationPath } from '../../people/invitations/invite.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Reader } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { logoCid, type MailAppearance } from '../../platform/mail/mail-html.ts';
import { portalLink } from '../../platform/portal-link.ts';
import { localText } from '../../platform/zoned-time.ts';
import { composeDaily } from '../../progress/daily-mails/daily-mail.ts';
import { newestReceipt, type ReceiptRow } from '../../submissions/queries.ts';
import { receiptMail } from '../../submissions/receipts/receipt-mail.ts';

type Student = NonNullable<Awaited<ReturnType<typeof studentToShow>>>;
type Notice = Parameters<typeof composeNotice>[2];
type Composed = { subject: string; text: string; html: string };

/** Opens nothing. */
const exampleToken = 'example';

/** A mail's logo is attached to it; a preview has it in itself. */
function withLogos(html: string, { logo }: MailAppearance): string {
  let shown = html;
  for (const scheme of ['light', 'dark'] as const) {
    const png = logo[scheme]?.png;
    if (png !== undefined)
      shown = shown.replaceAll(`cid:${logoCid(scheme)}`, `data:image/png;base64,${png.toString('base64')}`);
  }
  return shown;
}

/** Until somebody has signed up. */
const nobody: Student = {
  id: 0,
  email: 'student@example.com',
  name: 'Asha Nair',
  role: 'student',
  confirmedAt: 0,
  batch: null,
  course: null,
};

const exampleReceipt = (now: number): ReceiptRow => ({
  number: 'CAP-EXAMPLE',
  task: 'week-2',
  version: 1,
  submitted_at: now,
  late: 0,
  due_at: now + dayMs,
  file_id: null,
  file_name: null,
  file_bytes: null,
  file_sha256: null,
  declared: null,
  ai_use: null,
  ai_text: null,
  links: '',
  comments: '',
});

const noticeOf = { mark: 'mark-released', answer: 'answer', announcement: 'announcement' } as const;

const exampleNotices: Record<keyof typeof noticeOf, Omit<Notice, 'kind'>> = {
  mark: { event: 'week-2:0', text: 'Your mark for Week 2 is available', href: '/', quote: null },
  answer: {
    event: '',
    text: 'A mentor answered your question “How do I start?”',
    href: '/',
    quote: null,
  },
  announcement: {
    event: '',
    text: 'Anjali Menon announces: The viva is on Friday.',
    href: '/',
    quote: 'The viva is on Friday.',
  },
};

const exampleNews = [
  { mail: 'deadlines', text: 'Week 2 is due on 3 March, and you have not submitted it yet', href: '/' },
  { mail: 'weeks', text: 'Week 3 opens tomorrow', href: '/' },
] as const;

/** The chosen student with the newest such event, or else the newest event of all with its student. */
async function pick<Event extends { accountId: number }>(
  reader: Reader,
  chosen: number | null,
  newest: (accountId: number | null) => Promise<Event | undefined>,
): Promise<{ student: Student | undefined; event: Event | undefined }> {
  const event = await newest(chosen);
  const student = await studentToShow(reader, chosen ?? event?.accountId ?? null);
  if (student !== undefined) return { student, event };
  // Staff ask questions, too.
  return { student: await studentToShow(reader, null), event: undefined };
}

/** @throws 404 for an email that is no student's */
async function chosenStudent(reader: Reader, email: string): Promise<number | null> {
  if (email === '') return null;
  const id = await accountIdOf(reader, normalizeEmail(email));
  const student = id === null ? undefined : await studentToShow(reader, id);
  if (student === undefined) throw httpErrors.notFound('There is no student with this email.');
  return student.id;
}

const shownNews = 3;

function isKnownKind(kind: string): kind is NoticeKind {
  return Object.hasOwn(noticeKinds, kind);
}

/**
 * A mail as it would be sent, composed by the functions that send it.
 * @param sample above the words of a test
 */
export async function previewMail(
  { database: { reader }, clock, settings: own }: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  { mail, text, email, sample }: { mail: MailName; text: MailText; email: string; sample?: string },
): Promise<MailPreview> {
  const now = clock.now();
  const settings = {
    ...own,
    mailWords: { ...own.mailWords, [mail]: text },
    ...(sample !== undefined && { mailSample: sample }),
  };
  const chosen = await chosenStudent(reader, email);
  const turnOffUrl = portalLink(settings, `/unsubscribe?token=${exampleToken}`);
  const shown = (student: Student | undefined, mailed: Composed, isExample: boolean): MailPreview => ({
    subject: mailed.subject,
    text: mailed.text,
    html: sample === undefined ? withLogos(mailed.html, own.mailAppearance) : mailed.html,
    student: student === undefined ? null : `${shownName(student.name)} (${student.email})`,
    is_example: isExample,
  });
  if (mail === 'receipt') {
    const { student, event } = await pick(reader, chosen, (id) => newestReceipt(reader, id));
    const row = event ?? exampleReceipt(now);
    return shown(student, receiptMail(settings, student ?? nobody, row), event === undefined);
  }
  if (mail === 'mark' || mail === 'answer' || mail === 'announcement') {
    const kind = noticeOf[mail];
    const { student, event } = await pick(reader, chosen, (accountId) =>
      newestNotice(reader, { kind, accountId }),
    );
    const announcement = event === undefined ? null : announcementOf(event);
    const quotes = await announcementTexts(reader, announcement === null ? [] : [announcement]);
    const notice = event && { ...event, quote: quotes.get(announcement ?? 0) ?? null };
    const composed = composeNotice(
      settings,
      { ...(student ?? nobody), confirmedAt: student?.confirmedAt ?? now },
      { ...exampleNotices[mail], ...notice, kind },
      turnOffUrl,
    );
    return shown(student, composed, event === undefined);
  }
  const student = await studentToShow(reader, chosen);
  const to = student ?? nobody;
  if (mail === 'daily') {
    const notices = await noticesBefore(reader, { accountId: to.id, before: 2 ** 52, limit: shownNews });
    const items = notices.flatMap(({ kind, text: news, href }) =>
      isKnownKind(kind) ? [{ mail: noticeKinds[kind].mail, text: news, href }] : [],
    );
    const isExample = items.length === 0;
    const news = { items: isExample ? exampleNews : items, forum: [] };
    const [day = ''] = localText(now, settings.academyZone).split(' ');
    const confirmed = { ...to, confirmedAt: to.confirmedAt ?? now };
    return shown(student, composeDaily(settings, confirmed, news, { day, turnOffUrl }), isExample);
  }
  const links = {
    invitation: () => composeInvitation(settings, to, portalLink(settings, invitationPath(exampleToken))),
    confirmation: () => composeConfirmation(settings, to.email, confirmationLink(settings, exampleToken)),
    reset: () => composeReset(settings, to, portalLink(settings, `/reset-password?token=${exampleToken}`)),
  };
  return shown(student, links[mail](), student === undefined);
}
