import type { AuditKind } from '#contract/privacy/audit-view';

type Words = {
  kind: AuditKind;
  /** Reads on with the subject: "marked the submission" W-123. */
  words: string;
  /** Used where no account acted; `operator` by default. */
  by?: 'portal' | 'unknown';
};

/** Actions of people and the operator. */
const actions = {
  'sign-ins': {
    'log-in': 'logged in',
    'change-password': 'changed their password',
    'reset-password': 'set a new password with a link',
    'address-change-asked': 'requested a new email for their account',
    'address-change-withdrawn': 'withdrew the request for a new email',
    'session-ended': 'ended one of their sessions',
    'sessions-ended': 'ended all their other sessions',
    'add-second-factor': 'added a passkey or app to',
    'remove-second-factor': 'removed a passkey or app from',
    'renew-recovery-codes': 'renewed the recovery codes of',
    'reset-second-factor': 'turned off two-step verification for',
    'create-access-token': 'created a token for programs:',
    'revoke-access-token': 'revoked a token for programs:',
    'use-access-token': 'used a token for the first time that day:',
    'token-refused': 'tried a token that does not work',
    'issue-password-reset': 'created a password reset link for',
    'tie-identity': 'linked the academy login to',
    'sign-up-with-identity': 'signed up with the academy login as',
    'follow-role-claim': 'got another role from the academy login:',
  },
  people: {
    'set-up-administrator': 'set up the first administrator',
    'invite-staff': 'created or changed the staff account',
    'take-off-batch': 'removed a batch from the mentor',
    'place-student': 'placed',
    'confirm-account': 'confirmed the email of',
    'confirm-own-address': 'confirmed their email',
    'change-address': 'changed the email of',
    'change-own-profile': 'changed their name or phone',
    'lift-limits': 'changed the limits of',
    'ask-deletion': 'requested the deletion of their account',
    'withdraw-deletion': 'cancelled the deletion request of',
    'give-consent': 'agreed to the terms or the privacy notice for the account',
    'withdraw-consent': 'withdrew consent for the account',
    'give-guardian': 'named a guardian for the account',
    'confirm-guardian': 'confirmed the guardian of',
    'remove-guardian': 'removed the guardian of',
    'confirm-certificate-name': 'confirmed the name on the certificate of',
    'correct-certificate-name': 'set the name on the certificate of',
    'issue-certificates': 'issued certificates to',
    'revoke-certificate': 'revoked the certificate',
    'set-viva-plan': 'changed the viva plan of',
    'plan-vivas': 'planned the vivas of',
    'publish-vivas': 'told students the times of the vivas of',
    'note-viva-message': 'noted a phone message about the viva of',
    'place-viva': 'set the time of the viva of',
    'unplace-viva': 'took away the time of the viva of',
    'choose-viva-time': 'chose another time for the viva:',
    'withdraw-viva-request': 'withdrew the request for another viva time:',
    'give-viva-time': 'gave another time for the viva of',
    'replace-examiner': 'replaced an ill examiner in the vivas of',
    'invite-examiner': 'invited to examine:',
    'remove-examiner': 'removed the examiner',
    'open-viva-file': 'opened for a viva the file of the submission',
    'set-viva-extra': 'changed the extra time in the viva of',
    'set-viva-delay': 'changed the delay of the vivas in',
    'record-attendance': 'recorded what became of the viva of',
    'undo-attendance': 'undid what was recorded of the viva of',
    'give-viva-marks': 'gave marks in the viva of',
    'confirm-viva-outcome': 'confirmed the outcome of the viva of',
    'close-viva-panel': 'closed the panel of the viva of',
    'set-viva-rule': 'changed how viva marks are made in',
    'set-sheet-headings': 'changed the column headings of',
    'set-certificate-wording': 'changed the words of each new',
    'set-certificate-background': 'changed the picture behind each new',
    'remove-certificate-background': 'removed the picture behind each new',
    'remind-of-names': 'reminded students to confirm their name:',
    'import-person': 'imported',
    'import-people': 'imported people from',
    'undo-import': 'undid the import of',
    'send-invitations': 'sent invitations:',
    'invite-person': 'created an invitation for',
    'revoke-invitation': 'withdrew the invitation of',
    'remove-imported-person': 'removed from the imported people:',
    'join-by-invitation': 'joined by an invitation as',
    'accept-invitation': 'accepted the invitation as',
    'correct-profile': 'corrected name or phone of',
    'end-sessions': 'ended all sessions of',
    'suspend-account': 'suspended',
    'bring-back-account': 'reactivated',
    'anonymise-person': 'anonymised',
    'hold-data': 'put a hold on the personal data of',
    'remove-hold': 'removed the hold on the personal data of',
    'set-retention': 'changed how long the portal keeps',
    'add-note': 'wrote a note about',
    'delete-note': 'deleted a note about',
    'undo-selection': 'undid the choice of',
    'choose-for-student': 'chose a project for',
    'see-as-student': 'saw the portal as',
  },
  marks: {
    'mark-submission': 'marked the submission',
    'record-mark': 'recorded a mark without a file for',
    'remove-recorded-mark': 'removed a mark without a file of',
    'answer-second-look': 'answered the review request for',
    'open-review': 'opened a review of the mark for',
    'comment-on-review': 'commented on the review request for',
    'pass-review': 'asked the office to decide the review request for',
    'share-phrase': 'changed the shared phrases of',
    'divide-marking': 'divided the marking of',
    'comment-line': 'commented on a line of the submission',
    'change-line-comment': 'changed a comment on a line of the submission',
    'delete-line-comment': 'deleted a comment on a line of the submission',
    'set-comment-first': 'changed the order of comment and mark in',
    'change-rubric': 'changed the rubric for',
    'set-result-rule': 'changed the result rule of',
    'freeze-results': 'froze the results of',
    'open-result': 'opened the frozen result of',
  },
  dates: {
    'set-batch-dates': 'changed the dates of',
    'remind-unfinished': 'reminded students of',
    'extend-due-date': 'gave an extension to',
    'take-extension': 'received an automatic extension for the account',
    'decline-extension': 'declined an extension request of',
    'grant-outage': 'gave an outage extension to',
    'correct-start': 'corrected the start of',
  },
  forum: {
    'post-question': 'asked a question in the forum of',
    'post-comment': 'answered the question',
    'edit-question': 'changed the question',
    'delete-question': 'deleted the question',
    'restore-question': 'restored the question',
    'edit-comment': 'changed a comment on the question',
    'delete-comment': 'deleted a comment on the question',
    'restore-comment': 'restored a comment on the question',
    'mark-answer': 'marked the answer to the question',
    'unmark-answer': 'unmarked the answer to the question',
    'hide-post': 'hid a post of the question',
    'show-post': 'restored a hidden post of the question',
    'lock-question': 'locked the question',
    'unlock-question': 'unlocked the question',
    'pin-question': 'pinned the question',
    'unpin-question': 'unpinned the question',
    'report-post': 'reported a post of the question',
    'dismiss-reports': 'dismissed reports of a post of the question',
    'answer-private-question': 'answered the private question',
    'delete-private-answer': 'deleted their answer to the private question',
    'take-private-question': 'took over the private question',
    'ask-to-open-private-question': 'asked the author to share the private question',
    'open-private-question': 'shared the private question',
    'publish-announcement': 'announced something to',
    'message-students': 'sent a message to',
    'plan-announcement': 'planned an announcement to',
    'cancel-announcement': 'cancelled an announcement to',
    'edit-announcement': 'edited an announcement to',
    'withdraw-announcement': 'withdrew an announcement to',
  },
  catalogue: {
    'import-course': 'imported the course',
    'import-batch': 'imported the batch',
    'import-project': 'imported the project',
    'import-file': 'imported the file',
    'add-course': 'added the course',
    'change-course': 'changed the course',
    'retire-course': 'archived the course',
    'bring-back-course': 'restored the course',
    'remove-course': 'removed the course',
    'add-batch': 'added the batch',
    'change-batch': 'changed the batch',
    'retire-batch': 'archived the batch',
    'bring-back-batch': 'restored the batch',
    'remove-batch': 'removed the batch',
    'add-project': 'added the project',
    'change-project': 'changed the project',
    'retire-project': 'archived the project',
    'bring-back-project': 'restored the project',
    'remove-project': 'removed the project',
    'put-catalogue-file': 'uploaded the file',
    'remove-catalogue-file': 'removed the file',
    'change-face': 'changed the appearance of the',
    'put-logo': 'uploaded the logo of the',
    'remove-logo': 'removed the logo of the',
    'remove-sample': 'removed the sample catalogue',
    'set-brief': 'changed the instructions for',
    'change-viva-questions': 'changed the viva questions of',
    'set-text': 'changed the page',
    'remove-text': 'reset the page',
    'change-mail-words': 'changed the words of the email',
    'remove-mail-words': 'reset the words of the email',
    'ask-consent': 'asked all students to agree again to',
    'set-guardian-rule': 'changed the rule for students',
  },
  exports: {
    'export-progress': 'exported the students of',
    'export-unfinished': 'exported what is missing in',
    'export-grades': 'exported the marks of',
    'export-roster': 'exported the list of students of',
    'export-submissions': 'exported the submissions of',
    'export-files': 'downloaded the files of',
    'export-sheet': 'exported the frozen sheet of',
    'export-mark-sheet': 'exported a sheet of marks of',
    'export-audit': 'exported the audit log',
    'export-catalogue': 'exported the',
    'export-person': 'exported everything about',
    'read-mail': 'read the email',
  },
  portal: {
    'rotate-receipt-key': 'created a new receipt key:',
    'retry-job': 'retried the job',
    'retry-mail': 'resent the email',
    'check-files': 'checked the files',
    'make-backup': 'created a backup in',
    'restore-backup': 'restored a backup from',
    'acknowledge-loss': 'acknowledged the alarm about',
    'rehearse-backup': 'test-restored the backup',
    'send-test-mail': 'sent a test email to',
    'send-held-mail': 'sent held emails:',
    'drop-held-mail': 'deleted held emails:',
  },
} as const satisfies Partial<Record<AuditKind, Record<string, string>>>;

/** Security events, by known or unknown people. */
const securityEvents = {
  'sign-ins': { 'reset-asked': 'requested a password reset' },
  refusals: {
    'login-failed': 'failed to log in',
    'login-paused': 'reached the login limit',
    'signup-paused': 'reached the signup limit',
    'second-step-refused': 'failed two-step verification',
    'second-step-paused': 'reached the limit of two-step verification',
    'proof-refused': 'failed an identity check',
    'proof-paused': 'reached the limit of identity checks',
    'reset-paused': 'reached the limit of password resets',
    'reset-refused': 'used an invalid password reset link',
    'password-refused': 'entered a wrong current password',
    'password-paused': 'reached the limit of password checks',
    'confirmation-refused': 'used an invalid confirmation link',
    'setup-refused': 'used an invalid setup link',
    forbidden: 'was refused access to',
    'origin-refused': 'sent a blocked request from another site to',
  },
} as const satisfies Partial<Record<AuditKind, Record<string, string>>>;

/** What the portal does itself. */
const portalActions = {
  portal: { 'remove-audit-lines': 'removed lines of the audit log from before' },
} as const satisfies Partial<Record<AuditKind, Record<string, string>>>;

type NamesOf<Kinds> = { [Kind in keyof Kinds]: keyof Kinds[Kind] & string }[keyof Kinds];
/** Verb and noun, such as `mark-submission`. Only these can be recorded. */
export type ActName =
  | NamesOf<typeof actions>
  | NamesOf<typeof securityEvents>
  | NamesOf<typeof portalActions>;

const wordsBy = (kinds: Partial<Record<AuditKind, Readonly<Record<string, string>>>>, by?: Words['by']) =>
  Object.entries(kinds).flatMap(([kind, acts]) =>
    Object.entries(acts).map(([act, words]): [string, Words] => [
      act,
      { kind: kind as AuditKind, words, ...(by && { by }) },
    ]),
  );

const all = new Map<string, Words>([
  ...wordsBy(actions),
  ...wordsBy(securityEvents, 'unknown'),
  ...wordsBy(portalActions, 'portal'),
]);

export const actNames = [...all.keys()] as ActName[];

/** Null for an action of another version, which is shown by its name. */
export function wordsOf(act: string): Words | null {
  return all.get(act) ?? null;
}

export function actsOf(kind: AuditKind): string[] {
  return [...all].flatMap(([act, words]) => (words.kind === kind ? [act] : []));
}
