import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * An act that changes what two people can change compares what the form began from (`changes`). Each of the others has a
 * reason here why no typed text of somebody else can be lost.
 */
const reasons: Record<string, readonly string[]> = {
  'adds something': [
    'addBatch',
    'addCourse',
    'addPhrase',
    'addProject',
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
    'printInvitations',
    'publishAnnouncement',
    'remindOfNames',
    'remindUnfinished',
    'reportPost',
    'selectProject',
    'sendConfirmation',
    'sendInvitations',
    'sendPrivate',
    'sendTestMail',
  ],
  'refuses by a condition of its own, and says what is there': [
    'actOnPeople',
    'anonymisePerson',
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
    'removeCatalogueFile',
    'removeImported',
    'removeSample',
    'revokeInvitations',
    'undoCommentDeletion',
    'undoIntake',
    'undoQuestionDeletion',
    'withdrawDeletion',
  ],
  'removes what nobody can edit': ['deleteStaffNote'],
  'follows the rubric that is stored now': ['remarkByRubric'],
};

/** Names that a file imports or declares otherwise. */
const named: Record<string, readonly string[]> = {
  'announce-to-batches.ts call': ['announceToBatches'],
  'reading-state.ts call': ['markUnread', 'muteQuestion', 'favoriteQuestion'],
};

/** The declaration's own braces. */
function bodyFrom(source: string, start: number): string {
  let depth = 1;
  for (let at = start; at < source.length; at++) {
    if (source[at] === '{') depth++;
    if (source[at] === '}' && --depth === 0) return source.slice(start, at);
  }
  throw new Error('a declaration without an end');
}

test('an act compares what its form began from, or cannot lose what somebody else has typed', () => {
  const without = globSync('src/server/**/*.ts')
    .filter((file) => !/test\.ts$|sessions\/act\.ts$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(file, 'utf8');
      return [...source.matchAll(/\bact\(\s*(?:calls\.)?(\w+),\s*\{/g)].flatMap(
        ({ 0: all, 1: name = '', index }) =>
          /\n\s+changes: /.test(bodyFrom(source, index + all.length))
            ? []
            : (named[`${file.split(/[/\\]/).at(-1)} ${name}`] ?? [name]),
      );
    });
  expect([...new Set(without)].toSorted()).toEqual(Object.values(reasons).flat().toSorted());
});
