import type { Role } from '../accounts/calls.ts';

type Readers = 'students' | 'staff' | 'everybody';

/** Kinds of mail that a reader can switch off, with the switch's label. */
export const noticeMails = {
  marks: { label: 'A mark of mine is released', readers: 'students' },
  answers: {
    label:
      'Somebody answers my question or mentions me, an answer is marked, or a mentor hides or locks what I wrote',
    readers: 'everybody',
  },
  announcements: { label: 'A mentor announces something', readers: 'students' },
  grants: { label: 'I am granted more time, or my project is changed for me', readers: 'students' },
  weeks: { label: 'A week opens tomorrow, or its brief or dates have changed', readers: 'students' },
  deadlines: { label: 'A deadline is two days away, and I have handed in nothing', readers: 'students' },
  forum: {
    label: 'The best questions of my batch’s day, where a mail goes out anyway',
    readers: 'students',
  },
  desk: { label: 'What waits to be marked, once a day', readers: 'staff' },
} as const satisfies Record<string, { label: string; readers: Readers }>;
export type NoticeMail = keyof typeof noticeMails;
export const noticeMailNames = Object.keys(noticeMails) as [NoticeMail, ...NoticeMail[]];

export function getsMail(role: Role, mail: NoticeMail): boolean {
  const { readers } = noticeMails[mail];
  return readers === 'everybody' || (readers === 'students') === (role === 'student');
}

/** Each notice's kind of mail, its own mail or the daily one, and the subject of its own mail. */
export const noticeKinds = {
  'mark-released': { mail: 'marks', when: 'at-once', heading: 'A mark of yours is there' },
  'second-look-answered': {
    mail: 'marks',
    when: 'at-once',
    heading: 'A mentor has looked at your mark again',
  },
  answer: { mail: 'answers', when: 'at-once', heading: 'Your question is answered' },
  mention: { mail: 'answers', when: 'at-once', heading: 'You are mentioned in the forum' },
  'answer-marked': { mail: 'answers', when: 'daily', heading: 'A comment of yours is the answer' },
  'question-solved': { mail: 'answers', when: 'daily', heading: 'A question is solved' },
  'post-moderated': { mail: 'answers', when: 'at-once', heading: 'A mentor about your post in the forum' },
  announcement: { mail: 'announcements', when: 'at-once', heading: 'An announcement to your batch' },
  grant: { mail: 'grants', when: 'at-once', heading: 'You have more time' },
  'start-corrected': {
    mail: 'grants',
    when: 'at-once',
    heading: 'The start of your project is corrected',
  },
  'selection-undone': { mail: 'grants', when: 'at-once', heading: 'Your choice of a project is undone' },
  'dates-changed': { mail: 'weeks', when: 'daily', heading: 'The dates of your batch have changed' },
  'brief-changed': { mail: 'weeks', when: 'daily', heading: 'A brief has changed' },
  'week-opens': { mail: 'weeks', when: 'daily', heading: 'A week opens tomorrow' },
  'deadline-near': { mail: 'deadlines', when: 'daily', heading: 'A deadline is near' },
  'second-look': { mail: 'desk', when: 'daily', heading: 'A student asks for a second look' },
  'post-reported': { mail: 'desk', when: 'daily', heading: 'A post in the forum is reported' },
  'new-version': { mail: 'desk', when: 'daily', heading: 'A student has handed in again' },
} as const satisfies Record<string, { mail: NoticeMail; when: 'at-once' | 'daily'; heading: string }>;
export type NoticeKind = keyof typeof noticeKinds;
export const noticeKindNames = Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]];
