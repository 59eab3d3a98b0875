import { isoInstant } from '#contract/dates';
import type { Settings } from '../../platform/settings/settings.ts';
import { localText } from '../../platform/zoned-time.ts';

/** Lines end with CRLF, which every system's editor reads. */
export function readMe(
  { academyName, academyZone }: Pick<Settings, 'academyName' | 'academyZone'>,
  { name, email }: { name: string; email: string },
  now: number,
): string {
  return [
    `The record of ${name} (${email}) at ${academyName}`,
    `Made on ${localText(now, academyZone)} (${academyZone}), which is ${isoInstant(now)} in UTC.`,
    '',
    'about-me.json',
    '  Your data at the academy, the name for your certificate, your current and former projects,',
    '  your extensions, your requests for extensions with their answers, and the times of your viva.',
    'certificates/NUMBER.json',
    '  Your certificates and statements of marks, signed. Anybody can check one without the portal with:',
    '  npx capstone verify NUMBER.json',
    'viva-records/NUMBER.json',
    '  The signed record of your viva, once its mark is released. It is checked in the same way.',
    'tasks.json',
    '  The instructions and the rubric for each task of your project.',
    'hand-ins/TASK/version-N/receipt.json',
    '  The signed receipt of each version that you submitted, with its links and comments. Anybody can',
    '  check it on the portal under /verify, or without the portal with: npx capstone verify receipt.json FILE',
    'hand-ins/TASK/version-N/file/',
    '  The file of that version, byte for byte as you submitted it.',
    'hand-ins/TASK/version-N/marks.json',
    '  Released marks and comments of your mentor, also at lines of your file, and the review that you requested.',
    'hand-ins/TASK/without-a-file.json',
    '  A released mark that needed no file, or that you were absent, excused, or submitted nothing.',
    'hand-ins/TASK/version-N/since.json',
    '  Extensions given after that version. If your choice was undone: the project of that version.',
    '  The receipt does not change.',
    'forum/questions.json, forum/comments.json',
    '  Your posts in the forum as you typed them, without deleted ones.',
    'forum/private.json',
    '  Your private questions to the mentors with their answers, without deleted ones.',
    'forum/attachments.json, forum/attachments/',
    '  The pictures and files that you attached to your posts: a list, and each file as stored.',
    'forum/reports.json',
    '  Posts that you reported to the mentors, with your reasons.',
    'forum/moderation.json',
    '  Your posts that mentors have hidden, locked or pinned, and why.',
    'seen-by-staff.json',
    '  When a mentor or the office looked at the portal as you see it. They cannot change anything there.',
    'notices.json',
    '  Your notices of the last 90 days.',
    '',
    'Files that end in .json are plain text: any editor opens them. Times in them are in UTC.',
    '',
  ].join('\r\n');
}

export function exportReadMe(
  { academyName, academyZone }: Pick<Settings, 'academyName' | 'academyZone'>,
  { name, email }: { name: string; email: string },
  now: number,
): string {
  return [
    `Everything that the portal of ${academyName} knows about ${name} (${email})`,
    `Made on ${localText(now, academyZone)} (${academyZone}), which is ${isoInstant(now)} in UTC.`,
    '',
    'for-the-person/',
    '  The record that the person can download (see its own README),',
    '  account.json with emails, phone, sessions and devices, notices.json, and mails.json as they were sent.',
    'for-the-office-only/',
    '  Staff notes, unreleased marks and how marks were calculated, reasons for extensions',
    '  and for ended choices, what became of a viva, deleted posts, and the lines of the audit log.',
    '  The portal shows none of this to students. The academy decides what it gives to others.',
    '',
    'Passwords, secrets of two-step verification and links that open an account are in no export.',
    'Files that end in .json are plain text: any editor opens them. Times in them are in UTC.',
    '',
  ].join('\r\n');
}
