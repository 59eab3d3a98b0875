import { expect, test } from 'vitest';
import { actsWithout } from '#support/declared-acts';

/**
 * An act that changes what two people can change compares what the form began from (`changes`). Each of the others has a
 * reason here why no typed text of somebody else can be lost.
 */
const reasons: Record<string, readonly string[]> = {
  'adds something': [
    'addBatch',
    'addCourse',
    'addLineComment',
    'addPhrase',
    'addProject',
    'addSharedPhrase',
    'addStaffNote',
    'announceToBatches',
    'answerQuestion',
    'askDeletion',
    'askExtension',
    'askQuestion',
    'askSecondLook',
    'attachFile',
    'commentOnRecordReview',
    'commentOnReview',
    'grantOutage',
    'inviteStaffMember',
    'openRecordReview',
    'openReview',
    'planAnnouncement',
    'planVivas',
    'printInvitations',
    'publishAnnouncement',
    'remindOfNames',
    'remindUnfinished',
    'reportPost',
    'selectProject',
    'sendConfirmation',
    'sendInvitations',
    'sendPrivate',
    'sendMailWordsTest',
    'sendTestMail',
  ],
  'refuses by a condition of its own, and says what is there': [
    'actOnPeople',
    'answerExtension',
    'answerRecordReview',
    'answerSecondLook',
    'changePrivate',
    'confirmCertificateName',
    'freezeResults',
    'giveConsent',
    'importIntake',
    'importMarks',
    'issueCertificates',
    'openResult',
    'recordNotSubmitted',
    'releaseMarks',
    'releaseRecords',
    'releaseTasks',
    'revokeCertificate',
    'undoSelection',
  ],
  'sets one of two states, or what only its own account sees': [
    'chooseMail',
    'favoriteQuestion',
    'keepCertificates',
    'markAnswer',
    'markUnread',
    'muteQuestion',
    'preferProject',
    'readAllQuestions',
    'readQuestion',
    'setGuardianRule',
    'unmarkAnswer',
  ],
  'needs the password of the one account that may do it': [
    'changeEmail',
    'changePassword',
    'withdrawConsent',
  ],
  'hides or ends something, whose text stays in its row or in the audit log': [
    'endOtherSessions',
    'removeSample',
    'revokeInvitations',
    'undoCommentDeletion',
    'undoQuestionDeletion',
    'withdrawDeletion',
  ],
  'removes people whom their spreadsheet brings again; ticks reach over pages that show none of their details':
    ['removeImported', 'undoIntake'],
  'erases all that is stored of a person who asked for it, also what nobody has seen': ['anonymisePerson'],
  'removes what nobody can edit': ['deleteStaffNote'],
  'follows the rubric that is stored now': ['remarkByRubric'],
};

test('an act compares what its form began from, or cannot lose what somebody else has typed', () => {
  expect(actsWithout('changes')).toEqual(Object.values(reasons).flat().toSorted());
});
