import { redirect } from 'react-router';

/**
 * What a screen says once one of its forms has succeeded: in the same words where its script sent it and where it was posted
 * to its page. An address only names them, so that nobody can put words of their own on a screen.
 */
export const screenNotices = {
  'person-confirm': 'The address is confirmed.',
  'person-place': 'The student is placed, and told so.',
  'person-suspend': 'The account is suspended: nobody can log in to it.',
  'person-bring-back': 'The account is open again, and the person is told so.',
  'person-sign-out': 'Nobody is logged in to the account any more.',
  'person-send-reset': 'A link is on its way; it works once, within seven days.',
  'person-profile': 'It is corrected, and the person is told so.',
  'person-address': 'The address is corrected; mail to both says so.',
  'person-role': 'It is changed.',
  'person-anonymised': 'The person is anonymised.',
  'more-time': 'The student has more time, and is told so.',
  'start-corrected': 'The start is corrected, and the student is told so.',
  'choice-undone': 'The choice is undone: the student may choose again, and is told so.',
  'outage-granted': 'The time is granted, and each of them is told.',
  'dates-saved': 'The dates are saved.',
  'note-added': 'The note is added.',
  'note-deleted': 'The note is deleted.',
  announced: 'It is announced.',
  'announcement-withdrawn': 'The announcement is taken back.',
  'reports-settled': 'The reports are settled.',
  'post-shown': 'The post is shown again.',
  'phrase-kept': 'The phrase is kept.',
  'phrase-deleted': 'The phrase is deleted.',
  'brief-saved': 'The brief is saved.',
  'rubric-saved': 'The rubric is saved.',
  remarked: 'The marks follow the rubric as it is now.',
  'entry-saved': 'Saved.',
  'course-added': 'The course is added.',
  'course-retire': 'The course is retired.',
  'course-bring-back': 'The course is back.',
  'course-remove': 'The course is removed.',
  'batch-added': 'The batch is added.',
  'batch-retire': 'The batch is retired.',
  'batch-bring-back': 'The batch is back.',
  'batch-remove': 'The batch is removed.',
  'project-added': 'The project is added.',
  'project-retire': 'The project is retired.',
  'project-bring-back': 'The project is back.',
  'project-remove': 'The project is removed.',
  'file-removed': 'The file is removed.',
  'sample-removed': 'The sample is removed.',
  'row-changed': 'The row is changed.',
  'rows-left-out': 'Left out. To bring rows back, pick the spreadsheet again.',
  'batch-taken': 'All rows with that name are of this batch now.',
  'mail-accepted': 'The mail server has taken it. Has it arrived?',
  'held-mail-sent': 'The email that waited will be sent.',
  'held-mail-dropped': 'The email that waited is deleted.',
} as const;
export type ScreenNotice = keyof typeof screenNotices;

/** What the open hand-in says in its own words once its mark is saved. */
export const markSaved = 'mark-saved';

/** What a redirect means to a form that is sent by its script, beside its address. */
type InBrowser = {
  /** Whether the address takes the place of the form's: of a renamed entry, or another state of the screen. */
  replaces?: boolean;
  /** What the form gets where its screen stays open. */
  outcome?: object;
};
const inBrowser = new WeakMap<Response, InBrowser>();

export const inBrowserOf = (response: Response): InBrowser => inBrowser.get(response) ?? {};

/** Leads from a form to the screen that says what was done. */
export function redirectWithNotice(
  address: string,
  name: ScreenNotice | typeof markSaved | null,
  forScript: InBrowser = {},
): Response {
  const [, path = '', hash = ''] = /^([^#]*)(#.*)?$/s.exec(address) ?? [];
  const notice = name === null ? '' : `${path.includes('?') ? '&' : '?'}notice=${name}`;
  const response = redirect(path + notice + hash, 303);
  inBrowser.set(response, forScript);
  return response;
}

/** The notice that an address names; null for none, and for one that the screens do not have. */
export function screenNoticeIn(search: string): ScreenNotice | null {
  const name = new URLSearchParams(search).get('notice');
  return name !== null && Object.hasOwn(screenNotices, name) ? (name as ScreenNotice) : null;
}
