import type { NoticeKind } from '#contract/notices/notice-kinds';

/**
 * The kinds of version 1.0.0, whose mails fail for ever at a pending notice of another kind. Pending mails of all
 * other kinds are stored where it does not look. This list never grows.
 */
const firstKinds: ReadonlySet<NoticeKind> = new Set([
  'mark-released',
  'second-look-answered',
  'answer',
  'mention',
  'answer-marked',
  'question-solved',
  'post-moderated',
  'announcement',
  'grant',
  'start-corrected',
  'selection-undone',
  'dates-changed',
  'brief-changed',
  'week-opens',
  'deadline-near',
  'second-look',
  'post-reported',
  'new-version',
] as const);

type Pending = {
  mail_due_at: number | null;
  is_daily: 0 | 1;
  later_mail_due_at: number | null;
  is_later_daily: 0 | 1;
};

export const nothingPending: Pending = {
  mail_due_at: null,
  is_daily: 0,
  later_mail_due_at: null,
  is_later_daily: 0,
};

/** @param dueAt null for the daily mail */
export function pendingMail(kind: NoticeKind, dueAt: number | null): Pending {
  const isDaily = dueAt === null ? 1 : 0;
  return firstKinds.has(kind)
    ? { ...nothingPending, mail_due_at: dueAt, is_daily: isDaily }
    : { ...nothingPending, later_mail_due_at: dueAt, is_later_daily: isDaily };
}
