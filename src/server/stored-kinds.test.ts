import { expect, test } from 'vitest';
import { noticeKindNames, noticeMailNames } from '#contract/notices/notice-kinds';
import { jobs } from './app.ts';
import { auditEventNames } from './audit/event-words.ts';

/**
 * Rows of this version that 1.0.0 meets beside or after it, by their kinds. Whoever adds a kind says here why 1.0.0
 * neither fails at it nor loses it; `tests/api/earlier-version.full.test.ts` runs 1.0.0 on such rows.
 */
type Stored = {
  names: readonly string[];
  /** What 1.0.0 knows: never changes. */
  first: string;
  later: { names: string; reason: string }[];
};

const stored: Record<string, Stored> = {
  'notices.kind': {
    names: noticeKindNames,
    first: `
    mark-released second-look-answered answer mention answer-marked question-solved post-moderated
    announcement grant start-corrected selection-undone dates-changed brief-changed week-opens deadline-near
    second-look post-reported new-version`,
    later: [
      {
        names:
          'private-question private-answer extension-declined project-chosen certificate-name certificate extension-request viva-time viva-delay viva-panel data-removal removal-planned message',
        reason:
          'Listed by its text; its pending mail is in columns that 1.0.0 does not read (`first-kinds.ts`).',
      },
    ],
  },
  'turned_off_mails.mail': {
    names: noticeMailNames,
    first: 'marks answers announcements grants weeks deadlines forum desk',
    later: [
      {
        names: 'results',
        reason: '1.0.0 sends no mail of this kind, shows no switch for it and looks up those that it knows.',
      },
    ],
  },
  'jobs.kind': {
    names: jobs.map(({ kind }) => kind),
    first: `
    redact-sent-mail forget-old-idempotency-keys remove-expired-sessions remove-expired-uploads
    remove-unused-attachments note-silent-students remove-old-notices remove-old-audit-lines
    move-pending-audit-lines send-daily-mails remove-old-intakes send-invitations finish-anonymisation
    anonymise-again index-questions render-marks render-posts fold-names`,
    later: [
      {
        names: `respell-questions publish-planned-announcements notify-deciders hash-calendars record-ended-link
    end-calendars-again list-imported unlist-accounts remove-old-data release-viva-offers`,
        reason: '1.0.0 claims jobs of the kinds that it knows only; the row waits.',
      },
    ],
  },
  'audit_log.act': {
    names: auditEventNames,
    first: `
    accept-invitation add-batch add-course add-note add-project add-second-factor address-change-asked
    anonymise-person answer-second-look ask-deletion bring-back-account bring-back-batch bring-back-course
    bring-back-project change-address change-batch change-course change-face change-own-profile
    change-password change-project change-rubric check-files confirm-account confirm-own-address
    confirmation-refused correct-profile correct-start delete-comment delete-note delete-question
    dismiss-reports drop-held-mail edit-comment edit-question end-sessions export-audit export-catalogue
    export-grades export-person export-progress export-roster export-submissions extend-due-date
    follow-role-claim forbidden grant-outage hide-post import-batch import-course import-file import-people
    import-person import-project invite-person invite-staff issue-password-reset join-by-invitation
    lift-limits lock-question log-in login-failed login-paused make-backup mark-answer mark-submission
    origin-refused password-paused password-refused pin-question place-student post-comment post-question
    proof-paused proof-refused publish-announcement put-catalogue-file put-logo read-mail rehearse-backup
    remove-audit-lines remove-batch remove-catalogue-file remove-course remove-logo remove-project
    remove-sample remove-second-factor remove-text renew-recovery-codes report-post reset-asked reset-password
    reset-paused reset-refused reset-second-factor restore-backup restore-comment restore-question
    retire-batch retire-course retire-project retry-job retry-mail revoke-invitation rotate-receipt-key
    second-step-paused second-step-refused send-held-mail send-invitations send-test-mail session-ended
    sessions-ended set-batch-dates set-brief set-comment-first set-text set-up-administrator setup-refused
    show-post sign-up-with-identity signup-paused suspend-account tie-identity undo-selection unlock-question
    unmark-answer unpin-question withdraw-announcement withdraw-deletion`,
    later: [
      {
        names: `
    change-line-comment comment-line delete-line-comment
    remove-certificate-background set-certificate-background set-sheet-headings undo-import acknowledge-loss address-change-withdrawn answer-private-question ask-consent ask-to-open-private-question
    cancel-announcement change-mail-words choose-for-student comment-on-review confirm-certificate-name confirm-guardian
    correct-certificate-name decline-extension delete-private-answer edit-announcement export-files divide-marking share-phrase
    export-mark-sheet export-sheet export-unfinished freeze-results give-consent give-guardian
    issue-certificates open-private-question open-result open-review pass-review plan-announcement record-mark
    remind-of-names remind-unfinished remove-guardian remove-mail-words remove-imported-person remove-recorded-mark
    revoke-certificate set-certificate-wording set-guardian-rule set-result-rule take-extension
    take-off-batch take-private-question withdraw-consent set-viva-plan plan-vivas place-viva unplace-viva
    set-viva-extra give-viva-time choose-viva-time withdraw-viva-request replace-examiner invite-examiner remove-examiner
    open-viva-file publish-vivas note-viva-message change-viva-questions set-viva-delay record-attendance undo-attendance
    give-viva-marks confirm-viva-outcome close-viva-panel set-viva-rule
    give-final-marks confirm-final-outcome close-final-marks
    create-access-token revoke-access-token use-access-token token-refused
    hold-data remove-hold set-retention see-as-student message-students`,
        reason: '1.0.0 shows an act without words by its name, and keeps the line.',
      },
    ],
  },
};

const listed = (names: string): string[] => names.trim().split(/\s+/);

test.each(Object.entries(stored))(
  '1.0.0 knows each kind of %s, or it is harmless to it',
  (_, { names, first, later }) => {
    // Rows outlive the kinds that nothing stores any more.
    const known = new Set([first, ...later.map((each) => each.names)].flatMap(listed));
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  },
);
