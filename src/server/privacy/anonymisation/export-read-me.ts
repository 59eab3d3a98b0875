import { isoInstant } from '#contract/dates';
import type { Settings } from '../../platform/settings/settings.ts';
import { localText } from '../../platform/zoned-time.ts';

/** The README of everything about a person. Lines end with CRLF, which every system's editor reads. */
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
