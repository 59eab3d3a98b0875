import { issueToken } from '#server/accounts/one-time-tokens';
import { fillPortal, table } from '#support/access-table';
import { buildFinal } from '#support/build-final';
import {
  buildAdministrator,
  buildImportedPerson,
  buildNote,
  buildProject,
  buildQuestion,
  buildStudent,
  buildPrivateQuestion,
} from '#support/factories';
import { buildVivaHour } from '#support/build-viva-hour';
import { makePortalFixture } from '#support/portal-fixture';
import type { Client, TestApp } from '#support/test-app';
import { me, type FuzzRows, type FuzzValues, type Role } from './values.ts';

export type FuzzFixture = FuzzValues & {
  app: TestApp;
  clients: Record<Role, Client>;
  /** Gives a role a new session, after its call may have ended the one before. */
  renew(role: Role): Promise<void>;
};

type Portal = Awaited<ReturnType<typeof makeFuzzPortal>>;
const makeFuzzPortal = () =>
  makePortalFixture(
    { newcomer: { exit_score: 49.5 }, waiting: { batch_id: null } },
    { settings: { maxUploadBytes: 64 * 1024, requestsPerSecond: 0 } },
  );

const fuzzed = ['nobody', 'student', 'outsider', 'mentor', 'foreignMentor', 'administrator'] as const;

/** What the table of access sends as those whom it answers, and a final project that two mark. */
async function rowsOf({ people, clients, ...portal }: Portal): Promise<FuzzRows> {
  const { context } = portal.app;
  const fixture = await fillPortal({
    ...portal,
    people: { ...people, classmate: people.newcomer },
    clients: { ...clients, classmate: clients.newcomer },
  });
  const rows: FuzzRows = {};
  for (const [name, { call, expected }] of Object.entries(table))
    rows[name] = fuzzed
      .filter((role) => expected[role] < 300)
      .map((role) => ({ role, params: {}, ...call(fixture, role) }));
  const { id } = people.administrator;
  const given = await buildFinal(context, { gave: [id] });
  const shown = await buildFinal(context, { gave: [id, (await buildAdministrator(context)).id] });
  const examined = await buildVivaHour(context, { panel: [id], gave: [id] });
  const asOffice = (params: Record<string, string>, body?: object) => [
    { role: 'administrator' as const, params, body },
  ];
  return {
    ...rows,
    readFinalMarks: asOffice({ id: given }),
    giveFinalMarks: asOffice({ id: given }, { points: [{ line: 'marks', points: 7 }], words: '' }),
    confirmFinalOutcome: asOffice({ id: shown }, { marks: 0 }),
    closeFinalMarks: asOffice({ id: given }, { reason: 'Ill.' }),
    confirmVivaOutcome: asOffice({ s_id: examined }, { marks: 0 }),
  };
}

/**
 * One of everything, for everybody to send requests about.
 * @param withRows also what the table of access sends
 */
export async function makeFuzzFixture({ withRows = false } = {}): Promise<FuzzFixture> {
  const portal = await makeFuzzPortal();
  const { app, batch, foreign, people, receipt } = portal;
  const { context, clock } = app;
  const other = await buildProject(context);
  const questions = [];
  for (let i = 0; i < 6; i++) {
    const author_id = i % 2 === 0 ? people.student.id : people.newcomer.id;
    questions.push(await buildQuestion(context, { batch_id: batch.id, author_id }));
  }
  const invited = await buildImportedPerson(context);
  const sheet = { name: 'people.csv', bytes: 'email\nnew4@example.test\n' };
  const peopleImport = await portal.clients.administrator.form('/api/staff/intakes', [['file', sheet]]);
  const note = await buildNote(context, { account_id: people.student.id, author_id: people.mentor.id });
  const forgetful = await buildStudent(context, { email: 'forgetful@example.test' });
  const asked = await portal.clients.student.post(`/api/students/extensionRequest/${people.student.email}`, {
    task: 'viva',
    until: '2027-01-31',
    reason: 'My laptop is in repair.',
  });
  const privately = await buildPrivateQuestion(context, {
    batchId: batch.id,
    authorId: people.student.id,
  });
  const tokens = await context.database.transaction(async (writer) => [
    await issueToken(writer, 'reset', forgetful.id, clock.now()),
    await issueToken(writer, 'setup', null, clock.now()),
  ]);

  const panel = [people.administrator.id, people.mentor.id];
  const examined = await buildVivaHour(context, { panel, gave: panel });

  const emails = [...Object.values(people).map(({ email }) => email), 'unknown@example.test'];
  const discussions = [...emails, batch.name, foreign.name];
  const own = Object.fromEntries(Object.entries(people).map(([role, { email }]) => [role, email]));
  Object.assign(own, { nobody: 'nobody@example.test', mentor: batch.name, administrator: batch.name });
  const rows = withRows ? await rowsOf(portal) : {};
  const mine = Array.from({ length: discussions.length }, () => me);
  return {
    app,
    clients: portal.clients,
    renew: portal.renew,
    own: own as FuzzFixture['own'],
    rows,
    known: {
      s_id: [...mine, ...discussions],
      sp_id: [...mine, ...emails],
      email: [...emails, 'new1@example.test', 'new2@example.test', ' New3@Example.test '],
      batch: [batch.name, 'ours', foreign.name],
      course: [portal.course.name],
      p_id: [portal.project.id, other.id],
      id: questions.map(({ id }) => String(id)),
      before: [receipt.number, ...questions.map(({ id }) => String(id))],
      'readFile.id': [receipt.file.id],
      'readAttachment.id': ['0123456789ABCDEFGHJKMNPQRS'],
      'readFilePreview.id': [receipt.file.id],
      'readFileText.id': [receipt.file.id],
      'readFileText.path': [undefined],
      'listFileEntries.id': [receipt.file.id],
      'listLineComments.id': [receipt.number],
      'addLineComment.id': [receipt.number],
      'addLineComment.path': [null],
      'addLineComment.line': [1, 2],
      'changeLineComment.id': [receipt.number],
      'deleteLineComment.id': [receipt.number],
      receipt: [receipt.number],
      'markSubmission.id': [receipt.number],
      'openSubmission.id': [receipt.number],
      'closeSubmission.id': [receipt.number],
      'listOpeners.id': [receipt.number],
      'readMarkHistory.id': [receipt.number],
      'openReview.id': [receipt.number],
      'answerReview.id': [receipt.number],
      'commentOnReview.id': [receipt.number],
      request: [asked.body.extension_request.id, '1'],
      'sendPrivate.question': [privately.id, undefined],
      'changePrivate.id': [privately.id],
      post: [privately.post, undefined],
      'answerExtension.answer': ['granted', 'declined'],
      'readVivaHour.s_id': [examined],
      'giveVivaMarks.s_id': [examined],
      'confirmVivaOutcome.s_id': [examined],
      'closeVivaPanel.s_id': [examined],
      'listVivaRecords.s_id': [examined],
      'askExtension.task': ['viva', 'week-1'],
      until: ['2027-02-15', '2027-03-01'],
      'findQuestions.filter': ['mine', 'pinned', 'unread'],
      'findQuestions.sort': ['newest', 'oldest'],
      'findQuestions.after': questions.map(({ id }) => String(id)),
      'moderatePost.reason': ['It names somebody.'],
      'moderatePost.comment': [undefined],
      'reportPost.comment': [undefined],
      'dismissReports.comment': [undefined],
      version: [1, 2],
      task: ['week-1', 'week-2'],
      'changeRubric.lines': [[]],
      'changeRubric.original': [[]],
      'addPhrase.name': ['tests', 'demo'],
      'addPhrase.text': ['Please write a test.'],
      'readImport.id': [peopleImport.body.id],
      'listImportRows.id': [peopleImport.body.id],
      'checkImport.id': [peopleImport.body.id],
      'checkImport.columns': [['email']],
      'correctImport.id': [peopleImport.body.id],
      'listImportRows.after': ['0', '2'],
      'listInvitations.after': ['', 'a@example.test'],
      'printInvitations.emails': [[invited.email]],
      'revokeInvitations.emails': [[invited.email]],
      upload: [portal.upload],
      note: [String(note.id), '1'],
      sort: ['behind', 'name', 'seen'],
      filter: ['unsubmitted', 'silent', 'late', 'waiting'],
      project: [portal.project.id],
      after: [Buffer.from('[0,0]').toString('base64url'), Buffer.from('["a",1]').toString('base64url')],
      number: [receipt.number, 'CAP-0000-0000-0000-0000'],
      sha256: ['a'.repeat(64)],
      token: tokens,
      phone: ['9876543210'],
      password: ['secret1'],
      q: ['ou', '%', '_'],
      limit: ['1', '100', '50'],
      selectedWeek: ['1', '2', '3', '4'],
      marks: [0, 100, 55.5],
    },
  };
}
