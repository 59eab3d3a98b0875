import { redirect } from 'react-router';
import { inBrowser, type InBrowser } from './forms/form-action.ts';

/** By name: an address carries only the name and cannot inject text. */
export const screenNotices = {
  'person-confirm': 'The email is confirmed.',
  'person-place': 'The student now has a batch and is notified.',
  'person-choose-project': 'The project is chosen. The student is notified.',
  'preference-saved': 'Your preference is saved. The office sees it.',
  'preference-removed': 'Your preference is removed.',
  'person-suspend': 'The account is suspended. Nobody can log in to it.',
  'person-bring-back': 'The account is active again. The person is notified.',
  'person-sign-out': 'The account is logged out everywhere.',
  'person-send-reset': 'We have sent a link. It works once, within seven days.',
  'person-profile': 'Saved. The person is notified of a new name or phone.',
  'person-imported': 'The details are saved.',
  'import-undone': 'The import is undone.',
  'person-address':
    'The email is corrected. We send a message to it, and to the old one if that was confirmed.',
  'person-guardian': 'The guardian is confirmed.',
  'person-guardian-removed': 'The guardian is removed.',
  'name-confirmed': 'Your name is confirmed.',
  'name-set': 'The name is saved. The student is notified.',
  'certificates-issued': 'Issued. The students are notified.',
  'certificate-revoked': 'Revoked. The student is notified.',
  'background-removed': 'The picture is removed. Papers that are issued from now on have none.',
  'wording-saved': 'The words are saved for everything that is issued from now on.',
  'sheet-headings-saved': 'The headings are saved for every sheet.',
  'certificates-wish': 'Your choice is saved.',
  'names-reminded': 'Students who have not confirmed their name are reminded, at most once a day.',
  'consent-asked': 'Students are asked when they next open the portal.',
  'marking-divided': 'The marking is divided.',
  'rule-saved': 'The rule is saved.',
  'viva-plan-saved': 'The plan is saved. Vivas that have a time keep it.',
  'vivas-planned': 'The times are given. Nobody has been told yet.',
  'vivas-published': 'The students are told.',
  'viva-placed': 'The time is saved.',
  'viva-unplaced': 'The time is taken away.',
  'retention-saved': 'The time is saved. You are notified a week before data is removed.',
  'hold-saved': 'The hold is saved.',
  'hold-removed': 'The hold is removed.',
  'results-frozen': 'The results are frozen. Students are notified.',
  'result-opened': 'The result is open. The student is notified.',
  'person-role': 'The role is changed.',
  'examiner-removed': 'The examiner is removed.',
  'person-off-batch': 'The mentor is taken off the batch.',
  'person-anonymised': 'The person is anonymised.',
  'more-time': 'The student has an extension and is notified.',
  'extension-requested': 'Your request is sent. Your mentors will answer it.',
  'extension-given': 'Your extension is granted. The due date is changed.',
  'extension-granted': 'The extension is granted. The student is notified.',
  'extension-declined': 'The request is declined. The student is notified.',
  'students-reminded': 'These students are reminded, each at most once a day.',
  'review-opened': 'The review is open. The student is notified.',
  'review-answered': 'The review is answered. The student is notified.',
  'review-commented': 'The comment is added.',
  'review-passed': 'The office decides this review now.',
  'start-corrected': 'The start is corrected. The student is notified.',
  'choice-undone': 'The choice is undone. The student can choose again and is notified.',
  'outage-granted': 'The due dates are extended. Each student is notified.',
  'dates-saved': 'The dates are saved.',
  'note-added': 'The note is added.',
  'note-deleted': 'The note is deleted.',
  announced: 'The announcement is published.',
  'announcement-planned': 'The announcement is planned.',
  'planned-saved': 'The planned announcement is saved.',
  'announcement-cancelled': 'The planned announcement is cancelled.',
  'announcement-edited': 'The announcement is saved. Students who had seen it are notified.',
  'announcement-withdrawn': 'The announcement is withdrawn.',
  'reports-settled': 'The reports are dismissed.',
  'post-shown': 'The post is shown again.',
  'private-open': 'The batch can read the question now. It is in the forum.',
  'private-take': 'This question is assigned to you.',
  'private-ask-to-open': 'We have asked the student to share the question.',
  'private-delete': 'Deleted.',
  'look-saved': 'The appearance is saved. All pages show it.',
  'mail-words-saved': 'The email is saved. It is sent in these words from now on.',
  'mail-words-removed': 'The email is sent in our words again.',
  'mail-test-sent': 'A test email is on its way to you.',
  'phrase-kept': 'The phrase is saved.',
  'phrase-deleted': 'The phrase is deleted.',
  'brief-saved': 'The instructions are saved.',
  'rubric-saved': 'The rubric is saved.',
  remarked: 'The marks now use the current rubric.',
  'record-removed': 'The record is removed.',
  'entry-saved': 'Saved.',
  'course-added': 'The course is added.',
  'course-retire': 'The course is archived.',
  'course-bring-back': 'The course is restored.',
  'course-remove': 'The course is removed.',
  'batch-added': 'The batch is added.',
  'batch-retire': 'The batch is archived.',
  'batch-bring-back': 'The batch is restored.',
  'batch-remove': 'The batch is removed.',
  'project-added': 'The project is added.',
  'project-retire': 'The project is archived.',
  'project-bring-back': 'The project is restored.',
  'project-remove': 'The project is removed.',
  'file-removed': 'The file is removed.',
  'sample-removed': 'The sample is removed.',
  'row-changed': 'The row is changed.',
  'rows-left-out': 'The rows are left out. To include them, pick the spreadsheet again.',
  'batch-taken': 'All rows with that name now have this batch.',
  'mail-accepted': 'The mail server accepted the test email. Check whether it has arrived.',
  'held-mail-sent': 'The unsent email will be sent.',
  'held-mail-dropped': 'The unsent email is deleted.',
} as const;
export type ScreenNotice = keyof typeof screenNotices;

/** The open submission says it in its own words. */
export const markSaved = 'mark-saved';

/** The target screen says what was done. */
export function redirectWithNotice(
  address: string,
  name: ScreenNotice | typeof markSaved | null,
  forScript: Omit<InBrowser, 'notice'> = {},
): Response {
  const [, path = '', hash = ''] = /^([^#]*)(#.*)?$/s.exec(address) ?? [];
  const notice = name === null ? '' : `${path.includes('?') ? '&' : '?'}notice=${name}`;
  const response = redirect(path + notice + hash, 303);
  inBrowser.set(response, {
    ...forScript,
    ...(name !== null && name !== markSaved && { notice: screenNotices[name] }),
  });
  return response;
}

/** Null for none, and for an unknown name. */
export function screenNoticeIn(search: string): ScreenNotice | null {
  const name = new URLSearchParams(search).get('notice');
  return name !== null && Object.hasOwn(screenNotices, name) ? (name as ScreenNotice) : null;
}
