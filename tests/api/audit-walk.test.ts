import { expect, test } from 'vitest';
import { bytes } from '#contract/wire/endpoint';
import { endpoints, type EndpointName } from '#contract/wire/endpoints';
import { wordsOf } from '#server/audit/event-words';
import { makeFixture, roles, send, table, type Fixture, type Role } from '#support/access-table';
import { buildCertificate } from '#support/build-certificate';
import { engineName } from '#support/empty-database';
import { recordedReads } from '#support/recorded-reads';

// Every call that staff may make, by construction: a new one that changes something, or gives out a file, and leaves no line in
// the audit log fails here. The operator's commands: src/cli/operator-lines.test.ts.

const own = 'changes the own account: src/server/accounts/own-account/own-account.api.test.ts';
const secondFactor = 'the fixture has none: tests/attack/leaving-no-trace.http.test.ts';

/** Calls of staff that leave no line here, each with the reason. */
const withoutLine: Partial<Record<EndpointName, string>> = {
  signUp: 'makes an account, which is its own record',
  logOut: 'ends the own session',
  forgotPassword: 'a security event: tests/attack/leaving-no-trace.http.test.ts',
  resetPassword: 'the fixture has no link: tests/attack/leaving-no-trace.http.test.ts',
  confirmEmail: 'the fixture has no link: tests/attack/leaving-no-trace.http.test.ts',
  sendConfirmation: 'mails a link to the own address once more',
  setUpAdministrator: 'the fixture has one: src/server/accounts/sign-up/set-up-administrator.api.test.ts',
  putSetUpLogo: 'the fixture has an administrator: src/server/catalogue/appearance/begin-academy.api.test.ts',
  changePassword: own,
  changeEmail: own,
  withdrawEmail: own,
  askDeletion: own,
  withdrawConsent: 'students alone have one: src/server/accounts/consent/consent.api.test.ts',
  withdrawDeletion: own,
  prove: secondFactor,
  sendTestMail: 'the fixture has no mail server: src/server/operations/system-check/doctor.http.test.ts',
  sendMailWordsTest: 'the fixture has no mail server: src/server/catalogue/mail-words/mail-words.api.test.ts',
  previewMailWords: 'stores nothing',
  settleHeldMail: 'the fixture has none: src/server/operations/system-check/doctor.http.test.ts',
  makeCalendarAddress: 'an address of one’s own calendar is nobody else’s matter',
  removeCalendarAddress: 'an address of one’s own calendar is nobody else’s matter',
  readCalendar: 'dates by an address of one’s own',
  chooseMailByLink: 'which mail somebody wants is nobody else’s matter',
  removePersonHold: 'the fixture has none: src/server/privacy/retention/holds.api.test.ts',
  removeBatchHold: 'as removePersonHold',
  beginPasskeyProof: 'asks for what is to be signed',
  beginApp: 'shows a secret that nothing uses yet',
  beginPasskey: 'asks for what is to be signed',
  provePasskey: secondFactor,
  addApp: secondFactor,
  addPasskey: secondFactor,
  removeFactor: secondFactor,
  renewRecoveryCodes: secondFactor,
  renameFactor: 'a name for the own eyes',
  answerReview: 'the fixture has no wish: src/server/marking/reviews/reviews.api.test.ts',
  commentOnReview: 'as answerReview',
  removeRecordedMark: 'the fixture has none: src/server/marking/recorded/recorded-marks.api.test.ts',
  releaseRecords: 'the fixture has none: src/server/marking/recorded/release-records.api.test.ts',
  freezeResults:
    'the call of the table is about another list: src/server/results/freezes/freeze-results.api.test.ts',
  issueCertificates: 'the fixture has no SECRET_KEY: src/server/certificates/certificates.api.test.ts',
  putBackground:
    'the call of the table names no kind: src/server/certificates/backgrounds/backgrounds.api.test.ts',
  removeBackground: 'the fixture has none: as putBackground',
  openRecordReview:
    'the table has a call for nothing recorded: src/server/marking/reviews/review-days.api.test.ts',
  answerRecordReview: 'the fixture has no wish: src/server/marking/recorded/record-reviews.api.test.ts',
  commentOnRecordReview: 'as answerRecordReview',
  recordNotSubmitted: 'nobody is due yet: src/server/marking/recorded/unsubmitted.api.test.ts',
  answerExtension: 'the fixture has no request: src/server/progress/time/extension-requests.api.test.ts',
  setVivaDelay: 'the viva of the fixture is tomorrow: src/server/vivas/day-delay.api.test.ts',
  noteVivaMessage: 'the fixture has told nothing: src/server/vivas/publish-messages.api.test.ts',
  replaceExaminer: 'the fixture has no plan: src/server/viva-requests/absence.api.test.ts',
  publishVivas: 'the fixture has nothing to tell: src/server/vivas/publish.api.test.ts',
  confirmVivaOutcome: 'nobody of the fixture has given marks: src/server/viva-hour/viva-hour.api.test.ts',
  closeVivaPanel: 'as confirmVivaOutcome',
  giveFinalMarks: 'one mentor marks in the fixture: src/server/viva-hour/final/final-marks.api.test.ts',
  confirmFinalOutcome: 'as giveFinalMarks',
  closeFinalMarks: 'as giveFinalMarks',
  takeOffBatch:
    'the mentor of the table is in no such batch: src/server/progress/mentored-batches.api.test.ts',
  loadSample: 'the fixture has courses: src/server/catalogue/sample/remove-sample.api.test.ts',
  removeSample: 'the fixture has none: src/server/catalogue/sample/remove-sample.api.test.ts',
  uploadImport: 'stages a sheet, and changes nobody; what it imports has a line each',
  checkImport: 'the fixture has no sheet: src/server/people/imports/imports.api.test.ts',
  correctImport: 'the fixture has no sheet: src/server/people/imports/imports.api.test.ts',
  runImport: 'the fixture has no sheet: src/server/people/imports/imports.api.test.ts',
  undoImport: 'the fixture has no import: src/server/people/expected/expected.api.test.ts',
  sendInvitations: 'the fixture has no mail server: src/server/people/invitations/invitations.api.test.ts',
  printSheetAgain: 'the fixture has no sheet: src/server/people/invitations/printed-sheets.api.test.ts',
  settleSheet: 'notes that paper exists; each invitation has its line',
  acceptInvitation: 'the fixture has no link: src/server/people/invitations/invitations.api.test.ts',
  openTypedInvitation: 'opens a link; who uses it has a line',
  joinByInvitation: 'the fixture has no link: src/server/people/invitations/invitations.api.test.ts',
  checkMarks: 'a dry run; what is saved has a line each',
  checkVivas: 'a dry run; each time that is saved has a line',
  viewQuestion: 'that somebody has read a question is counted, not watched',
  undoQuestionDeletion:
    'the call of the table finds the question there: src/server/forum/posts/own-comments.api.test.ts',
  favoriteQuestion: 'a mark for the own eyes',
  unfavoriteQuestion: 'a mark for the own eyes',
  readQuestion: 'what somebody has read is nobody else’s matter',
  readAllQuestions: 'as readQuestion',
  markUnread: 'as readQuestion',
  changePrivate: 'the call of the table reads; src/server/private-questions/private-questions.api.test.ts',
  muteQuestion: 'a mark for the own eyes',
  unmuteQuestion: 'a mark for the own eyes',
  dismissReports: 'the fixture has no open report: src/server/forum/moderation/reports.api.test.ts',
  readNotices: 'that somebody has read the own notices is nobody else’s matter',
  chooseMail: 'which mail somebody wants is nobody else’s matter',
  openSubmission: 'says who has a submission open just now, and is gone with them',
  closeSubmission: 'as openSubmission',
  addPhrase: 'phrases are for the own use; what is sent with one stands in the mark’s line',
  changePhrase: 'as addPhrase',
  deletePhrase: 'as addPhrase',
  divideMarking: 'the call of the table divides between nobody; src/server/marking/shares/shares.api.test.ts',
  changeSharedPhrase: 'the fixture has no shared phrase: src/server/marking/shared-phrases.api.test.ts',
  deleteSharedPhrase: 'as changeSharedPhrase',
  remarkByRubric: 'the fixture has no mark by a former line; src/server/marking/rubrics.api.test.ts',
  changeRubric: 'the call of the table changes nothing; src/server/marking/rubrics.api.test.ts',
  releaseMarks:
    'the call of the table finds the marks released; src/server/marking/release/release-marks.http.test.ts',
  releaseTasks: 'as releaseMarks: src/server/marking/release/release-tasks.api.test.ts',
  verifyReceipt: 'checks a receipt, and changes nothing',
  verifyDocument: 'checks a signed file, and changes nothing',
  attachFile: 'nobody sees it before a post names it, and the post has a line',
  readAttachment: 'reading the forum is everybody’s daily work',
  readFile: 'reading submissions is a mentor’s daily work',
} as Partial<Record<EndpointName, string>>;

const freeze = async ({ clients, batch }: Fixture) => {
  const url = `/api/staff/batches/${batch}/freezes`;
  const { digest } = (await clients.administrator.get(url)).body.next;
  const { status } = await clients.administrator.post(url, { digest, incomplete: 'freeze' });
  expect(status, 'frozen').toBe(200);
};

/** What calls are about and the fixture does not have. */
const made: Partial<Record<EndpointName, (fixture: Fixture) => Promise<unknown>>> = {
  exportSheet: freeze,
  exportSignedSheet: freeze,
  openResult: freeze,
  async revokeCertificate(fixture) {
    await freeze(fixture);
    const { context } = fixture.app;
    const sheet = await context.database.reader
      .selectFrom('result_freezes')
      .select(['id', 'batch_id'])
      .executeTakeFirstOrThrow();
    const account_id = Number(fixture.studentId);
    const of = { account_id, batch_id: sheet.batch_id, freeze_id: sheet.id, issued_by: account_id };
    await buildCertificate(context, { ...of, number: 'CERT-2026-0' });
  },
};

const staffRoles: readonly Role[] = ['mentor', 'administrator'];
const isStaff = (role: Role) => staffRoles.includes(role);

/** The first role of staff that may make a call, whatever comes of the call of the table. */
const staffOf = (name: EndpointName) =>
  roles.find((role) => isStaff(role) && ![401, 403].includes(table[name].expected[role]));

const isFile = (name: EndpointName) => {
  const answers = endpoints[name].answers as Record<number, unknown>;
  return endpoints[name].method === 'GET' && answers[200] === bytes;
};

const changing = new Set<string>(['POST', 'PUT', 'PATCH', 'DELETE']);
/** What must leave a line: changes that staff may make, files that they are given. */
const walked = (Object.keys(endpoints) as EndpointName[]).filter(
  (name) => (changing.has(endpoints[name].method) || isFile(name)) && staffOf(name) !== undefined,
);

async function linesOf({ app }: Pick<Fixture, 'app'>) {
  await app.app.securityLines.flush(true);
  return app.context.database.reader
    .selectFrom('audit_log')
    .orderBy('id')
    .select(['id', 'act', 'actor_id'])
    .execute();
}

async function accountOf(fixture: Fixture, role: Role): Promise<number> {
  const row = await fixture.app.context.database.reader
    .selectFrom('accounts')
    .where('email', '=', fixture.emails[role as keyof Fixture['emails']])
    .select('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Whether a call of the table names the student, or something of theirs. */
function namesStudent(fixture: Fixture, name: EndpointName, role: Role): boolean {
  const { params = {}, body, query } = table[name].call(fixture, role);
  const { emails, studentId, submission, question } = fixture;
  const named = JSON.stringify([params, body, query]);
  return (
    named.includes(JSON.stringify(emails.student)) ||
    named.includes(JSON.stringify(submission)) ||
    named.includes(`"ids":[${JSON.stringify(studentId)}`) ||
    // A comment is somebody else's, and its line about whoever wrote it.
    (params['id'] === question && !('comment' in params) && endpoints[name].path.includes('discussion'))
  );
}

/** Whether the audit log, asked about the student by the present address, has one of some lines. */
async function isFoundAboutStudent({ app, clients, studentId }: Fixture, ids: readonly number[]) {
  const { email } = await app.context.database.reader
    .selectFrom('accounts')
    .where('id', '=', Number(studentId))
    .select('email')
    .executeTakeFirstOrThrow();
  const { body } = await clients.administrator.get(`/api/staff/audit?whom=${encodeURIComponent(email)}`);
  return (body.lines as { id: string }[]).some(({ id }) => ids.includes(Number(id)));
}

// What is written does not go by the engine.
test.runIf(engineName === 'sqlite')(
  'each call of staff that changes something, or gives out a file, leaves a line of theirs, found by whom it is about',
  async () => {
    let fixture = await makeFixture();
    const call = async (name: EndpointName, role: Role) => {
      const make = made[name];
      if (make !== undefined) {
        fixture = await makeFixture();
        await make(fixture);
      }
      const actor = await accountOf(fixture, role);
      const before = (await linesOf(fixture)).length;
      const { status } = await send(fixture, name, role);
      const lines = (await linesOf(fixture)).slice(before);
      return { status, lines, isTold: lines.some(({ actor_id }) => actor_id === actor) };
    };
    const silent: string[] = [];
    const wordless = new Set<string>();
    const lost: string[] = [];
    let aboutStudent = 0;
    for (const name of walked) {
      if (name in withoutLine) continue;
      const role = staffOf(name) as Role;
      let called = await call(name, role);
      if (called.status >= 300) {
        // A call before has taken away what this one is about.
        fixture = await makeFixture();
        called = await call(name, role);
      }
      if (called.status >= 300 || !called.isTold) silent.push(`${name} (${called.status})`);
      for (const { act } of called.lines) if (wordsOf(act) === null) wordless.add(act);
      if (!called.isTold || !namesStudent(fixture, name, role)) continue;
      aboutStudent += 1;
      const ids = called.lines.map(({ id }) => id);
      if (!(await isFoundAboutStudent(fixture, ids))) lost.push(name);
    }
    expect(silent, 'calls that leave no line').toEqual([]);
    expect(aboutStudent).toBeGreaterThan(10);
    expect(lost, 'calls about a student whose line is not found by the student').toEqual([]);
    expect([...wordless], 'acts without words in src/server/audit/event-words.ts').toEqual([]);
  },
);

test('what is said to leave no line is there, and open to staff', () => {
  const walkedNames = new Set<string>(walked);
  expect(Object.keys(withoutLine).filter((name) => !walkedNames.has(name))).toEqual([]);
  expect(recordedReads.filter((name) => !walkedNames.has(name) || name in withoutLine)).toEqual([]);
  expect(walked.filter((name) => isFile(name) && !(name in withoutLine)).toSorted()).toEqual(
    recordedReads.toSorted(),
  );
});

test('no call of staff is open to a student, nor to a mentor of others', () => {
  const ofStaff = (Object.keys(endpoints) as EndpointName[]).filter((name) =>
    endpoints[name].path.startsWith('/api/staff'),
  );
  expect(ofStaff.length).toBeGreaterThan(40);
  /** What each staff member has for themselves, or reads of all that is theirs. */
  const own = new Set([
    '/api/staff/batches',
    '/api/staff/phrases',
    '/api/staff/phrases/:phrase',
    '/api/staff/vivas',
  ]);
  for (const name of ofStaff) {
    const { expected } = table[name];
    for (const role of ['student', 'classmate', 'outsider'] as const) expect(expected[role], name).toBe(403);
    expect(expected.nobody, name).toBe(401);
    if (!own.has(endpoints[name].path)) expect(expected.foreignMentor, name).toBe(403);
  }
});
