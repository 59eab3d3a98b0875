import { expect, it } from 'vitest';
import * as changed from './changed.ts';
import * as device from './device.ts';
import * as forum from './forum.ts';
import * as offline from './offline.ts';
import * as staff from './staff.ts';
import * as student from './student.ts';

/** Written by version 1.0.0 and read on devices since: each byte stays. */

const names = { ...changed, ...device, ...offline, ...forum, ...staff, ...student };

const asha = 'asha@example.test';
const ravi = 'ravi@example.test';
const receipt = 'CAP-7K3M-92QX-W4TD-A8JH';

const constants = {
  draftsStore: 'drafts',
  outboxStoreName: 'acts',
  accountsDatabase: 'capstone outboxes',
  accountsStore: 'accounts',
  personalCachePrefix: 'personal of ',
  catalogueCache: 'catalogue',
  shortcutsSetting: 'single-key-shortcuts',
  // Since 1.0.0.
  queueListSetting: 'marking-list',
  draftsChannel: 'capstone drafts',
  outboxChannel: 'capstone outbox',
  sessionChannelName: 'capstone session',
  unreadChannel: 'capstone unread',
  personalCacheLock: 'capstone personal cache',
  syncTag: 'capstone outbox',
  takeOver: 'take over',
  lanes: ['hand-ins', 'texts'],
  queuedCalls: [
    'uploadWeek',
    'uploadProject',
    'uploadViva',
    'askQuestion',
    'answerQuestion',
    'editQuestion',
    'editComment',
    'sendPrivate',
    // Since 1.0.0.
    'changePrivate',
    'markSubmission',
    // Since 1.0.0.
    'recordMark',
    // Since 1.0.0.
    'giveVivaMarks',
    'askSecondLook',
    // Since 1.0.0.
    'askExtension',
  ],
  immediateCalls: [
    'deleteQuestion',
    'favoriteQuestion',
    'unfavoriteQuestion',
    'markAnswer',
    'unmarkAnswer',
    'markUnread',
    'readAllQuestions',
    'muteQuestion',
    'unmuteQuestion',
    'deleteComment',
    'undoQuestionDeletion',
    'undoCommentDeletion',
  ],
};

const made = {
  draftsDatabase: [names.draftsDatabase(asha), 'capstone drafts of asha@example.test'],
  outboxDatabase: [names.outboxDatabase(asha), 'capstone outbox of asha@example.test'],
  discussionChannel: [names.discussionChannel(asha), 'capstone discussion asha@example.test'],
  privateChannel: [names.privateChannel('MERN-1'), 'capstone private questions MERN-1'],
  outboxLock: [names.lanes.map(names.outboxLock), ['capstone outbox hand-ins', 'capstone outbox texts']],
  subjects: [
    [
      names.subjects.submission('week-2'),
      names.subjects.forum(asha),
      names.subjects.question('7'),
      names.subjects.newPrivate,
      names.subjects.privateQuestion('7'),
      names.subjects.mark(receipt),
      names.subjects.review('final'),
      // Since 1.0.0.
      names.subjects.extension('viva'),
      // Since 1.0.0.
      names.subjects.viva(asha),
    ],
    [
      'hand-in week-2',
      'forum asha@example.test',
      'question 7',
      'private questions',
      'private question 7',
      'mark CAP-7K3M-92QX-W4TD-A8JH',
      'second look final',
      'extension viva',
      'viva asha@example.test',
    ],
  ],
  requestFile: [names.requestFile('001 ab'), '001 ab file'],
  requestPicked: [names.requestPicked('001 ab'), '001 ab picked'],
  // Since 1.0.0.
  attachedFileKey: [names.attachedFileKey('key', 0), 'key-file-0'],
  aboutDraft: [names.aboutDraft('box'), 'about box'],
  isText: [['about box', 'box about'].map(names.isText), [false, true]],
  originalOfDraft: [names.originalOfDraft('box'), 'about box original'],
  cancelledDraft: [names.cancelledDraft('box'), 'about box cancelled'],
  sentDraft: [
    [names.sentDraft('box'), names.sentDraft(names.subjects.submission('week-1'))],
    ['about box sent', 'about hand-in week-1 sent'],
  ],
  submissionDraft: [
    (['uploadWeek', 'uploadProject', 'uploadViva'] as const).map((call) =>
      names.submissionDraft(asha, call, 'links'),
    ),
    [
      'asha@example.test uploadWeek links',
      'asha@example.test uploadProject links',
      'asha@example.test uploadViva links',
    ],
  ],
  weekDraft: [names.weekDraft(asha), 'about asha@example.test week'],
  extensionDrafts: [
    names.extensionDrafts(asha, 'week-2'),
    {
      reason: 'asha@example.test extension week-2',
      // Since 1.0.0.
      until: 'asha@example.test extension week-2 until',
      file: 'asha@example.test extension week-2 file',
    },
  ],
  questionDraft: [names.questionDraft(ravi, 'MERN-1'), 'ravi@example.test MERN-1 question'],
  anonymousDraft: [names.anonymousDraft('box'), 'box anonymous'],
  readersDraft: [names.readersDraft('box'), 'box to'],
  questionEditDraft: [names.questionEditDraft(asha, '7'), 'asha@example.test edit 7'],
  commentDraft: [names.commentDraft(asha, '7'), 'asha@example.test comment 7'],
  commentEditDraft: [names.commentEditDraft(asha, '9'), 'asha@example.test edit comment 9'],
  privateDraft: [names.privateDraft(asha, '7'), 'asha@example.test private 7'],
  privateEditDraft: [names.privateEditDraft(asha, '9'), 'asha@example.test edit private 9'],
  markDrafts: [
    names.markDrafts(ravi, receipt),
    {
      marks: 'ravi@example.test mark CAP-7K3M-92QX-W4TD-A8JH marks',
      comments: 'ravi@example.test mark CAP-7K3M-92QX-W4TD-A8JH comments',
      rubric: 'ravi@example.test mark CAP-7K3M-92QX-W4TD-A8JH rubric',
      // Since 1.0.0.
      status: 'ravi@example.test mark CAP-7K3M-92QX-W4TD-A8JH status',
    },
  ],
  markOriginalDraft: [
    names.markOriginalDraft(ravi, receipt),
    'about ravi@example.test mark CAP-7K3M-92QX-W4TD-A8JH original',
  ],
  cancelledMarkDraft: [
    names.cancelledMarkDraft(ravi, receipt),
    'ravi@example.test mark CAP-7K3M-92QX-W4TD-A8JH cancelled',
  ],
  // Since 1.0.0.
  typedMarkDraft: [
    names.typedMarkDraft(ravi, asha, 'week-1'),
    'about ravi@example.test mark of asha@example.test week-1',
  ],
  // Since 1.0.0.
  takenMarkDraft: [names.takenMarkDraft(ravi, 'CAP-1'), 'about ravi@example.test mark CAP-1 taken'],
  reviewRequestDraft: [
    [names.reviewRequestDraft(asha, 'week-1', 2), names.reviewRequestDraft(asha, 'week-1', null)],
    ['asha@example.test second look week-1 2', 'asha@example.test second look week-1 null'],
  ],
  // Since 1.2.0.
  certificateNameDraft: [names.certificateNameDraft(asha), 'asha@example.test certificate name'],
  reviewDraft: [names.reviewDraft(ravi, 'CAP-1'), 'ravi@example.test second look CAP-1'],
  reviewedMarkDraft: [
    [names.reviewedMarkDraft('box', 82), names.reviewedMarkDraft('box', null)],
    ['box over 82 marks', 'box over null marks'],
  ],
  rubricDraft: [names.rubricDraft(ravi, 'P001', 'week-2'), 'ravi@example.test lines of P001 week-2 rubric'],
  briefDraft: [names.briefDraft(ravi, 'P001', 'week-1'), 'ravi@example.test brief of P001 week-1'],
  projectDraft: [names.projectDraft(ravi, 'new'), 'ravi@example.test project new'],
  // Since 1.0.0.
  resultRuleDraft: [names.resultRuleDraft(ravi, 'MERN-1'), 'ravi@example.test result rule MERN-1'],
  // Since 1.0.0.
  vivaBankDraft: [names.vivaBankDraft(ravi, 'P001'), 'ravi@example.test viva questions of P001'],
  vivaPlanDraft: [names.vivaPlanDraft(ravi, 'MERN-1'), 'ravi@example.test viva plan MERN-1'],
  // Since 1.0.0.
  finalMarksDraft: [names.finalMarksDraft(ravi, receipt), `ravi@example.test final ${receipt} marks`],
  // Since 1.0.0.
  vivaPaperDraft: [names.vivaPaperDraft(ravi, asha), 'ravi@example.test viva of asha@example.test marks'],
  // Since 1.0.0.
  tickedPeople: [names.tickedPeople(ravi), 'ravi@example.test ticked people'],
  noteDraft: [names.noteDraft(ravi, asha), 'ravi@example.test note about asha@example.test'],
  // Since 1.0.0.
  lineCommentDraft: [
    [names.lineCommentDraft(ravi, 'CAP-1', null, 3), names.lineCommentDraft(ravi, 'CAP-1', 'a/b.js', 3)],
    ['ravi@example.test comment at CAP-1 line 3 ', 'ravi@example.test comment at CAP-1 line 3 a/b.js'],
  ],
  changedLineDraft: [names.changedLineDraft(ravi, '7'), 'ravi@example.test comment at line 7'],
  newAnnouncementDraft: [
    names.newAnnouncementDraft(ravi, 'MERN-1'),
    'ravi@example.test announcement to MERN-1',
  ],
  messageDraft: [names.messageDraft(ravi, 'MERN-1'), 'ravi@example.test message to MERN-1'],
  announcementDraft: [names.announcementDraft(ravi, '4'), 'ravi@example.test announcement 4'],
  plannedAnnouncementDraft: [
    names.plannedAnnouncementDraft(ravi, '4'),
    'ravi@example.test planned announcement 4',
  ],
};

it('has each name as version 1.0.0 wrote it', () => {
  expect(names).toMatchObject(constants);
  for (const [name, [value, stored]] of Object.entries(made)) expect(value, name).toEqual(stored);
});

it('pins all of its names', () => {
  const pinned = [...Object.keys(constants), ...Object.keys(made), 'isValueDraft'];
  expect(pinned.toSorted()).toEqual(Object.keys(names).toSorted());
});

it('knows which drafts are values, which replace each other, and which are texts, which join', () => {
  const values = [
    names.weekDraft(asha),
    ...Object.values(names.markDrafts(ravi, receipt)).filter((key) => !key.endsWith('comments')),
    names.cancelledMarkDraft(ravi, receipt),
    ...['declared', 'ai_use'].map((field) => names.submissionDraft(asha, 'uploadWeek', field)),
    names.anonymousDraft(names.questionDraft(asha, asha)),
    names.readersDraft(names.questionDraft(asha, asha)),
    names.extensionDrafts(asha, 'week-2').until,
    names.reviewedMarkDraft(names.reviewDraft(ravi, receipt), 82),
    names.rubricDraft(ravi, 'P001', 'final'),
    names.projectDraft(ravi, 'P001'),
    names.resultRuleDraft(ravi, 'MERN 1'),
    names.vivaPlanDraft(ravi, 'MERN 1'),
    names.vivaBankDraft(ravi, 'P001'),
    names.vivaPaperDraft(ravi, asha),
    names.finalMarksDraft(ravi, receipt),
    names.certificateNameDraft(asha),
    names.cancelledDraft('box'),
  ];
  const texts = [
    names.markDrafts(ravi, receipt).comments,
    ...['links', 'comments', 'ai_text'].map((field) => names.submissionDraft(asha, 'uploadViva', field)),
    names.questionDraft(asha, asha),
    names.commentDraft(asha, '7'),
    names.extensionDrafts(asha, 'week-2').reason,
    names.reviewDraft(ravi, receipt),
    names.briefDraft(ravi, 'P001', 'week-1'),
    names.noteDraft(ravi, asha),
    names.newAnnouncementDraft(ravi, 'MERN-1'),
    names.messageDraft(ravi, 'MERN-1'),
  ];
  expect(values.filter((key) => !names.isValueDraft(key))).toEqual([]);
  expect(texts.filter(names.isValueDraft)).toEqual([]);
});
