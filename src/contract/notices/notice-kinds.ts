import type { Role } from '../accounts/calls.ts';

type Readers = 'students' | 'staff' | 'everybody';

/** Mail that readers can switch off. */
export const noticeMails = {
  marks: { label: 'My mark is released', readers: 'students' },
  answers: {
    label: 'Answers to my questions, private questions, mentions, and news about my posts',
    readers: 'everybody',
  },
  announcements: { label: 'Announcements and messages of my mentors', readers: 'students' },
  grants: { label: 'Extensions, and changes to my project by the academy', readers: 'students' },
  weeks: { label: 'A week opens tomorrow, or its instructions or dates have changed', readers: 'students' },
  deadlines: { label: 'Work that I have not submitted is due in two days', readers: 'students' },
  forum: {
    label: 'The best questions in my batch today, added to the daily email',
    readers: 'students',
  },
  results: { label: 'My result and my certificate', readers: 'students' },
  desk: { label: 'Work waiting to be marked, once a day', readers: 'staff' },
} as const satisfies Record<string, { label: string; readers: Readers }>;
export type NoticeMail = keyof typeof noticeMails;
export const noticeMailNames = Object.keys(noticeMails) as [NoticeMail, ...NoticeMail[]];

export function getsMail(role: Role, mail: NoticeMail): boolean {
  const { readers } = noticeMails[mail];
  return readers === 'everybody' || (readers === 'students') === (role === 'student');
}

/** With its kind of mail, and its own or the daily one. */
export const noticeKinds = {
  'mark-released': { mail: 'marks', when: 'at-once', heading: 'You have a new mark' },
  'second-look-answered': { mail: 'marks', when: 'daily', heading: 'News about your mark review' },
  answer: { mail: 'answers', when: 'at-once', heading: 'Your question has been answered' },
  mention: { mail: 'answers', when: 'at-once', heading: 'You have been mentioned in the forum' },
  'private-question': {
    mail: 'answers',
    when: 'at-once',
    heading: 'A student has asked the mentors privately',
  },
  'private-answer': { mail: 'answers', when: 'at-once', heading: 'News about your private question' },
  'answer-marked': { mail: 'answers', when: 'daily', heading: 'Your comment has been marked as the answer' },
  'question-solved': { mail: 'answers', when: 'daily', heading: 'A question has been solved' },
  'post-moderated': { mail: 'answers', when: 'at-once', heading: 'News about your forum post' },
  announcement: { mail: 'announcements', when: 'at-once', heading: 'New announcement for your batch' },
  message: { mail: 'announcements', when: 'at-once', heading: 'A message about your course' },
  grant: { mail: 'grants', when: 'at-once', heading: 'You have an extension' },
  'extension-declined': {
    mail: 'grants',
    when: 'at-once',
    heading: 'Your extension request was declined',
  },
  'start-corrected': {
    mail: 'grants',
    when: 'at-once',
    heading: 'The start of your project has been corrected',
  },
  'project-chosen': { mail: 'grants', when: 'at-once', heading: 'The academy has chosen your project' },
  'selection-undone': { mail: 'grants', when: 'at-once', heading: 'Your project choice has been undone' },
  'viva-delay': { mail: 'weeks', when: 'at-once', heading: 'News about your viva today' },
  'viva-time': { mail: 'weeks', when: 'daily', heading: 'The time of your viva' },
  'viva-panel': { mail: 'desk', when: 'daily', heading: 'Your vivas as an examiner' },
  'dates-changed': { mail: 'weeks', when: 'daily', heading: 'The dates of your batch have changed' },
  'brief-changed': { mail: 'weeks', when: 'daily', heading: 'Task instructions have changed' },
  'week-opens': { mail: 'weeks', when: 'daily', heading: 'A week opens tomorrow' },
  'deadline-near': { mail: 'deadlines', when: 'daily', heading: 'Your work is due soon' },
  'certificate-name': { mail: 'results', when: 'daily', heading: 'The name on your certificate' },
  certificate: { mail: 'results', when: 'daily', heading: 'News about your certificate' },
  // Its own mail cannot be turned off.
  'data-removal': { mail: 'grants', when: 'at-once', heading: 'Your personal data will be removed' },
  'second-look': { mail: 'desk', when: 'daily', heading: 'A student has requested a review' },
  'extension-request': { mail: 'desk', when: 'daily', heading: 'A student has requested an extension' },
  'post-reported': { mail: 'desk', when: 'daily', heading: 'A forum post has been reported' },
  'removal-planned': { mail: 'desk', when: 'daily', heading: 'Old personal data will be removed' },
  'new-version': { mail: 'desk', when: 'daily', heading: 'A student has submitted a new version' },
} as const satisfies Record<string, { mail: NoticeMail; when: 'at-once' | 'daily'; heading: string }>;
export type NoticeKind = keyof typeof noticeKinds;
export const noticeKindNames = Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]];
