import type { AuditKind } from '#contract/privacy/audit-view';

type Words = {
  kind: AuditKind;
  /** Reads on with the subject: "marked the submission" W-123. */
  words: string;
  /** Used where no account acted; `operator` by default. */
  by?: 'portal' | 'unknown';
};

/** Actions of people and the operator. */
const told = {
  'sign-ins': {
    'log-in': 'logged in',
    'change-password': 'changed the own password',
    'reset-password': 'chose a new password by a link',
    'address-change-asked': 'asked for another address for the own account',
    'session-ended': 'ended a session of the own account',
    'sessions-ended': 'ended all other sessions of the own account',
    'add-second-factor': 'added a second factor to',
    'remove-second-factor': 'removed a second factor from',
    'renew-recovery-codes': 'renewed the recovery codes of',
    'reset-second-factor': 'took the second factor away from',
    'issue-password-reset': 'made a link to a new password for',
    'tie-identity': "tied the academy's own login to",
    'sign-up-with-identity': "signed up by the academy's own login as",
    'follow-role-claim': "got another role by the academy's own login:",
  },
  people: {
    'set-up-administrator': 'set up the first administrator',
    'invite-staff': 'made or changed the staff account',
    'place-student': 'placed',
    'confirm-account': 'confirmed the address of',
    'confirm-own-address': 'confirmed the own address',
    'change-address': 'changed the address of',
    'change-own-profile': 'changed the own name or phone',
    'lift-limits': 'changed the limits of',
    'ask-deletion': 'asked for the deletion of the own account',
    'withdraw-deletion': 'took back the wish for deletion of',
    'import-person': 'imported',
    'import-people': 'imported people from',
    'send-invitations': 'sent invitations:',
    'invite-person': 'made an invitation for',
    'revoke-invitation': 'revoked the invitation of',
    'join-by-invitation': 'joined by an invitation as',
    'accept-invitation': 'accepted the invitation as',
    'correct-profile': 'corrected name or phone of',
    'end-sessions': 'ended all sessions of',
    'suspend-account': 'suspended',
    'bring-back-account': 'brought back',
    'anonymise-person': 'anonymised',
    'add-note': 'wrote a note about',
    'delete-note': 'deleted a note about',
    'undo-selection': 'undid the choice of',
  },
  marks: {
    'mark-submission': 'marked the hand-in',
    'answer-second-look': 'answered the second look at',
    'set-comment-first': 'changed whether comments come first in',
    'change-rubric': 'changed the rubric of',
  },
  dates: {
    'set-batch-dates': 'changed the dates of',
    'extend-due-date': 'gave more time to',
    'grant-outage': 'gave time for an outage to',
    'correct-start': 'corrected the start of',
  },
  forum: {
    'post-question': 'asked a question in the forum of',
    'post-comment': 'answered the question',
    'edit-question': 'changed the question',
    'delete-question': 'deleted the question',
    'restore-question': 'brought back the question',
    'edit-comment': 'changed a comment on the question',
    'delete-comment': 'deleted a comment on the question',
    'restore-comment': 'brought back a comment on the question',
    'mark-answer': 'marked the answer to the question',
    'unmark-answer': 'took back the answer to the question',
    'hide-post': 'hid a post of the question',
    'show-post': 'showed a post again of the question',
    'lock-question': 'locked the question',
    'unlock-question': 'unlocked the question',
    'pin-question': 'pinned the question',
    'unpin-question': 'unpinned the question',
    'report-post': 'reported a post of the question',
    'dismiss-reports': 'found nothing to do about reports of a post of the question',
    'publish-announcement': 'announced something to',
    'withdraw-announcement': 'withdrew an announcement to',
  },
  catalogue: {
    'import-course': 'imported the course',
    'import-batch': 'imported the batch',
    'import-project': 'imported the project',
    'import-file': 'imported the file',
    'add-course': 'added the course',
    'change-course': 'changed the course',
    'retire-course': 'retired the course',
    'bring-back-course': 'brought back the course',
    'remove-course': 'removed the course',
    'add-batch': 'added the batch',
    'change-batch': 'changed the batch',
    'retire-batch': 'retired the batch',
    'bring-back-batch': 'brought back the batch',
    'remove-batch': 'removed the batch',
    'add-project': 'added the project',
    'change-project': 'changed the project',
    'retire-project': 'retired the project',
    'bring-back-project': 'brought back the project',
    'remove-project': 'removed the project',
    'put-catalogue-file': 'put the file',
    'remove-catalogue-file': 'removed the file',
    'remove-sample': 'removed the sample catalogue',
    'set-brief': 'wrote the brief of',
    'set-text': 'wrote the page',
    'remove-text': 'took back the page',
  },
  exports: {
    'export-progress': 'exported the students of',
    'export-grades': 'exported the marks of',
    'export-roster': 'exported the roster of',
    'export-submissions': 'exported the hand-ins of',
    'export-audit': 'exported the audit log',
    'export-catalogue': 'exported the',
    'export-person': 'exported everything about',
    'read-mail': 'read the mail',
  },
  portal: {
    'rotate-receipt-key': 'made a new key for receipts:',
    'retry-job': 'started the job again:',
    'retry-mail': 'sent again the mail',
    'check-files': 'checked the files',
    'make-backup': 'made a backup in',
    'restore-backup': 'restored a backup from',
    'rehearse-backup': 'rehearsed the backup',
    'send-test-mail': 'sent a test mail to',
    'send-held-mail': 'sent mail that had waited:',
    'drop-held-mail': 'dropped mail that had waited:',
  },
} as const satisfies Partial<Record<AuditKind, Record<string, string>>>;

/** Security events, by known or unknown people. */
const heard = {
  'sign-ins': { 'reset-asked': 'asked for a link to a new password' },
  refusals: {
    'login-failed': 'was refused at the login',
    'login-paused': 'was told to pause at the login',
    'signup-paused': 'was told to pause at the signup',
    'second-step-refused': 'was refused at the second step of a login',
    'second-step-paused': 'was told to pause at the second step of a login',
    'proof-refused': 'was refused when asked for a fresh proof',
    'proof-paused': 'was told to pause when asked for a fresh proof',
    'reset-paused': 'was told to pause when asking for a link to a new password',
    'reset-refused': 'came with a link to a new password that is not good',
    'password-refused': 'typed a wrong password where the own one is asked for',
    'password-paused': 'was told to pause where the own password is asked for',
    'confirmation-refused': 'came with a link of confirmation that is not good',
    'setup-refused': 'came with a link of the first start that is not good',
    forbidden: 'was refused what is not theirs:',
    'origin-refused': 'was refused for a press on another site:',
  },
} as const satisfies Partial<Record<AuditKind, Record<string, string>>>;

/** What the portal does itself. */
const done = {
  portal: { 'remove-audit-lines': 'removed lines of the audit log from before' },
} as const satisfies Partial<Record<AuditKind, Record<string, string>>>;

type NamesOf<Told> = { [Kind in keyof Told]: keyof Told[Kind] & string }[keyof Told];
/** Verb and noun, such as `mark-submission`. Only these can be recorded. */
export type ActName = NamesOf<typeof told> | NamesOf<typeof heard> | NamesOf<typeof done>;

const wordsBy = (kinds: Partial<Record<AuditKind, Readonly<Record<string, string>>>>, by?: Words['by']) =>
  Object.entries(kinds).flatMap(([kind, acts]) =>
    Object.entries(acts).map(([act, words]): [string, Words] => [
      act,
      { kind: kind as AuditKind, words, ...(by && { by }) },
    ]),
  );

const all = new Map<string, Words>([
  ...wordsBy(told),
  ...wordsBy(heard, 'unknown'),
  ...wordsBy(done, 'portal'),
]);

export const actNames = [...all.keys()] as ActName[];

/** Null for an action of another version, which is shown by its name. */
export function wordsOf(act: string): Words | null {
  return all.get(act) ?? null;
}

export function actsOf(kind: AuditKind): string[] {
  return [...all].flatMap(([act, words]) => (words.kind === kind ? [act] : []));
}
