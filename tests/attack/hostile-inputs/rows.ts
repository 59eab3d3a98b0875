import { sql } from 'kysely';
import {
  buildAdministrator,
  buildBatch,
  buildCourse,
  buildProject,
  buildComment,
  buildMark,
  buildPrivateQuestion,
  buildQuestion,
  buildRecord,
  buildSubmission,
} from '#support/factories';
import { buildFinal } from '#support/build-final';
import { buildVivaHour, paperOfNothing } from '#support/build-viva-hour';
import type { FuzzFixture } from '../../api/fuzz/fixtures.ts';
import type { Role } from '../../api/fuzz/values.ts';
import type { Given } from './requests.ts';

export type Row = {
  as: Role;
  /** Its refusals after it has read the text. */
  refused?: readonly number[];
  /** It ends something that others need. */
  isAnEnd?: boolean;
  /** Before the text of a field. */
  begin?: string;
  /** What makes the call do its work; made new for each request, the `n`th. */
  given?: (fixture: FuzzFixture, n: number) => Partial<Given> | Promise<Partial<Given>>;
};

export async function accountAs(
  { app, own }: FuzzFixture,
  role: 'student' | 'newcomer' | 'mentor' | 'administrator',
) {
  const isStudent = role === 'student' || role === 'newcomer';
  return app.context.database.reader
    .selectFrom('accounts')
    .where(isStudent ? 'email' : 'role', '=', isStudent ? own[role] : role)
    .orderBy('id')
    .select(['id', 'batch_id'])
    .executeTakeFirstOrThrow();
}

/** A viva in whose panel the administrator sits with somebody who has given no marks. */
export async function ofOpenPanel(fixture: FuzzFixture) {
  const own = await accountAs(fixture, 'administrator');
  const other = await accountAs(fixture, 'mentor');
  const s_id = await buildVivaHour(fixture.app.context, { panel: [own.id, other.id], gave: [own.id] });
  const questions = [{ step: null, text: 'Why?', answered: 'right' }];
  return {
    params: { s_id },
    body: { ...paperOfNothing, questions, incidents: [{ at: null, text: 'Late.' }] },
  };
}

/** As the fixture's, in which all have given marks. */
export const ofOpinion = () => ({ body: { marks: 0 } });

export async function ofWaiting(fixture: FuzzFixture) {
  const { params } = await ofOpenPanel(fixture);
  const other = await accountAs(fixture, 'mentor');
  const { email } = await fixture.app.context.database.reader
    .selectFrom('accounts')
    .where('id', '=', other.id)
    .select('email')
    .executeTakeFirstOrThrow();
  return { params, body: { reason: 'Ill.', waiting: [email] } };
}

/** A final project that two mark, and for which the administrator has given marks, alone or with somebody. */
const ofFinal =
  (gave: 'nobody' | 'one' | 'both', body: Record<string, unknown>) => async (fixture: FuzzFixture) => {
    const { context } = fixture.app;
    const own = (await accountAs(fixture, 'administrator')).id;
    const all = gave === 'both' ? [own, (await buildAdministrator(context)).id] : [own];
    return { params: { id: await buildFinal(context, { gave: gave === 'nobody' ? [] : all }) }, body };
  };
const ofOwnMarks = ofFinal('nobody', { points: [{ line: 'marks', points: 0 }], words: 'Clear.' });
export const ofFinalOutcome = ofFinal('both', { marks: 0 });
export const ofOneMarker = ofFinal('one', { reason: 'Ill.' });

export const ofReset = () => ({ params: { mail: 'reset' }, body: { subject: 'Hi', body: 'Hi' } });

/** The student's, by name. */
async function batchOf(fixture: FuzzFixture): Promise<string> {
  const { batch_id } = await accountAs(fixture, 'student');
  const { name } = await fixture.app.context.database.reader
    .selectFrom('batches')
    .where('id', '=', batch_id)
    .select('name')
    .executeTakeFirstOrThrow();
  return name;
}

async function newQuestion(fixture: FuzzFixture) {
  const { id, batch_id } = await accountAs(fixture, 'student');
  return buildQuestion(fixture.app.context, { author_id: id, batch_id: batch_id as number });
}

/** A released mark of a new version of the viva. */
async function newMark(fixture: FuzzFixture, n: number) {
  const { context } = fixture.app;
  const { id: account_id } = await accountAs(fixture, 'student');
  const { id, number } = await buildSubmission(context, { account_id, task: 'viva', version: n + 1 });
  const { id: marked_by } = await accountAs(fixture, 'mentor');
  await buildMark(context, { submission_id: id, marked_by });
  return { number, version: n + 1 };
}

/** The same with a request to review it. */
async function newReview(fixture: FuzzFixture, n: number) {
  const { number, version } = await newMark(fixture, n);
  const asked = await fixture.clients.student.post(`/api/students/secondLook/${fixture.own.student}`, {
    task: 'viva',
    version,
    reason: 'I think that a test is missing.',
  });
  if (asked.status !== 201) throw new Error(JSON.stringify(asked.body));
  return { params: { id: number } };
}

/** A task of the student that has no record. */
async function newTask(fixture: FuzzFixture) {
  const { id } = await accountAs(fixture, 'student');
  await fixture.app.context.database.transaction((writer) =>
    writer.deleteFrom('recorded_marks').where('account_id', '=', id).where('task', '=', 'week-4').execute(),
  );
  return {
    params: { s_id: fixture.own.student, task: 'week-4' },
    body: { status: 'marked', marks: 50, released: false, newest: null },
  };
}

/** A released mark without a file: of one task after the other. */
async function newRecord(fixture: FuzzFixture, n: number, second_look_at: number | null = null) {
  const { database } = fixture.app.context;
  const { id: account_id } = await accountAs(fixture, 'student');
  const tasks = ['week-2', 'week-3'] as const;
  const task = tasks[n % tasks.length] as (typeof tasks)[number];
  // Those before are of earlier choices: there is one review of each record.
  await database.transaction((writer) =>
    writer
      .updateTable('recorded_marks')
      .set({ choice: sql<number>`-id` })
      .where('task', '=', task)
      .execute(),
  );
  const { id } = await buildRecord(fixture.app.context, { account_id, task, second_look_at });
  return { id, account_id, task };
}

/** The same with a request to review it. */
async function newRecordReview(fixture: FuzzFixture, n: number) {
  const { id: marked_by } = await accountAs(fixture, 'mentor');
  const { id: record_id, account_id, task } = await newRecord(fixture, n, 1);
  await fixture.app.context.database.transaction((writer) =>
    writer
      .insertInto('recorded_mark_reviews')
      .values({ record_id, account_id, task, reason: 'I was there.', asked_at: 1, marks: 0, marked_by })
      .execute(),
  );
  return { params: { s_id: fixture.own.student, task } };
}

async function post(fixture: FuzzFixture, role: Role, url: string, body: object): Promise<any> {
  const answer = await fixture.clients[role].post(url, body);
  if (answer.status !== 201) throw new Error(`${url}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** A version with a text, of one line. */
async function newWork(fixture: FuzzFixture) {
  const answer = await fixture.clients.student.form(`/api/students/uploadWeek/${fixture.own.student}`, [
    ['selectedWeek', '1'],
    ['files', file],
  ]);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return { params: { id: String(answer.body.receipt.number) }, body: { line: 1 } };
}

const sheet = 'email,marks\nunknown@example.test,7\n';
const vivaSheet = 'email,time\nunknown@example.test,10:00\n';
const file = { name: 'work.txt', bytes: 'my work' };
const week = { body: { selectedWeek: '1', files: file } };
const planned = { text: 'Soon.', until: '2026-12-20', publish_at: '2026-12-15T10:00' };
const published = { text: 'Now.', until: '2027-02-01' };
const announcements = (fixture: FuzzFixture) => `/api/staff/batches/${fixture.own.mentor}/announcements`;
const aiUse = {
  'week-1': 'none',
  'week-2': 'none',
  'week-3': 'none',
  'week-4': 'none',
  final: 'none',
  viva: 'none',
};
const declaration = { statement: 'It is my own work.', ai_use: aiUse };
const project = {
  details: 'All of it.',
  overview: ['One.'],
  prerequisiteKnowledge: ['None.'],
  jobOpportunities: ['Many.'],
  backgroundImage: 'https://example.test/one.png',
  project_url: '/documents/plan.html',
  ref1: 'https://example.test',
  ref2: 'https://example.test',
  ref3: 'https://example.test',
  ref4: 'https://example.test',
  seats: null,
};

/** By call: for each whose texts may be longer than a thousand characters. */
export const rows: Readonly<Record<string, Row>> = {
  logIn: { as: 'nobody', refused: [401], given: (_, n) => ({ body: { email: `unknown${n}@example.test` } }) },
  giveVivaMarks: { as: 'administrator', given: ofOpenPanel },
  confirmVivaOutcome: { as: 'administrator', given: ofOpinion },
  giveFinalMarks: { as: 'administrator', given: ofOwnMarks },
  confirmFinalOutcome: { as: 'administrator', given: ofFinalOutcome },
  askQuestion: { as: 'student' },
  editQuestion: {
    as: 'student',
    given: async (fixture) => ({ params: { id: String((await newQuestion(fixture)).id) } }),
  },
  answerQuestion: { as: 'student' },
  editComment: {
    as: 'student',
    given: async (fixture) => {
      const { id: question_id, author_id } = await newQuestion(fixture);
      const { id } = await buildComment(fixture.app.context, { question_id, author_id });
      return { params: { id: String(question_id), comment: String(id) } };
    },
  },
  sendPrivate: { as: 'student' },
  changePrivate: {
    as: 'student',
    given: async (fixture) => {
      const { id, batch_id } = await accountAs(fixture, 'student');
      const of = { authorId: id, batchId: batch_id as number };
      const made = await buildPrivateQuestion(fixture.app.context, of);
      return { params: { id: made.id }, body: { act: 'edit', post: made.post } };
    },
  },
  addStaffNote: { as: 'mentor', given: ({ own }) => ({ params: { s_id: own.student } }) },
  addLineComment: { as: 'mentor', given: newWork },
  changeLineComment: {
    as: 'mentor',
    given: async (fixture) => {
      const { params } = await newWork(fixture);
      const url = `/api/staff/submissions/${params.id}/line-comments`;
      const made = await post(fixture, 'mentor', url, { line: 1, text: 'Fine.' });
      return { params: { ...params, comment: String(made.id) } };
    },
  },
  addPhrase: { as: 'mentor', given: (_, n) => ({ body: { name: `phrase-${n}` } }) },
  changePhrase: {
    as: 'mentor',
    given: async (fixture, n) => {
      const made = await post(fixture, 'mentor', '/api/staff/phrases', { name: `old-${n}`, text: 'Fine.' });
      return { params: { phrase: String(made._id ?? made.id) } };
    },
  },
  changeMailWords: { as: 'administrator', refused: [400], given: ofReset },
  previewMailWords: { as: 'administrator', refused: [400], given: ofReset },
  sendMailWordsTest: { as: 'administrator', refused: [400, 409], given: ofReset },
  addSharedPhrase: {
    as: 'mentor',
    given: async (fixture, n) => ({
      params: { kind: 'batch', place: await batchOf(fixture) },
      body: { name: `shared-${n}` },
    }),
  },
  changeSharedPhrase: {
    as: 'mentor',
    given: async (fixture, n) => {
      const place = await batchOf(fixture);
      const url = `/api/staff/phrases/shared/batch/${encodeURIComponent(place)}`;
      const made = await post(fixture, 'mentor', url, { name: `was-${n}`, text: 'Fine.' });
      return { params: { kind: 'batch', place, phrase: String(made._id ?? made.id) } };
    },
  },
  publishAnnouncement: { as: 'mentor' },
  planAnnouncement: { as: 'mentor', given: () => ({ body: planned }) },
  announceToBatches: {
    as: 'mentor',
    given: ({ own }) => ({ body: { ...published, batches: [own.mentor] } }),
  },
  editAnnouncement: {
    as: 'mentor',
    given: async (fixture) => {
      const made = await post(fixture, 'mentor', announcements(fixture), published);
      return { params: { id: String(made._id ?? made.id) }, body: published };
    },
  },
  editPlannedAnnouncement: {
    as: 'mentor',
    given: async (fixture) => {
      const url = announcements(fixture).replace('announcements', 'planned-announcements');
      const made = await post(fixture, 'mentor', url, planned);
      return { params: { id: String(made._id ?? made.id) }, body: planned };
    },
  },
  setBrief: { as: 'administrator' },
  changeVivaBank: { as: 'administrator' },
  markSubmission: {
    as: 'mentor',
    given: async (fixture, n) => ({ params: { id: (await newMark(fixture, n)).number } }),
  },
  askSecondLook: {
    as: 'student',
    given: async (fixture, n) => {
      const { version } = await newMark(fixture, n);
      return { body: { task: 'viva', version } };
    },
  },
  openReview: {
    as: 'administrator',
    given: async (fixture, n) => ({ params: { id: (await newMark(fixture, n)).number } }),
  },
  answerReview: {
    as: 'administrator',
    given: async (fixture, n) => ({ ...(await newReview(fixture, n)), body: { mark: { marks: 90 } } }),
  },
  commentOnReview: { as: 'mentor', given: newReview },
  recordMark: { as: 'mentor', given: newTask },
  openRecordReview: {
    as: 'administrator',
    given: async (fixture, n) => ({
      params: { s_id: fixture.own.student, task: (await newRecord(fixture, n)).task },
    }),
  },
  answerRecordReview: {
    as: 'administrator',
    given: async (fixture, n) => ({
      ...(await newRecordReview(fixture, n)),
      body: { record: { status: 'marked', marks: 90, newest: null } },
    }),
  },
  commentOnRecordReview: { as: 'mentor', given: newRecordReview },
  recordNotSubmitted: {
    as: 'mentor',
    given: ({ own }) => ({ body: { task: 'week-1', students: [own.student], released: false } }),
  },
  checkMarks: { as: 'mentor', begin: sheet },
  importMarks: { as: 'mentor', begin: sheet, refused: [409] },
  checkVivas: { as: 'administrator', begin: vivaSheet },
  importVivas: { as: 'administrator', begin: vivaSheet, refused: [409] },
  uploadWeek: { as: 'student', given: () => week },
  uploadProject: { as: 'student', given: () => ({ body: { files: file } }) },
  uploadViva: { as: 'student', given: () => ({ body: { files: file, comments: 'Done.' } }) },
  addCourse: { as: 'administrator', given: (_, n) => ({ body: { name: `Course ${n}` } }) },
  changeCourse: {
    as: 'administrator',
    given: async ({ app }) => ({ params: { course: (await buildCourse(app.context)).name } }),
  },
  addBatch: {
    as: 'administrator',
    given: ({ known }, n) => ({
      body: { name: `Batch ${n}`, start: '2026-12-01', course: known['course']?.[0], declaration },
    }),
  },
  changeBatch: {
    as: 'administrator',
    given: async ({ app, known }, n) => ({
      params: { batch: (await buildBatch(app.context, { name: `Changed ${n}` })).name },
      body: { name: `Renamed ${n}`, course: known['course']?.[0], declaration },
    }),
  },
  addProject: {
    as: 'administrator',
    given: ({ known }, n) => ({
      body: { ...project, id: `new-${n}`, name: `New ${n}`, course: known['course']?.[0] },
    }),
  },
  changeProject: {
    as: 'administrator',
    given: async ({ app, known }, n) => ({
      params: { p_id: (await buildProject(app.context)).id },
      body: { ...project, name: `Old ${n}`, course: known['course']?.[0] },
    }),
  },
};
