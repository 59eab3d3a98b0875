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
    '  Who you are to the academy, which project you chose, which ones before, and what more time you were given.',
    'hand-ins/TASK/version-N/receipt.json',
    '  The signed receipt of each version that you handed in, with its links and comments. Anybody can',
    '  check it on the portal under /verify, or without the portal with: npx capstone verify receipt.json FILE',
    'hand-ins/TASK/version-N/file/',
    '  The file of that version, byte for byte as you handed it in.',
    'hand-ins/TASK/version-N/marks.json',
    '  Marks and comments of your mentor, where they have been released, and the second look that you asked for.',
    'hand-ins/TASK/version-N/since.json',
    '  Where more time was given after that version, or your choice of a project was undone: until when, and which',
    '  project it was made for. The receipt stays as it was given.',
    'forum/questions.json, forum/comments.json',
    '  What you wrote in the forum as you typed it, without what has been deleted.',
    'forum/attachments.json, forum/attachments/',
    '  The pictures and files that you attached to what you wrote there: a list, and each as the portal has kept it.',
    'forum/reports.json',
    '  What you have reported to the mentors, with your reasons.',
    'forum/moderation.json',
    '  What mentors have hidden, locked or pinned of what you wrote, and why.',
    'notices.json',
    '  What the portal has told you in the last months.',
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
    '  What the person may have: the record as the person can download it (its own README says what is in it),',
    '  account.json with addresses, phone, sessions and devices, notices.json, and mails.json as they were sent.',
    'for-the-office-only/',
    '  What staff wrote about the person or hold back: notes, marks that are not released and how marks came about, reasons for',
    '  more time and for choices that ended, posts that were deleted, and the lines of the audit log.',
    '  No student gets this from the portal. Before any of it is handed out, the academy decides what may be.',
    '',
    'Passwords, secrets of second factors and links that open an account are in no export.',
    'Files that end in .json are plain text: any editor opens them. Times in them are in UTC.',
    '',
  ].join('\r\n');
}
