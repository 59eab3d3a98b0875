import { hourMs } from '#contract/durations';
import { ownWording } from '#contract/certificates/wording';
import { isoInstant } from '#contract/dates';
import type { VivaBank } from '#contract/projects/viva-bank';
import { newPlan, type VivaPlan } from '#contract/vivas/plan';
import { paperOfNothing } from './build-viva-hour.ts';
import { defaultRule } from '#contract/results/rule';
import { defaultHeadings } from '#contract/results/sheet-headings';
import { endpoints, type EndpointName } from '#contract/wire/endpoints';
import { fillPath } from '#contract/fill-path';
import {
  buildAnnouncement,
  buildExaminer,
  buildImportedPerson,
  buildMark,
  buildNote,
  buildComment,
  buildPrivateQuestion,
  buildQuestion,
  buildRubricLine,
  buildUnused,
  buildViva,
} from './factories.ts';
import { attachTo } from './attachments.ts';
import { makeZip } from './make-zip.ts';
import { makePortalFixture, type PortalFixture } from './portal-fixture.ts';
import { encodeForm, type FormParts } from './encode-form.ts';
import { type Answer, type Client, type TestApp } from './test-app.ts';

export const roles = [
  'nobody',
  'student',
  'classmate',
  'outsider',
  'mentor',
  'foreignMentor',
  'administrator',
  'examiner',
] as const;
export type Role = (typeof roles)[number];

/** The values that calls are made with. */
export type Fixture = {
  app: TestApp;
  clients: Record<Role, Client>;
  emails: Record<Exclude<Role, 'nobody'>, string>;
  /** The student's account. */
  studentId: string;
  course: string;
  batch: string;
  project: string;
  question: string;
  comment: string;
  submission: string;
  file: string;
  upload: string;
  /** A file in the student's question. */
  attachment: string;
  /** A note about the student, by the mentor. */
  note: string;
  /** The student's, in the first post of it. */
  privateQuestion: { id: string; post: string };
  /** What the mentor announced. */
  announcement: string;
  /** What the mentor has planned to announce. */
  planned: string;
  /** At a line of the submission's file. */
  lineComment: string;
  /** A phrase of the mentor's own. */
  phrase: string;
  /** What nobody uses in the catalogue. */
  unused: { course: string; batch: string; project: string; file: string };
  /** Somebody who was imported, and has no account. */
  invited: string;
};

const tus = { 'tus-resumable': '1.0.0' };
const newUpload = { ...tus, 'upload-length': '4', 'upload-metadata': `task ${btoa('week-1')}` };

/** A portal with one of everything, and the values that calls are made with. */
export async function makeFixture(options?: Parameters<typeof makePortalFixture>[1]): Promise<Fixture> {
  return fillPortal(await makePortalFixture({ classmate: {} }, options));
}

/** What calls are about, in a portal that has people. */
export async function fillPortal(
  portal: Omit<PortalFixture<Exclude<Role, 'examiner'>>, 'renew'>,
): Promise<Fixture> {
  const { app, batch, clients, people, receipt } = portal;
  const examiner = await buildExaminer(app.context, people.administrator.id);
  const password_hash = await app.context.passwords.hash('secret1');
  await app.context.database.transaction((writer) =>
    writer.updateTable('accounts').set({ password_hash }).execute(),
  );
  const question = await buildQuestion(app.context, { batch_id: batch.id, author_id: people.student.id });
  const comment = await buildComment(app.context, {
    question_id: question.id,
    author_id: people.classmate.id,
  });
  const row = await app.context.database.reader
    .selectFrom('submissions')
    .where('number', '=', receipt.number)
    .select('id')
    .executeTakeFirstOrThrow();
  await buildMark(app.context, { submission_id: row.id });
  await buildRubricLine(app.context, { project_id: portal.project.id });
  const phrase = await clients.mentor.post('/api/staff/phrases', { name: 'tests', text: 'Write a test.' });
  const lineComment = await clients.mentor.post(`/api/staff/submissions/${receipt.number}/line-comments`, {
    line: 1,
    text: 'Whose work?',
  });
  const invited = await buildImportedPerson(app.context);
  const note = await buildNote(app.context, { account_id: people.student.id, author_id: people.mentor.id });
  const announcement = await buildAnnouncement(app.context, {
    batch_id: batch.id,
    author_id: people.mentor.id,
  });
  const planned = await clients.mentor.post(`/api/staff/batches/${batch.name}/planned-announcements`, {
    text: 'The viva is near.',
    publish_at: '2026-11-27T09:00',
    until: '2026-11-30',
  });
  await clients.administrator.put(`/api/staff/batches/${batch.name}/viva-plan`, typedPlan);
  await buildViva(app.context, {
    batch_id: batch.id,
    account_id: people.student.id,
    panel: [examiner.id, people.mentor.id],
  });
  const privately = { authorId: people.student.id, batchId: batch.id };
  return {
    app,
    clients: { ...clients, examiner: await app.as(examiner) },
    emails: Object.fromEntries(
      Object.entries({ ...people, examiner }).map(([role, { email }]) => [role, email]),
    ) as Fixture['emails'],
    studentId: String(people.student.id),
    course: portal.course.name,
    batch: batch.name,
    project: portal.project.id,
    question: String(question.id),
    comment: String(comment.id),
    submission: receipt.number,
    file: receipt.file.id,
    upload: portal.upload,
    attachment: await attachTo(app.context, clients.student, people.student.email, question.id),
    privateQuestion: await buildPrivateQuestion(app.context, privately),
    note: String(note.id),
    announcement: String(announcement.id),
    planned: planned.body.id,
    lineComment: lineComment.body.id,
    phrase: phrase.body.id,
    unused: await buildUnused(app.context, portal.course.id),
    invited: invited.email,
  };
}

type Call = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  form?: FormParts;
  headers?: Record<string, string>;
};
type Row = { call: (fixture: Fixture, role: Role) => Call; expected: Record<Role, number> };

const everybody = (status: number): Record<Role, number> =>
  Object.fromEntries(roles.map((role) => [role, status])) as Record<Role, number>;
/** Of one's own account. */
const holder = (status: number) => ({ ...everybody(status), nobody: 401 });
/** Examiners see the vivas of their panel and nothing else. */
const signedIn = (status: number) => ({ ...holder(status), examiner: 403 });
/** The student alone. */
const self = (status: number) => ({ ...everybody(403), nobody: 401, student: status });
/** The student, the batch's mentor, administrators. */
const selfOrMentor = (status: number) => ({ ...self(status), mentor: status, administrator: status });
const ownMentor = (status: number) => ({
  ...everybody(403),
  nobody: 401,
  mentor: status,
  administrator: status,
});
/** The office. */
const students = (status: number) => ({
  ...signedIn(status),
  mentor: 403,
  foreignMentor: 403,
  administrator: 403,
});
const administrators = (status: number) => ({ ...everybody(403), nobody: 401, administrator: status });
/** Whoever reads the batch's discussion; a question of another batch is not there for an outsider. */
const reader = (status: number) => ({ ...signedIn(status), outsider: 404, foreignMentor: 403 });
const administratorAlone = (status: number) => ({ ...ownMentor(status), mentor: 403 });
/** Staff, each for themselves. */
const staffAlone = (status: number) => ({ ...ownMentor(status), foreignMentor: status });
/** Administrators alone. */
const administrator = (status: number) => ({ ...everybody(403), nobody: 401, administrator: status });
/** And examiners of the student. */
const withPanel = (expected: Record<Role, number>) => ({ ...expected, examiner: expected.mentor });
/** Who is on the panel of the student's viva. */
const panel = (status: number) => ({ ...everybody(403), nobody: 401, mentor: status, examiner: status });
const author = (status: number) => ({ ...reader(status), classmate: 403 });

const ofStudent = ({ emails }: Fixture): Call => ({ params: { s_id: emails.student } });
/** The discussion as each role addresses it: students by their own address, staff by the batch. */
const discussion = ({ emails, batch }: Fixture, role: Role) =>
  role === 'nobody'
    ? emails.student
    : role.includes('entor') || role === 'administrator' || role === 'examiner'
      ? batch
      : emails[role];
const onQuestion = (fixture: Fixture, role: Role): Call => ({
  params: { s_id: discussion(fixture, role), id: fixture.question },
});
const onComment = (fixture: Fixture, role: Role): Call => ({
  params: { s_id: discussion(fixture, role), id: fixture.question, comment: fixture.comment },
});
const ofRubric = ({ project }: Fixture): Call => ({ params: { p_id: project, task: 'week-1' } });
const ofSharedPlace = ({ batch }: Fixture): Call => ({ params: { kind: 'batch', place: batch } });
const ofSharedPhrase = ({ batch }: Fixture): Call => ({
  params: { kind: 'batch', place: batch, phrase: '1' },
});
const typedPhrase = { name: 'readme', text: 'Say how to start it.' };
const onUpload = ({ upload }: Fixture): Call => ({ params: { upload }, headers: tus });
const ofSubmission = ({ submission }: Fixture): Call => ({ params: { id: submission } });
const ofViva = ({ batch, emails }: Fixture): Call => ({ params: { batch, s_id: emails.student } });

const typedBank: VivaBank = {
  introduction: ['Who waits for this?'],
  methodology: [],
  findings: ['Show the *slowest* page.'],
  challenges: [],
  qa: [],
  conclusion: [],
  samples: ['What was hard?'],
  bring: 'A laptop.',
};
/** As `buildViva` places it. */
const vivaOf = ({ clock }: Fixture['app']): string =>
  new Date((Math.ceil(clock.now() / hourMs) + 24) * hourMs).toISOString();
const typedPlan: VivaPlan = {
  ...newPlan,
  days: [{ day: '2026-12-03', from: '09:00', to: '12:00', breaks: [] }],
  rooms: [{ name: 'Room 1', link: null }],
};
const typedViva = ({ emails }: Fixture) => ({
  starts_at: '2026-12-03T10:00',
  room: 'Room 1',
  examiners: [emails.mentor],
});
const typedVivaSheet = ({ emails }: Fixture) => ({
  text: `Email,Time,Room,Examiner\n${emails.student},2026-12-03 11:00,Room 2,${emails.mentor}`,
});
const onLine = ({ submission, lineComment }: Fixture): Call => ({
  params: { id: submission, comment: lineComment },
});
const ofRecord = ({ emails }: Fixture): Call => ({ params: { s_id: emails.student, task: 'week-2' } });
const made = { clientDataJSON: 'e30', attestationObject: 'e30' };
const signed = {
  id: 'key',
  rawId: 'key',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' },
};
export const typedProject = {
  name: 'Loan desk',
  details: 'Lends for a cow.',
  overview: ['Plan'],
  prerequisiteKnowledge: ['SQL'],
  jobOpportunities: ['Developer'],
  backgroundImage: '/images/loan.svg',
  project_url: '/documents/loan.html',
  ref1: 'https://example.test/1',
  ref2: 'https://example.test/2',
  ref3: 'https://example.test/3',
  ref4: 'https://example.test/4',
};
const ofReset = { mail: 'reset' } as const;
const resetWords = { subject: 'Your link', body: 'Hello {name}' };
const zippedCourse = makeZip([{ name: 'courses.yaml', data: '- name: Embroidery\n' }]);
const work: FormParts = [['links', 'https://example.test/work']];

/** Every call × everybody, complete by construction: a call of the contract without a row does not compile. */
export const table: Record<EndpointName, Row> = {
  signUp: {
    call: (_, role) => ({
      body: {
        name: 'New',
        email: `${role}-new@example.test`,
        password: 'secret1',
        phone: '9999999999',
        batch: 'OURS',
      },
    }),
    expected: everybody(201),
  },
  logIn: {
    call: () => ({ body: { email: 'unknown@example.test', password: 'secret1' } }),
    expected: everybody(401),
  },
  logOut: { call: () => ({}), expected: everybody(204) },
  readSession: { call: () => ({}), expected: everybody(200) },
  forgotPassword: {
    call: (_, role) => ({ body: { email: `${role}@example.test` } }),
    expected: everybody(200),
  },
  resetPassword: {
    call: () => ({ body: { token: 'unknown', password: 'secret1' } }),
    expected: everybody(400),
  },
  confirmEmail: { call: () => ({ body: { token: 'unknown' } }), expected: everybody(400) },
  // Of addresses that are confirmed already, and without mail.
  sendConfirmation: { call: () => ({}), expected: holder(409) },
  readOwnAccount: { call: () => ({}), expected: holder(200) },
  changeProfile: {
    call: (_, role) => ({ body: { name: `New ${role}`, phone: '9876543210' } }),
    expected: holder(200),
  },
  // With a password that is not theirs; what the right one opens is in src/server/accounts/own-account/own-account.api.test.ts.
  changePassword: {
    call: () => ({ body: { current_password: 'wrong', password: 'secret2' } }),
    expected: holder(400),
  },
  changeEmail: {
    call: (_, role) => ({ body: { current_password: 'wrong', email: `${role}-2@example.test` } }),
    expected: holder(400),
  },
  endSession: { call: () => ({ params: { id: 'unknown' } }), expected: holder(204) },
  endOtherSessions: { call: () => ({}), expected: holder(204) },
  listAccessTokens: { call: () => ({}), expected: staffAlone(200) },
  createAccessToken: {
    call: () => ({
      body: { name: 'Progress to our own page', scopes: ['batch:read'], ends_on: '2026-12-31' },
    }),
    expected: staffAlone(201),
  },
  revokeAccessToken: { call: () => ({ params: { id: '1' } }), expected: staffAlone(204) },
  askDeletion: { call: () => ({ body: { current_password: 'wrong' } }), expected: holder(400) },
  withdrawDeletion: { call: () => ({}), expected: holder(200) },
  // Of a version that there is not; what the right one does is in src/server/accounts/consent.
  giveConsent: { call: () => ({ body: { terms: 999 } }), expected: students(409) },
  withdrawConsent: {
    call: () => ({ body: { subject: 'terms', current_password: 'wrong' } }),
    expected: holder(400),
  },
  changeGuardian: {
    call: () => ({ body: { name: 'Latha Menon', contact: '9876543212' } }),
    expected: students(409),
  },
  confirmGuardian: {
    call: ({ emails }) => ({
      params: { s_id: emails.classmate },
      body: { name: 'Latha Menon', contact: '9876543212' },
    }),
    expected: administrators(200),
  },
  removeGuardian: {
    call: ({ emails }) => ({ params: { s_id: emails.classmate } }),
    expected: administrators(200),
  },
  readCertificateName: { call: ofStudent, expected: selfOrMentor(200) },
  confirmCertificateName: {
    call: (fixture) => ({ ...ofStudent(fixture), body: { line: 'ആശ മേനോൻ' } }),
    expected: self(200),
  },
  correctCertificateName: {
    call: ({ emails }) => ({
      params: { s_id: emails.classmate },
      body: { line: 'Asha Menon', reason: 'By letter' },
    }),
    expected: administrators(200),
  },
  listUnconfirmedNames: { call: ({ batch }) => ({ params: { batch } }), expected: ownMentor(200) },
  remindOfNames: { call: ({ batch }) => ({ params: { batch } }), expected: ownMentor(200) },
  readCertificate: { call: () => ({ params: { number: 'CERT-2026-0' } }), expected: everybody(200) },
  listCertificates: { call: ofStudent, expected: selfOrMentor(200) },
  // Of a number that there is not; src/server/certificates has the rest.
  readSignedCertificate: {
    call: ({ emails }) => ({ params: { s_id: emails.student, number: 'CERT-2026-0' } }),
    expected: selfOrMentor(404),
  },
  keepCertificates: {
    call: (fixture) => ({ ...ofStudent(fixture), body: { keeps: true } }),
    expected: self(200),
  },
  listBatchCertificates: { call: ({ batch }) => ({ params: { batch } }), expected: administrators(200) },
  // Without SECRET_KEY.
  issueCertificates: {
    call: ({ batch }) => ({ params: { batch }, body: {} }),
    expected: administrators(409),
  },
  revokeCertificate: {
    call: () => ({ params: { number: 'CERT-2026-0' }, body: { reason: 'holder', note: 'By letter' } }),
    expected: administrators(404),
  },
  readWordings: { call: () => ({}), expected: administrators(200) },
  setWording: {
    call: () => ({
      params: { kind: 'certificate' },
      body: { ...ownWording.certificate, signatory: 'Latha' },
    }),
    expected: administrators(200),
  },
  // A form that names no kind; src/server/certificates/backgrounds has the rest.
  putBackground: {
    call: () => ({ form: [['file', { name: 'a.png', bytes: 'x' }]] }),
    expected: administrators(400),
  },
  removeBackground: { call: () => ({ params: { kind: 'certificate' } }), expected: administrators(200) },
  readConsentRules: { call: () => ({}), expected: administrators(200) },
  askConsent: { call: () => ({ body: { subject: 'terms', version: 1 } }), expected: administrators(200) },
  setGuardianRule: { call: () => ({ body: { asks: true } }), expected: administrators(200) },
  // Nobody has a login that waits, and the portal no address for passkeys; src/server/accounts/second-factor has the rest.
  sendLoginCode: { call: () => ({ body: { code: '123456' } }), expected: everybody(401) },
  beginPasskeyLogin: { call: () => ({}), expected: everybody(401) },
  sendPasskeyLogin: { call: () => ({ body: { passkey: signed } }), expected: everybody(401) },
  prove: { call: () => ({ body: { password: 'wrong' } }), expected: holder(400) },
  beginPasskeyProof: { call: () => ({}), expected: holder(409) },
  provePasskey: { call: () => ({ body: { passkey: signed } }), expected: holder(409) },
  beginApp: { call: () => ({}), expected: holder(200) },
  addApp: { call: () => ({ body: { name: 'My app', code: '123456' } }), expected: holder(400) },
  beginPasskey: { call: () => ({}), expected: holder(409) },
  addPasskey: {
    call: () => ({ body: { name: 'My key', passkey: { ...signed, response: made } } }),
    expected: holder(409),
  },
  renameFactor: {
    call: () => ({ params: { id: '1' }, body: { name: 'My app' } }),
    expected: holder(404),
  },
  removeFactor: { call: () => ({ params: { id: '1' } }), expected: holder(204) },
  renewRecoveryCodes: { call: () => ({}), expected: holder(409) },
  setUpAdministrator: {
    call: () => ({ body: { token: 'unknown', name: 'Me', email: 'me@example.test', password: 'secret1' } }),
    expected: everybody(400),
  },
  putSetUpLogo: {
    call: () => ({ form: [['token', 'unknown']] }),
    expected: everybody(400),
  },
  listNotices: { call: () => ({}), expected: signedIn(200) },
  readNotices: { call: () => ({ body: { about: 'task:week-1' } }), expected: signedIn(200) },
  chooseMail: { call: () => ({ body: { mail: 'answers', is_on: false } }), expected: holder(200) },
  // Nobody has been mailed; src/server/notices/mails/due-mail-queue.api.test.ts has those who have.
  readMailLink: { call: () => ({ query: { token: 'unknown' } }), expected: everybody(404) },
  chooseMailByLink: { call: () => ({ body: { token: 'unknown', is_on: false } }), expected: everybody(404) },
  readCalendarAddress: { call: () => ({}), expected: holder(200) },
  makeCalendarAddress: { call: () => ({}), expected: holder(200) },
  withdrawEmail: { call: () => ({}), expected: holder(204) },
  removeCalendarAddress: { call: () => ({}), expected: holder(204) },
  // Nobody has an address; src/server/progress/calendar/calendar.api.test.ts has those who have.
  readCalendar: { call: () => ({ params: { secret: 'unknown' } }), expected: everybody(404) },
  readCalendarEvent: {
    call: (fixture) => ({ ...ofStudent(fixture), query: { task: 'week-1' } }),
    expected: self(200),
  },
  suggestBatches: { call: () => ({}), expected: everybody(200) },
  readStudentCourse: { call: ofStudent, expected: selfOrMentor(200) },
  listAvailableProjects: {
    call: ({ course }) => ({ params: { course } }),
    expected: { ...signedIn(200), outsider: 403 },
  },
  readProject: { call: ({ project }) => ({ params: { p_id: project } }), expected: signedIn(200) },
  readReferences: { call: ({ project }) => ({ params: { p_id: project } }), expected: signedIn(200) },
  readSelection: { call: ofStudent, expected: selfOrMentor(200) },
  selectProject: {
    call: ({ emails, project }) => ({ body: { sp_id: emails.student, p_id: project } }),
    expected: self(200),
  },
  preferProject: {
    call: (fixture) => ({ ...ofStudent(fixture), body: { p_id: null } }),
    // The student has a project.
    expected: self(409),
  },
  uploadWeek: {
    call: (fixture) => ({ ...ofStudent(fixture), form: [['selectedWeek', '2'], ...work] }),
    expected: self(201),
  },
  uploadProject: { call: (fixture) => ({ ...ofStudent(fixture), form: work }), expected: self(201) },
  uploadViva: {
    call: (fixture) => ({
      ...ofStudent(fixture),
      form: [
        ['comments', 'Ready'],
        ['files', { name: 'slides.txt', bytes: 'slides' }],
      ],
    }),
    expected: self(201),
  },
  readUploadProtocol: { call: () => ({}), expected: everybody(204) },
  beginUpload: {
    call: () => ({ headers: newUpload }),
    // Who has no project yet cannot submit.
    expected: { ...self(201), classmate: 409, outsider: 409 },
  },
  readUpload: { call: onUpload, expected: self(200) },
  continueUpload: {
    call: (fixture) => ({
      ...onUpload(fixture),
      body: 'my',
      headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    }),
    expected: self(204),
  },
  // Each role cancels an upload of its own portal.
  cancelUpload: { call: onUpload, expected: self(204) },
  readTimeline: { call: ofStudent, expected: selfOrMentor(200) },
  readResult: { call: ofStudent, expected: selfOrMentor(200) },
  readWeeklyStatus: { call: ofStudent, expected: selfOrMentor(200) },
  listSubmissions: { call: ofStudent, expected: selfOrMentor(200) },
  readFile: { call: ({ file }) => ({ params: { id: file } }), expected: withPanel(selfOrMentor(200)) },
  readFilePreview: { call: ({ file }) => ({ params: { id: file } }), expected: withPanel(ownMentor(200)) },
  readFileText: { call: ({ file }) => ({ params: { id: file } }), expected: withPanel(selfOrMentor(200)) },
  // The file is no ZIP.
  listFileEntries: { call: ({ file }) => ({ params: { id: file } }), expected: withPanel(ownMentor(415)) },
  readRecord: { call: ofStudent, expected: self(200) },
  readReceipt: {
    call: ({ submission }) => ({ params: { number: submission } }),
    expected: withPanel(selfOrMentor(200)),
  },
  readReceiptKey: { call: () => ({}), expected: everybody(200) },
  verifyReceipt: {
    call: ({ submission }) => ({ body: { number: submission, sha256: 'a'.repeat(64) } }),
    expected: everybody(200),
  },
  verifyDocument: {
    call: () => ({ body: { type: 'capstone-sheet', number: 'SHEET-2026-0' } }),
    expected: everybody(200),
  },
  readDiscussion: {
    call: (fixture, role) => ({ params: { s_id: discussion(fixture, role) } }),
    expected: { ...signedIn(200), foreignMentor: 403 },
  },
  findQuestions: {
    call: (fixture, role) => ({ params: { s_id: discussion(fixture, role) }, query: { q: 'Why?' } }),
    expected: { ...signedIn(200), foreignMentor: 403 },
  },
  findSimilarQuestions: {
    call: (fixture, role) => ({ params: { s_id: discussion(fixture, role) }, query: { text: 'Why is it?' } }),
    expected: { ...signedIn(200), foreignMentor: 403 },
  },
  followDiscussion: {
    call: (fixture, role) => ({ params: { s_id: discussion(fixture, role) }, query: { after: '0' } }),
    expected: { ...signedIn(200), foreignMentor: 403 },
  },
  readComments: { call: onQuestion, expected: reader(200) },
  readNewestAnswers: { call: ofStudent, expected: selfOrMentor(200) },
  askQuestion: {
    call: (fixture, role) => ({ params: { s_id: discussion(fixture, role) }, body: { question: 'Why?' } }),
    expected: { ...signedIn(201), foreignMentor: 403 },
  },
  answerQuestion: {
    call: (fixture, role) => ({ ...onQuestion(fixture, role), body: { answer: 'Because.' } }),
    expected: reader(201),
  },
  editQuestion: {
    call: (fixture, role) => ({ ...onQuestion(fixture, role), body: { questionText: 'How?' } }),
    expected: author(200),
  },
  markAnswer: {
    call: (fixture, role) => ({ ...onQuestion(fixture, role), body: { comment: fixture.comment } }),
    expected: author(200),
  },
  unmarkAnswer: { call: onQuestion, expected: author(200) },
  editComment: {
    call: (fixture, role) => ({ ...onComment(fixture, role), body: { answer: 'Like so.' } }),
    expected: { ...author(200), student: 403, classmate: 200 },
  },
  deleteComment: { call: onComment, expected: { ...author(200), student: 403, classmate: 200 } },
  // Neither the question nor the comment is deleted: nothing is to be undone.
  undoQuestionDeletion: { call: onQuestion, expected: reader(200) },
  undoCommentDeletion: { call: onComment, expected: reader(200) },
  readHistory: { call: onQuestion, expected: reader(200) },
  attachFile: {
    call: (fixture, role) => ({
      params: { s_id: discussion(fixture, role) },
      form: [['file', { name: 'server.log', bytes: 'GET / 200' }]],
    }),
    expected: { ...signedIn(201), foreignMentor: 403 },
  },
  readAttachment: {
    call: ({ attachment }) => ({ params: { id: attachment } }),
    expected: { ...signedIn(200), outsider: 403, foreignMentor: 403 },
  },
  // The student's own cannot be reported.
  reportPost: { call: onQuestion, expected: { ...reader(201), student: 400 } },
  listReports: {
    call: (fixture, role) => ({ params: { s_id: discussion(fixture, role) } }),
    expected: ownMentor(200),
  },
  dismissReports: {
    call: (fixture, role) => ({ ...onQuestion(fixture, role), body: {} }),
    expected: ownMentor(204),
  },
  moderatePost: {
    call: (fixture, role) => ({
      ...onQuestion(fixture, role),
      body: { act: 'pin', reason: 'The dates of the viva' },
    }),
    expected: ownMentor(200),
  },
  listHiddenPosts: {
    call: (fixture, role) => ({ params: { s_id: discussion(fixture, role) } }),
    // Of the own batch, as everybody's.
    expected: { ...reader(200), outsider: 200 },
  },
  readPrivate: {
    call: (fixture, role) => ({ params: { s_id: discussion(fixture, role) } }),
    // Students get their own.
    expected: { ...signedIn(200), foreignMentor: 403 },
  },
  sendPrivate: {
    call: (fixture, role) => ({
      params: { s_id: discussion(fixture, role) },
      body: { text: 'What about this?', question: fixture.privateQuestion.id },
    }),
    expected: { ...reader(201), classmate: 404 },
  },
  changePrivate: {
    call: (fixture, role) => ({
      params: { s_id: discussion(fixture, role), id: fixture.privateQuestion.id },
      body: { act: 'read', post: fixture.privateQuestion.post },
    }),
    expected: { ...reader(200), classmate: 404 },
  },
  followPrivate: {
    call: (fixture, role) => ({ params: { s_id: discussion(fixture, role) }, query: { after: '0' } }),
    expected: { ...signedIn(200), foreignMentor: 403 },
  },
  // Each role deletes a question of its own portal.
  deleteQuestion: { call: onQuestion, expected: author(200) },
  favoriteQuestion: { call: onQuestion, expected: reader(204) },
  unfavoriteQuestion: { call: onQuestion, expected: reader(204) },
  viewQuestion: { call: onQuestion, expected: reader(204) },
  countUnread: {
    call: (fixture, role) => ({ params: { s_id: discussion(fixture, role) } }),
    expected: { ...signedIn(200), foreignMentor: 403 },
  },
  findMentionable: {
    call: (fixture, role) => ({ params: { s_id: discussion(fixture, role) }, query: { name: 'A' } }),
    expected: { ...signedIn(200), foreignMentor: 403 },
  },
  readAllQuestions: {
    call: (fixture, role) => ({ params: { s_id: discussion(fixture, role) }, body: { version: 1 } }),
    expected: { ...signedIn(200), foreignMentor: 403 },
  },
  readQuestion: {
    call: (fixture, role) => ({ ...onQuestion(fixture, role), body: {} }),
    expected: reader(200),
  },
  markUnread: { call: onQuestion, expected: reader(200) },
  muteQuestion: { call: onQuestion, expected: reader(200) },
  unmuteQuestion: { call: onQuestion, expected: reader(200) },
  readPortalChecks: { call: () => ({}), expected: administratorAlone(200) },
  readOffice: { call: () => ({}), expected: administratorAlone(200) },
  settleHeldMail: { call: () => ({ body: { decision: 'drop' } }), expected: administratorAlone(200) },
  // Without a mail server there is nothing to send by.
  sendTestMail: {
    call: () => ({ body: { address: 'office@example.test' } }),
    expected: administratorAlone(409),
  },
  readUnfinished: { call: ({ batch }) => ({ params: { batch } }), expected: ownMentor(200) },
  exportUnfinished: { call: ({ batch }) => ({ params: { batch } }), expected: ownMentor(200) },
  remindUnfinished: {
    call: ({ batch }) => ({ params: { batch }, body: { group: 'project' } }),
    expected: ownMentor(200),
  },
  countTaskStates: { call: ({ batch }) => ({ params: { batch } }), expected: ownMentor(200) },
  messageStudents: {
    call: ({ batch, emails }) => ({
      params: { batch },
      body: { text: 'Please submit week 2.', students: [emails.student] },
    }),
    expected: ownMentor(200),
  },
  listStaffBatches: {
    call: () => ({}),
    expected: staffAlone(200),
  },
  listBatchSubmissions: { call: ({ batch }) => ({ params: { batch } }), expected: ownMentor(200) },
  readStaffSubmission: {
    call: ({ submission }) => ({ params: { id: submission } }),
    expected: ownMentor(200),
  },
  listBatchProgress: { call: ({ batch }) => ({ params: { batch } }), expected: ownMentor(200) },
  checkMarks: {
    call: ({ batch, emails }) => ({
      params: { batch },
      body: { task: 'week-1', text: `email,marks\n${emails.student},64` },
    }),
    expected: ownMentor(200),
  },
  importMarks: {
    call: ({ batch, emails }) => ({
      params: { batch },
      body: { task: 'week-1', text: `email,marks\n${emails.student},64` },
    }),
    expected: ownMentor(200),
  },
  exportMarks: {
    call: ({ batch }) => ({ params: { batch }, query: { task: 'week-1' } }),
    expected: ownMentor(200),
  },
  exportBatchProgress: { call: ({ batch }) => ({ params: { batch } }), expected: ownMentor(200) },
  readStaffStudent: { call: ofStudent, expected: ownMentor(200) },
  listMarkedVersions: { call: ofStudent, expected: ownMentor(200) },
  listStudentPosts: { call: ofStudent, expected: ownMentor(200) },
  listStaffNotes: { call: ofStudent, expected: ownMentor(200) },
  addStaffNote: {
    call: (fixture) => ({ ...ofStudent(fixture), body: { text: 'Was ill.' } }),
    expected: ownMentor(201),
  },
  // The note is the mentor's: administrators delete their own.
  deleteStaffNote: {
    call: ({ emails, note }) => ({ params: { s_id: emails.student, note } }),
    expected: { ...ownMentor(204), administrator: 403 },
  },
  listAnnouncements: { call: ofStudent, expected: self(200) },
  seeAnnouncement: {
    call: ({ emails, announcement }) => ({ params: { s_id: emails.student, id: announcement } }),
    expected: self(200),
  },
  listBatchAnnouncements: { call: ({ batch }) => ({ params: { batch } }), expected: ownMentor(200) },
  publishAnnouncement: {
    call: ({ batch }) => ({ params: { batch }, body: { text: 'Viva on Friday', until: '2026-11-30' } }),
    expected: ownMentor(201),
  },
  listPlannedAnnouncements: { call: ({ batch }) => ({ params: { batch } }), expected: ownMentor(200) },
  planAnnouncement: {
    call: ({ batch }) => ({
      params: { batch },
      body: { text: 'Viva on Friday', publish_at: '2026-11-28T09:00', until: '2026-11-30' },
    }),
    expected: ownMentor(201),
  },
  announceToBatches: {
    call: ({ batch }) => ({ body: { batches: [batch], text: 'Viva on Friday', until: '2026-11-30' } }),
    expected: ownMentor(204),
  },
  editPlannedAnnouncement: {
    call: ({ batch, planned }) => ({
      params: { batch, id: planned },
      body: { text: 'Viva on Monday', until: '2026-11-30' },
    }),
    expected: ownMentor(204),
  },
  cancelAnnouncement: {
    call: ({ batch, planned }) => ({ params: { batch, id: planned } }),
    expected: ownMentor(204),
  },
  editAnnouncement: {
    call: ({ batch, announcement }) => ({
      params: { batch, id: announcement },
      body: { text: 'The viva is on Monday.', until: '2026-11-30' },
    }),
    expected: ownMentor(200),
  },
  // Each role takes one of its own portal back.
  withdrawAnnouncement: {
    call: ({ batch, announcement }) => ({ params: { batch, id: announcement } }),
    expected: ownMentor(204),
  },
  listBriefs: { call: ({ project }) => ({ params: { p_id: project } }), expected: signedIn(200) },
  readOwnBriefs: { call: ofStudent, expected: selfOrMentor(200) },
  readVivaPreparation: { call: ofStudent, expected: selfOrMentor(200) },
  readSubmissionBrief: {
    call: ({ submission }) => ({ params: { id: submission } }),
    expected: ownMentor(200),
  },
  setBrief: {
    call: ({ project }) => ({ params: { p_id: project, task: 'week-1' }, body: { text: 'Show a plan.' } }),
    expected: ownMentor(200),
  },
  readVivaBank: { call: ({ project }) => ({ params: { p_id: project } }), expected: ownMentor(200) },
  changeVivaBank: {
    call: ({ project }) => ({ params: { p_id: project }, body: typedBank }),
    expected: ownMentor(200),
  },
  readResultRule: { call: ({ batch }) => ({ params: { batch } }), expected: ownMentor(200) },
  setResultRule: {
    call: ({ batch }) => ({
      params: { batch },
      body: { ...defaultRule, pass_mark: 50, reason: 'Asked for.' },
    }),
    expected: administratorAlone(200),
  },
  listOwnVivas: { call: () => ({}), expected: { ...staffAlone(200), examiner: 200 } },
  readViva: { call: ofStudent, expected: panel(200) },
  readPanelQuestions: { call: ofStudent, expected: panel(200) },
  inviteExaminer: {
    call: () => ({ body: { email: 'new-examiner@example.test', name: 'Latha Nair' } }),
    expected: administratorAlone(201),
  },
  readExaminer: {
    call: ({ emails }) => ({ params: { s_id: emails.examiner } }),
    expected: administratorAlone(200),
  },
  removeExaminer: {
    call: ({ emails }) => ({ params: { s_id: emails.examiner }, body: {} }),
    expected: administratorAlone(204),
  },
  readVivaPlan: { call: ({ batch }) => ({ params: { batch } }), expected: ownMentor(200) },
  readVivaDay: { call: ({ batch }) => ({ params: { batch } }), expected: withPanel(ownMentor(200)) },
  // Its day is tomorrow.
  setVivaDelay: {
    call: ({ app, batch }) => ({
      params: { batch, day: vivaOf(app).slice(0, 'YYYY-MM-DD'.length), room: '2' },
      body: { minutes: 10 },
    }),
    expected: withPanel(ownMentor(409)),
  },
  recordAttendance: {
    call: (fixture) => ({
      ...ofViva(fixture),
      body: { state: 'came', starts_at: vivaOf(fixture.app) },
    }),
    expected: withPanel(ownMentor(200)),
  },
  undoAttendance: {
    call: (fixture) => ({ ...ofViva(fixture), body: {} }),
    expected: withPanel(ownMentor(204)),
  },
  setVivaPlan: {
    call: ({ batch }) => ({ params: { batch }, body: { ...typedPlan, length: 30 } }),
    expected: administratorAlone(200),
  },
  publishVivas: {
    call: ({ batch }) => ({ params: { batch }, body: { first: 1, moved: 0, cancelled: 0, examiners: 2 } }),
    expected: administratorAlone(200),
  },
  listVivaMessages: { call: ({ batch }) => ({ params: { batch } }), expected: administratorAlone(200) },
  noteVivaMessage: {
    call: (fixture) => ({ ...ofViva(fixture), body: { told: 1, sent: true } }),
    expected: administratorAlone(404),
  },
  planVivas: {
    call: ({ batch }) => ({ params: { batch }, body: { order: 'name' } }),
    expected: administratorAlone(200),
  },
  placeViva: {
    call: (fixture) => ({ ...ofViva(fixture), body: typedViva(fixture) }),
    expected: administratorAlone(200),
  },
  readAbsence: { call: ({ batch }) => ({ params: { batch } }), expected: administratorAlone(200) },
  // The fixture's plan has no such examiner.
  replaceExaminer: {
    call: ({ batch }) => ({
      params: { batch },
      body: { examiner: 'nobody@example.test', day: '2026-12-03', moves: [] },
    }),
    expected: administratorAlone(404),
  },
  unplaceViva: { call: (fixture) => ({ ...ofViva(fixture), body: {} }), expected: administratorAlone(204) },
  readVivaHour: { call: ofStudent, expected: panel(200) },
  giveVivaMarks: {
    call: (fixture) => ({ ...ofStudent(fixture), body: paperOfNothing }),
    expected: panel(200),
  },
  // Nobody has given marks.
  confirmVivaOutcome: {
    call: (fixture) => ({ ...ofStudent(fixture), body: { marks: 70 } }),
    expected: panel(409),
  },
  // Nothing is confirmed: src/server/viva-hour has the rest.
  listVivaRecords: { call: ofStudent, expected: withPanel(ownMentor(200)) },
  readSignedVivaRecord: {
    call: ({ emails }) => ({ params: { s_id: emails.student, number: 'VIVA-2026-0' } }),
    expected: withPanel(ownMentor(404)),
  },
  listOwnVivaRecords: { call: ofStudent, expected: selfOrMentor(200) },
  readOwnSignedVivaRecord: {
    call: ({ emails }) => ({ params: { s_id: emails.student, number: 'VIVA-2026-0' } }),
    expected: selfOrMentor(404),
  },
  listVivaHours: { call: ({ batch }) => ({ params: { batch } }), expected: administratorAlone(200) },
  setVivaRule: {
    call: ({ batch }) => ({
      params: { batch },
      body: { how: 'agreed', apart: 5, shows_weeks: true, two_mark_final: false },
    }),
    expected: administratorAlone(200),
  },
  // As there.
  closeVivaPanel: {
    call: (fixture) => ({ ...ofStudent(fixture), body: { reason: 'Ill.', waiting: [] } }),
    expected: administratorAlone(409),
  },
  checkVivas: {
    call: (fixture) => ({ params: { batch: fixture.batch }, body: typedVivaSheet(fixture) }),
    expected: administratorAlone(200),
  },
  importVivas: {
    call: (fixture) => ({ params: { batch: fixture.batch }, body: typedVivaSheet(fixture) }),
    expected: administratorAlone(200),
  },
  readRemoteConsent: { call: ofStudent, expected: selfOrMentor(200) },
  setRemoteConsent: { call: () => ({ body: { agrees: true } }), expected: students(409) },
  listWithoutRemoteConsent: { call: () => ({}), expected: administrator(200) },
  readVivaTime: { call: ofStudent, expected: selfOrMentor(200) },
  readVivaRequest: { call: ofStudent, expected: selfOrMentor(200) },
  // The fixture's student has asked for nothing.
  pickVivaOffer: {
    call: (fixture) => ({ ...ofStudent(fixture), body: { offer: null } }),
    expected: self(409),
  },
  withdrawVivaRequest: { call: ofStudent, expected: self(409) },
  setVivaExtra: {
    call: (fixture) => ({ ...ofViva(fixture), body: { minutes: 10 } }),
    expected: administratorAlone(200),
  },
  readFreezes: { call: ({ batch }) => ({ params: { batch } }), expected: ownMentor(200) },
  // Nothing is frozen there.
  readFreeze: { call: ({ batch }) => ({ params: { batch, number: '1' } }), expected: ownMentor(404) },
  exportSheet: { call: ({ batch }) => ({ params: { batch, number: '1' } }), expected: ownMentor(404) },
  exportSignedSheet: {
    call: ({ batch }) => ({ params: { batch, number: '1' } }),
    expected: ownMentor(404),
  },
  readSheetHeadings: { call: () => ({}), expected: administrators(200) },
  setSheetHeadings: {
    call: () => ({ body: { ...defaultHeadings, format: 'own' } }),
    expected: administrators(200),
  },
  freezeResults: {
    call: ({ batch }) => ({ params: { batch }, body: { digest: 'of-another-list' } }),
    expected: administratorAlone(409),
  },
  openResult: {
    call: ({ emails }) => ({ params: { s_id: emails.student }, body: { reason: 'A mark was mistyped.' } }),
    expected: administratorAlone(409),
  },
  readBatchDates: { call: ({ batch }) => ({ params: { batch } }), expected: ownMentor(200) },
  setBatchDates: {
    call: ({ batch }) => ({
      params: { batch },
      body: { start: '2026-11-02', viva_deadline: null, due: { final: { days: 7 } } },
    }),
    expected: ownMentor(200),
  },
  readOutageReach: {
    call: ({ batch }) => ({ params: { batch }, query: { from: '2026-11-20T15:00', to: '2026-11-20T18:00' } }),
    expected: ownMentor(200),
  },
  // The same outage again touches nobody.
  grantOutage: {
    call: ({ batch }, role) => ({
      params: { batch },
      body: {
        from: '2026-11-20T15:00',
        to: role === 'mentor' ? '2026-11-20T18:00' : '2026-11-20T19:00',
        reason: 'No network.',
      },
    }),
    expected: ownMentor(201),
  },
  readStudentTime: { call: ofStudent, expected: ownMentor(200) },
  extendDueDate: {
    call: (fixture) => ({
      ...ofStudent(fixture),
      body: { task: 'viva', until: '2027-01-31', reason: 'Was ill.' },
    }),
    expected: ownMentor(201),
  },
  readMarkDistribution: { call: ({ batch }) => ({ params: { batch } }), expected: ownMentor(200) },
  listExtensionRequests: { call: ({ batch }) => ({ params: { batch } }), expected: ownMentor(200) },
  openReview: {
    call: (fixture) => ({ ...ofSubmission(fixture), body: { reason: 'The marker asks for it.' } }),
    expected: administrators(201),
  },
  // Nobody has asked; what is answered is in src/server/progress/time/extension-requests.api.test.ts.
  answerExtension: {
    call: (fixture) => ({
      params: { ...ofStudent(fixture).params, request: '1' },
      body: { answer: 'granted', until: '2027-01-31' },
    }),
    expected: ownMentor(404),
  },
  correctStart: {
    call: (fixture, role) => ({
      ...ofStudent(fixture),
      body: { start: role === 'mentor' ? '2026-10-20T09:00' : '2026-10-21T09:00', reason: 'Was ill.' },
    }),
    expected: ownMentor(201),
  },
  undoSelection: {
    call: (fixture) => ({
      ...ofStudent(fixture),
      body: { p_id: fixture.project, reason: 'Wrong project.' },
    }),
    expected: { ...ownMentor(201), mentor: 403 },
  },
  listPeople: { call: () => ({ query: { q: 'a' } }), expected: administrators(200) },
  addPerson: {
    call: () => ({ body: { email: 'by.hand@example.test', name: 'Asha Rao' } }),
    expected: administrators(201),
  },
  readPerson: { call: ofStudent, expected: administrators(200) },
  correctProfile: {
    call: (fixture) => ({ ...ofStudent(fixture), body: { name: 'Asha Menon', phone: '9876543211' } }),
    expected: administrators(200),
  },
  correctAddress: {
    call: ({ emails }) => ({
      params: { s_id: emails.classmate },
      body: { email: 'corrected@example.test', reason: 'Typed wrong.' },
    }),
    expected: administrators(200),
  },
  makeResetLink: { call: ofStudent, expected: administrators(201) },
  listStaff: { call: () => ({}), expected: administrators(200) },
  inviteStaffMember: {
    call: ({ batch }) => ({
      body: { email: 'anu@example.test', name: 'Anu Menon', role: 'mentor', batches: [batch] },
    }),
    expected: administrators(201),
  },
  changeStaffMember: {
    call: ({ emails, batch }) => ({
      params: { s_id: emails.foreignMentor },
      body: { role: 'mentor', batches: [batch] },
    }),
    expected: administrators(200),
  },
  listMentoredBatches: {
    call: ({ emails }) => ({ params: { s_id: emails.mentor } }),
    expected: administrators(200),
  },
  takeOffBatch: {
    call: ({ emails, batch }) => ({ params: { s_id: emails.foreignMentor, batch } }),
    expected: administrators(204),
  },
  readPeopleReach: {
    call: ({ studentId }) => ({ query: { act: 'sign-out', ids: studentId } }),
    expected: administrators(200),
  },
  actOnPeople: {
    call: ({ studentId }) => ({ body: { act: 'sign-out', ids: [studentId] } }),
    expected: administrators(200),
  },
  readSample: { call: () => ({}), expected: { ...ownMentor(200), mentor: 403 } },
  // There is none in the fixture.
  removeSample: { call: () => ({}), expected: { ...ownMentor(409), mentor: 403 } },
  loadSample: { call: () => ({}), expected: { ...ownMentor(409), mentor: 403 } },
  readPersonData: { call: ofStudent, expected: administrators(200) },
  exportPerson: { call: ofStudent, expected: administrators(200) },
  anonymisePerson: {
    call: (fixture) => ({
      ...ofStudent(fixture),
      body: { address: fixture.emails.student, reason: 'Asked for it.' },
    }),
    expected: administrators(200),
  },
  readRetention: { call: () => ({}), expected: administrators(200) },
  setRetention: { call: () => ({ body: { years: 3 } }), expected: administrators(200) },
  holdPerson: {
    call: ({ emails }) => ({ params: { s_id: emails.classmate }, body: { reason: 'A complaint is open.' } }),
    expected: administrators(200),
  },
  removePersonHold: {
    call: ({ emails }) => ({ params: { s_id: emails.classmate } }),
    expected: administrators(200),
  },
  readBatchHold: { call: ({ batch }) => ({ params: { batch } }), expected: administrators(200) },
  // Of another batch: nobody of a batch with a hold can be anonymised.
  holdBatch: {
    call: ({ unused: { batch } }) => ({ params: { batch }, body: { reason: 'An audit is open.' } }),
    expected: administrators(200),
  },
  removeBatchHold: { call: ({ batch }) => ({ params: { batch } }), expected: administrators(200) },
  markSubmission: {
    call: ({ submission }) => ({
      params: { id: submission },
      body: { marks: 50, comments: 'Fair', released: true },
    }),
    expected: ownMentor(200),
  },
  // Of the weeks: two mark a final project.
  readFinalMarks: { call: ({ submission }) => ({ params: { id: submission } }), expected: ownMentor(409) },
  giveFinalMarks: {
    call: ({ submission }) => ({
      params: { id: submission },
      body: { points: [{ line: 'marks', points: 50 }], words: '' },
    }),
    expected: ownMentor(409),
  },
  confirmFinalOutcome: {
    call: ({ submission }) => ({ params: { id: submission }, body: { marks: 50 } }),
    expected: ownMentor(409),
  },
  closeFinalMarks: {
    call: ({ submission }) => ({ params: { id: submission }, body: { reason: 'Ill.' } }),
    expected: administratorAlone(409),
  },
  readRecordedMark: { call: ofRecord, expected: ownMentor(200) },
  recordMark: {
    call: (fixture) => ({
      ...ofRecord(fixture),
      body: { status: 'absent', comments: 'Ill', released: true },
    }),
    expected: ownMentor(200),
  },
  // None, and a repetition finds none either.
  removeRecordedMark: {
    call: ({ emails }) => ({ params: { s_id: emails.student, task: 'week-4' } }),
    expected: ownMentor(204),
  },
  // Nothing is recorded.
  openRecordReview: {
    call: (fixture) => ({
      params: { ...ofStudent(fixture).params, task: 'viva' },
      body: { reason: 'Two saw it.' },
    }),
    expected: administrators(404),
  },
  answerRecordReview: {
    call: (fixture) => ({ ...ofRecord(fixture), body: { answer: 'I looked twice.' } }),
    expected: ownMentor(404),
  },
  commentOnRecordReview: {
    call: (fixture) => ({ ...ofRecord(fixture), body: { comment: 'I looked twice.' } }),
    expected: ownMentor(404),
  },
  listUnreleasedRecords: {
    call: ({ batch }) => ({ params: { batch } }),
    expected: ownMentor(200),
  },
  releaseRecords: {
    call: ({ batch, emails }) => ({
      params: { batch },
      body: { records: [{ s_id: emails.student, task: 'week-4', status: 'absent', marks: 0 }] },
    }),
    expected: ownMentor(200),
  },
  listUnsubmitted: {
    call: ({ batch }) => ({ params: { batch }, query: { task: 'week-1' } }),
    expected: ownMentor(200),
  },
  recordNotSubmitted: {
    call: ({ batch, emails }) => ({
      params: { batch },
      body: { task: 'week-3', students: [emails.student] },
    }),
    expected: ownMentor(200),
  },
  askSecondLook: {
    call: (fixture) => ({
      ...ofStudent(fixture),
      body: { task: 'week-1', version: 1, reason: 'The second page counts, too.' },
    }),
    expected: self(201),
  },
  askExtension: {
    call: (fixture) => ({
      ...ofStudent(fixture),
      body: { task: 'viva', until: '2027-01-31', reason: 'My laptop is in repair.' },
    }),
    expected: self(201),
  },
  readMark: {
    call: (fixture) => ({
      ...ofStudent(fixture),
      body: { task: 'week-1', version: 1, marked_at: isoInstant(fixture.app.clock.now()) },
    }),
    expected: self(204),
  },
  releaseMarks: {
    call: ({ batch, submission }) => ({
      params: { batch },
      body: { task: 'week-1', marks: [{ number: submission, marks: 80 }] },
    }),
    expected: ownMentor(200),
  },
  releaseTasks: {
    call: ({ batch, submission }) => ({
      params: { batch },
      body: { tasks: [{ task: 'week-1', marks: [{ number: submission, marks: 80 }] }] },
    }),
    expected: ownMentor(200),
  },
  listOpeners: { call: ofSubmission, expected: ownMentor(200) },
  openSubmission: { call: ofSubmission, expected: ownMentor(200) },
  closeSubmission: { call: ofSubmission, expected: ownMentor(204) },
  readMarkHistory: { call: ofSubmission, expected: ownMentor(200) },
  // Nobody has asked; what is answered is in src/server/marking/reviews/reviews.api.test.ts.
  answerReview: {
    call: (fixture) => ({ ...ofSubmission(fixture), body: { answer: 'It counts.' } }),
    expected: ownMentor(404),
  },
  commentOnReview: {
    call: (fixture) => ({ ...ofSubmission(fixture), body: { comment: 'I looked twice.' } }),
    expected: ownMentor(404),
  },
  listLineComments: { call: ofSubmission, expected: ownMentor(200) },
  addLineComment: {
    call: (fixture) => ({ ...ofSubmission(fixture), body: { line: 1, text: 'Name it.' } }),
    expected: ownMentor(201),
  },
  changeLineComment: {
    call: (fixture) => ({ ...onLine(fixture), body: { text: 'Whose work is it?' } }),
    expected: ownMentor(200),
  },
  deleteLineComment: { call: onLine, expected: ownMentor(204) },
  listOwnLineComments: {
    call: (fixture) => ({ ...ofStudent(fixture), query: { receipt: fixture.submission } }),
    expected: selfOrMentor(200),
  },
  setCommentFirst: {
    call: ({ batch }) => ({ params: { batch }, body: { comment_first: true } }),
    expected: ownMentor(200),
  },
  readMarkingShares: { call: ({ batch }) => ({ params: { batch } }), expected: ownMentor(200) },
  listSharedStudents: { call: ({ batch }) => ({ params: { batch } }), expected: ownMentor(200) },
  divideMarking: {
    call: ({ batch }) => ({ params: { batch }, body: { of: 'all', to: [] } }),
    expected: ownMentor(200),
  },
  // Its project is of the mentor's course.
  readRubric: { call: ofRubric, expected: ownMentor(200) },
  changeRubric: {
    // Of a task that has none, and gets none.
    call: ({ project }) => ({
      params: { p_id: project, task: 'week-2' },
      body: { lines: [], original: [] },
    }),
    expected: ownMentor(200),
  },
  remarkByRubric: { call: ofRubric, expected: ownMentor(200) },
  listPhrases: { call: () => ({}), expected: staffAlone(200) },
  addPhrase: { call: () => ({ body: typedPhrase }), expected: staffAlone(201) },
  // The phrase is the mentor's own: for everybody else there is none.
  changePhrase: {
    call: ({ phrase }) => ({ params: { phrase }, body: typedPhrase }),
    expected: { ...staffAlone(404), mentor: 200 },
  },
  deletePhrase: {
    call: ({ phrase }) => ({ params: { phrase } }),
    expected: { ...staffAlone(404), mentor: 204 },
  },
  listSharedPhrases: { call: ofSharedPlace, expected: ownMentor(200) },
  listPhrasesForStudent: { call: ofStudent, expected: ownMentor(200) },
  addSharedPhrase: {
    // A name stands once in a place.
    call: (fixture, role) => ({
      ...ofSharedPlace(fixture),
      body: { ...typedPhrase, name: role.toLowerCase() },
    }),
    expected: ownMentor(201),
  },
  // There is none yet.
  changeSharedPhrase: {
    call: (fixture) => ({ ...ofSharedPhrase(fixture), body: typedPhrase }),
    expected: ownMentor(404),
  },
  deleteSharedPhrase: { call: ofSharedPhrase, expected: ownMentor(404) },
  listCatalogue: { call: () => ({}), expected: administrator(200) },
  readCourseEntry: { call: ({ course }) => ({ params: { course } }), expected: administrator(200) },
  addCourse: { call: () => ({ body: { name: 'Embroidery' } }), expected: administrator(201) },
  changeCourse: {
    call: ({ unused: { course } }) => ({ params: { course }, body: { name: 'Renamed' } }),
    expected: administrator(200),
  },
  removeCourse: { call: ({ unused: { course } }) => ({ params: { course } }), expected: administrator(204) },
  readBatchEntry: { call: ({ batch }) => ({ params: { batch } }), expected: administrator(200) },
  addBatch: {
    call: ({ course }) => ({ body: { name: 'NEW-1', course, start: '2026-12-01' } }),
    expected: administrator(201),
  },
  changeBatch: {
    call: ({ course, batch }) => ({ params: { batch }, body: { name: batch, course, open: false } }),
    expected: administrator(200),
  },
  removeBatch: { call: ({ unused: { batch } }) => ({ params: { batch } }), expected: administrator(204) },
  readProjectEntry: { call: ({ project }) => ({ params: { p_id: project } }), expected: administrator(200) },
  addProject: {
    call: ({ course }) => ({ body: { ...typedProject, id: 'N1', course } }),
    expected: administrator(201),
  },
  changeProject: {
    call: ({ course, project }) => ({ params: { p_id: project }, body: { ...typedProject, course } }),
    expected: administrator(200),
  },
  removeProject: {
    call: ({ unused: { project } }) => ({ params: { p_id: project } }),
    expected: administrator(204),
  },
  readAppearance: { call: () => ({}), expected: administrator(200) },
  changeAppearance: { call: () => ({ body: { name: 'Northern Academy' } }), expected: administrator(200) },
  readMailWords: { call: () => ({}), expected: administrator(200) },
  changeMailWords: { call: () => ({ params: ofReset, body: resetWords }), expected: administrator(200) },
  removeMailWords: { call: () => ({ params: ofReset, body: {} }), expected: administrator(200) },
  previewMailWords: { call: () => ({ params: ofReset, body: resetWords }), expected: administrator(200) },
  // Without a mail server.
  sendMailWordsTest: { call: () => ({ params: ofReset, body: resetWords }), expected: administrator(409) },
  putLogo: {
    call: () => ({ form: [['file', { name: 'logo.svg', bytes: '<svg><path d="M0 0h9v9z"/></svg>' }]] }),
    expected: administrator(200),
  },
  removeLogo: { call: () => ({ params: { scheme: 'light' } }), expected: administrator(200) },
  listCatalogueFiles: { call: () => ({}), expected: administrator(200) },
  putCatalogueFile: {
    call: () => ({ form: [['file', { name: 'plan.svg', bytes: '<svg/>' }]] }),
    expected: administrator(200),
  },
  importCatalogue: {
    call: () => ({ form: [['file', { name: 'catalogue.zip', bytes: zippedCourse }]] }),
    expected: administrator(200),
  },
  removeCatalogueFile: {
    call: ({ unused: { file } }) => ({ params: { folder: 'images', name: file } }),
    expected: administrator(204),
  },
  exportCatalogue: { call: () => ({}), expected: administrator(200) },
  listImports: { call: () => ({}), expected: administrator(200) },
  uploadImport: {
    call: () => ({ form: [['file', { name: 'people.csv', bytes: 'email\nnew@example.test\n' }]] }),
    expected: administrator(201),
  },
  // Of a spreadsheet that is not there; src/server/people/imports/imports.api.test.ts has those that are.
  readImport: { call: () => ({ params: { id: '999' } }), expected: administrator(404) },
  listImportRows: { call: () => ({ params: { id: '999' } }), expected: administrator(404) },
  checkImport: {
    call: () => ({ params: { id: '999' }, body: { columns: ['email'] } }),
    expected: administrator(404),
  },
  correctImport: {
    call: () => ({ params: { id: '999' }, body: { leave_out: [2] } }),
    expected: administrator(404),
  },
  runImport: {
    call: () => ({ params: { id: '999' }, body: { changes: null } }),
    expected: administrator(404),
  },
  undoImport: {
    call: () => ({ params: { id: '999' }, body: { people: 1 } }),
    expected: administrator(404),
  },
  listInvitations: { call: () => ({}), expected: administrator(200) },
  // The portal cannot send mail.
  sendInvitations: { call: () => ({ body: { batch: null } }), expected: administrator(409) },
  printInvitations: {
    call: ({ invited }) => ({ body: { batch: null, emails: [invited] } }),
    expected: administrator(200),
  },
  printSheetAgain: { call: () => ({ params: { sheet: '999' } }), expected: administrator(404) },
  settleSheet: { call: () => ({ params: { sheet: '999' } }), expected: administrator(404) },
  removeImported: {
    call: ({ invited }) => ({ body: { emails: [invited] } }),
    expected: administrator(200),
  },
  readExpected: { call: ({ invited }) => ({ params: { s_id: invited } }), expected: administrator(200) },
  revokeInvitations: {
    call: ({ invited }) => ({ body: { emails: [invited] } }),
    expected: administrator(200),
  },
  readInvitation: { call: () => ({ query: { token: 'unknown' } }), expected: everybody(200) },
  acceptInvitation: {
    call: () => ({ body: { token: 'unknown', password: 'secret1', terms: true } }),
    expected: everybody(400),
  },
  openTypedInvitation: {
    call: () => ({ body: { code: '22222-22222', contact: 'nobody@example.test' } }),
    expected: everybody(400),
  },
  joinByInvitation: { call: () => ({ body: { token: 'unknown' } }), expected: holder(400) },
  listAudit: { call: () => ({}), expected: administrator(200) },
  exportGrades: { call: ({ batch }) => ({ query: { batch } }), expected: administrator(200) },
  exportRoster: { call: ({ batch }) => ({ query: { batch } }), expected: administrator(200) },
  exportSubmissions: { call: () => ({}), expected: administrator(200) },
  exportFiles: { call: ({ batch }) => ({ query: { batch, task: 'week-1' } }), expected: ownMentor(200) },
  exportAudit: { call: () => ({}), expected: administrator(200) },
  readHealth: { call: () => ({}), expected: everybody(200) },
  readReadiness: { call: () => ({}), expected: everybody(200) },
};

/** Sends a call of the table as a role. */
export function send(fixture: Fixture, name: EndpointName, role: Role): Promise<Answer> {
  const { method, path } = endpoints[name];
  const { params = {}, query, body, form, headers } = table[name].call(fixture, role);
  const payload = form === undefined ? undefined : encodeForm(form);
  return fixture.clients[role].send({
    method,
    url: fillPath(path, params) + (query === undefined ? '' : `?${new URLSearchParams(query)}`),
    ...(headers !== undefined && { headers }),
    ...(payload !== undefined && { payload: payload.body, headers: payload.headers }),
    ...(body !== undefined && { payload: body as object }),
  });
}
