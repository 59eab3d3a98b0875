import { newPlan } from '#contract/vivas/plan';
import { defaultRule } from '#contract/results/rule';
import { defaultHeadings } from '#contract/results/sheet-headings';
import { ownWording } from '#contract/certificates/wording';
import { issueToken } from '#server/accounts/one-time-tokens';
import {
  buildBatch,
  buildImportedPerson,
  buildQuestion,
  buildSelection,
  buildStudent,
  buildViva,
} from '#support/factories';
import { buildCertificate } from '#support/build-certificate';
import { freezeStudents } from '#support/freeze-student';
import type { FuzzFixture } from '../../api/fuzz/fixtures.ts';
import { plainRequest, prepareRequest } from './requests.ts';
import {
  accountAs,
  ofFinalOutcome,
  ofOneMarker,
  ofOpenPanel,
  ofOpinion,
  ofReset,
  ofWaiting,
  rows,
  type Row,
} from './rows.ts';

const newStudent = async ({ app }: FuzzFixture, more: object = {}) => buildStudent(app.context, more);

/** A student of the mentor's batch who has chosen nothing yet. */
const ofNewStudent = async (fixture: FuzzFixture) => ({
  params: { s_id: (await newStudent(fixture)).email },
});

const newFrozen = async (fixture: FuzzFixture) => {
  const { context } = fixture.app;
  const { id: batchId } = await buildBatch(context);
  const { id, email } = await newStudent(fixture, { batch_id: batchId });
  const freezeId = await freezeStudents(context, { batchId, accountIds: [id] });
  return { id, email, batchId, freezeId };
};

const ofFrozenStudent = async (fixture: FuzzFixture) => ({
  params: { s_id: (await newFrozen(fixture)).email },
});

const ofComingViva = async (fixture: FuzzFixture) => {
  const { context } = fixture.app;
  const batch = await buildBatch(context);
  const { id, email } = await newStudent(fixture, { batch_id: batch.id });
  await buildSelection(context, { account_id: id });
  const slot = await buildViva(context, { account_id: id, batch_id: batch.id, panel: [] });
  const starts_at = new Date(slot.starts_at).toISOString();
  return {
    params: { batch: batch.name, s_id: email },
    body: { state: 'excused', starts_at, reason: 'Ill.' },
  };
};

const ofCertificate = async (fixture: FuzzFixture, n: number) => {
  const { id, batchId, freezeId } = await newFrozen(fixture);
  const of = { account_id: id, batch_id: batchId, freeze_id: freezeId, issued_by: id };
  const number = await buildCertificate(fixture.app.context, { ...of, number: `MARKS-${n}` });
  return { params: { number } };
};

const resetToken = async (fixture: FuzzFixture) => {
  const { database, clock } = fixture.app.context;
  const { id } = await newStudent(fixture);
  return database.transaction((writer) => issueToken(writer, 'reset', id, clock.now()));
};

const invitationToken = async ({ app, clients }: FuzzFixture) => {
  const { email } = await buildImportedPerson(app.context);
  const people = { batch: null, emails: [email] };
  const { body } = await clients.administrator.post('/api/staff/invitations/print', people);
  return new URL(body.invitations[0].link).searchParams.get('token');
};

const passkey = { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'a' } };
const step = { title: 'Choose', text: 'Choose a project.' };
const steps = Array.from({ length: 5 }, () => step);
const oneFile = { files: { name: 'work.txt', bytes: 'my work' } };
const aiText = { ...oneFile, ai_use: 'some', ai_text: 'For a test.', declared: 'yes' };
const line = { text: 'Tests', points: 1 };

/**
 * By call: for each with short words. `refused`: it has no such thing here to write to; the words are read before that
 * is known, or by nothing else.
 */
export const shortRows: Readonly<Record<string, Row>> = {
  signUp: {
    as: 'nobody',
    given: (_, n) => ({
      body: {
        name: 'New',
        email: `signed${n}@example.test`,
        phone: '9876543210',
        password: 'secret1',
        batch: 'OURS',
      },
    }),
  },
  resetPassword: {
    as: 'nobody',
    given: async (fixture) => ({ body: { token: await resetToken(fixture), password: 'secret1' } }),
  },
  setUpAdministrator: {
    as: 'nobody',
    refused: [400, 409],
    given: () => ({ body: { password: 'a long password' } }),
  },
  withdrawConsent: { as: 'student', refused: [409] },
  changeGuardian: { as: 'student', refused: [409] },
  confirmGuardian: { as: 'administrator', refused: [409], given: ofNewStudent },
  setWording: {
    as: 'administrator',
    given: () => ({ params: { kind: 'certificate' }, body: ownWording.certificate }),
  },
  holdPerson: { as: 'administrator', given: ofNewStudent },
  holdBatch: { as: 'administrator' },
  setSheetHeadings: { as: 'administrator', refused: [400], given: () => ({ body: defaultHeadings }) },
  revokeCertificate: {
    as: 'administrator',
    given: async (fixture, n) => ({ ...(await ofCertificate(fixture, n)), body: { reason: 'holder' } }),
  },
  confirmCertificateName: { as: 'student', refused: [400, 409] },
  correctCertificateName: { as: 'administrator', refused: [400], given: ofNewStudent },
  askConsent: { as: 'administrator' },
  freezeResults: {
    as: 'administrator',
    refused: [409],
    given: () => ({ body: { digest: 'of another list', incomplete: 'freeze', reason: 'A mark was added.' } }),
  },
  openResult: {
    as: 'administrator',
    given: ofFrozenStudent,
  },
  setResultRule: {
    as: 'administrator',
    given: (_, n) => ({
      body: { ...defaultRule, grades: [{ from: n % 100, word: 'Pass' }], reason: 'Asked for.' },
    }),
  },
  messageStudents: { as: 'mentor', given: ({ own }) => ({ body: { students: [own.student] } }) },
  changeVivaBank: { as: 'administrator' },
  recordAttendance: { as: 'administrator', given: ofComingViva },
  giveVivaMarks: { as: 'administrator', given: ofOpenPanel },
  confirmVivaOutcome: { as: 'administrator', given: ofOpinion },
  closeVivaPanel: { as: 'administrator', given: ofWaiting },
  confirmFinalOutcome: { as: 'administrator', given: ofFinalOutcome },
  closeFinalMarks: { as: 'administrator', given: ofOneMarker },
  setVivaPlan: {
    as: 'administrator',
    given: (_, n) => ({ body: { ...newPlan, rooms: [{ name: `Room ${n}`, link: null }] } }),
  },
  planVivas: { as: 'administrator', given: (_, n) => ({ body: { order: 'draw', seed: String(n) } }) },
  changeProfile: { as: 'student', given: () => ({ body: { name: 'Asha', phone: '9876543210' } }) },
  changePassword: { as: 'student', refused: [409] },
  changeEmail: { as: 'student', refused: [409] },
  askDeletion: { as: 'newcomer' },
  prove: { as: 'student', refused: [400] },
  addApp: { as: 'student', refused: [400] },
  addPasskey: { as: 'student', refused: [400], given: () => ({ body: { passkey } }) },
  renameFactor: { as: 'student', refused: [404] },
  createAccessToken: {
    as: 'mentor',
    refused: [409],
    given: () => ({ body: { name: 'x', scopes: ['batch:read'], ends_on: '2026-12-31' } }),
  },
  suggestBatches: { as: 'nobody' },
  changeMailWords: { as: 'administrator', refused: [400], given: ofReset },
  previewMailWords: { as: 'administrator', refused: [400], given: ofReset },
  sendMailWordsTest: { as: 'administrator', refused: [400, 409], given: ofReset },
  changeAppearance: { as: 'administrator', given: () => ({ body: { steps } }) },
  findQuestions: { as: 'student' },
  findSimilarQuestions: { as: 'student' },
  findMentionable: { as: 'student' },
  moderatePost: { as: 'mentor', isAnEnd: true },
  reportPost: {
    as: 'student',
    given: async (fixture) => {
      const { id: author_id, batch_id } = await accountAs(fixture, 'newcomer');
      const question = { author_id, batch_id: batch_id as number };
      return { params: { id: String((await buildQuestion(fixture.app.context, question)).id) } };
    },
  },
  markSubmission: {
    as: 'mentor',
    given: async (fixture, n) => ({
      ...(await rows['markSubmission']?.given?.(fixture, n)),
      body: { rubric: { lines: [] } },
    }),
  },
  answerReview: {
    as: 'administrator',
    given: async (fixture, n) => ({
      ...(await rows['answerReview']?.given?.(fixture, n)),
      body: { mark: { marks: 90, rubric: { lines: [] } } },
    }),
  },
  recordMark: {
    as: 'mentor',
    given: async (fixture, n) => {
      const given = await rows['recordMark']?.given?.(fixture, n);
      return { ...given, body: { ...given?.body, rubric: { lines: [] } } };
    },
  },
  answerRecordReview: {
    as: 'administrator',
    given: async (fixture, n) => ({
      ...(await rows['answerRecordReview']?.given?.(fixture, n)),
      body: { record: { status: 'marked', marks: 90, newest: null, rubric: { lines: [] } } },
    }),
  },
  readNotices: { as: 'student' },
  listPeople: { as: 'administrator' },
  readVivaPlan: { as: 'administrator' },
  correctProfile: {
    as: 'administrator',
    given: async (fixture) => ({
      ...(await ofNewStudent(fixture)),
      body: { name: 'Asha', phone: '9876543210' },
    }),
  },
  correctAddress: {
    as: 'administrator',
    given: async (fixture, n) => ({
      ...(await ofNewStudent(fixture)),
      body: { email: `corrected${n}@example.test` },
    }),
  },
  actOnPeople: {
    as: 'administrator',
    given: async (fixture) => ({
      body: { act: 'suspend', ids: [String((await newStudent(fixture)).id)] },
    }),
  },
  correctImport: {
    as: 'administrator',
    given: async (fixture) => {
      await prepareRequest(fixture, 'administrator', 'checkImport', plainRequest(fixture, 'checkImport'))();
      const cells = [{ line: 2, field: 'email', value: 'asha@example.test' }];
      return { body: { cells, batch: { typed: 'ours', name: 'OURS' } } };
    },
  },
  addPerson: {
    as: 'administrator',
    given: (_, n) => ({ body: { email: `added${n}@example.test` } }),
  },
  acceptInvitation: {
    as: 'nobody',
    given: async (fixture) => ({
      body: { token: await invitationToken(fixture), name: 'Asha', password: 'secret1', phone: '9876543210' },
    }),
  },
  inviteExaminer: {
    as: 'administrator',
    given: (_, n) => ({ body: { email: `examiner${n}@example.test` } }),
  },
  inviteStaffMember: {
    as: 'administrator',
    given: (_, n) => ({ body: { email: `staff${n}@example.test`, role: 'mentor', batches: ['OURS'] } }),
  },
  listAudit: { as: 'administrator' },
  anonymisePerson: {
    as: 'administrator',
    isAnEnd: true,
    given: async (fixture) => {
      const { email } = await newStudent(fixture);
      return { params: { s_id: email }, body: { address: email } };
    },
  },
  exportAudit: { as: 'administrator' },
  listBatchProgress: { as: 'mentor' },
  exportBatchProgress: { as: 'mentor' },
  grantOutage: {
    as: 'mentor',
    refused: [409],
    given: () => ({ body: { from: '2026-11-20T10:00', to: '2026-11-20T12:00' } }),
  },
  extendDueDate: { as: 'mentor', refused: [409], given: ({ own }) => ({ params: { s_id: own.student } }) },
  askExtension: { as: 'student', refused: [409] },
  answerExtension: {
    as: 'mentor',
    refused: [409],
    given: ({ own }) => ({ params: { s_id: own.student }, body: { answer: 'declined' } }),
  },
  correctStart: {
    as: 'administrator',
    given: ({ own }) => ({ params: { s_id: own.student }, body: { start: '2026-10-23T09:00' } }),
  },
  undoSelection: {
    as: 'administrator',
    isAnEnd: true,
    given: ({ own }) => ({ params: { s_id: own.student } }),
  },
  changeRubric: { as: 'mentor', refused: [409], given: () => ({ body: { lines: [line] } }) },
  uploadWeek: { as: 'student', refused: [400], given: () => ({ body: { selectedWeek: '1', ...aiText } }) },
  uploadProject: { as: 'student', refused: [400], given: () => ({ body: aiText }) },
  uploadViva: { as: 'student', refused: [400], given: () => ({ body: { comments: 'Done.', ...aiText } }) },
};
