import type { EndpointName } from '#contract/wire/endpoints';
import { endpoints } from '#contract/wire/endpoints';
import { fillPath } from '#contract/fill-path';
import { makeFixture, roles, table, typedProject, type Fixture, type Role } from './access-table.ts';
import { encodeForm, type FormParts } from './encode-form.ts';
import { startMailServer } from './mail-server.ts';

/** The fixture, and ids by name. */
export type Prepared = Fixture & { made: Record<string, string> };
export type KeyedCall = {
  call: EndpointName;
  /** By default the first role that the table of access lets through. */
  role?: Role;
  /** By default the table's. */
  params?: (of: Prepared) => Record<string, string>;
  body?: object | ((of: Prepared) => object);
  form?: FormParts;
  before?: (of: Prepared) => Promise<void>;
  kind: string;
  content: (of: Prepared) => unknown[];
};

async function usesMail({ app }: Prepared): Promise<void> {
  const server = await startMailServer();
  Object.assign(app.context.settings, { smtpUrl: server.url });
}

async function asksForReview({ clients, emails }: Prepared): Promise<void> {
  const asked = { task: 'week-1', version: 1, reason: 'The second page counts.' };
  await clients.student.post(`/api/students/secondLook/${emails.student}`, asked);
}

/** An action on the private question of the fixture, by the role. */
const privately = (role: Role, act: object) =>
  ({
    call: 'changePrivate',
    role,
    params: ({ emails, batch, privateQuestion }: Prepared) => ({
      s_id: role === 'student' ? emails.student : batch,
      id: privateQuestion.id,
    }),
    body: act,
    kind: 'private-change',
    content: ({ privateQuestion }: Prepared) => [privateQuestion.id, act],
  }) satisfies KeyedCall;

/** Members in the contract's order, whatever the body's. */
const projectOf = ({ course }: Fixture, rest: object) => {
  const { name, ...others } = typedProject;
  return { name, course, ...others, ...rest };
};

const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEUlEQVQImWMQNA4VNA5lgFAAD7oCZR6pSu4AAAAASUVORK5CYII=',
  'base64',
);

/**
 * What 1.0.0 stored with an Idempotency-Key: the kind, and the SHA-256 of this content. A device may repeat a request of
 * before an upgrade, so neither may change.
 */
export const keyedCalls: KeyedCall[] = [
  {
    call: 'signUp',
    kind: 'account',
    content: () => ['nobody-new@example.test', 'New', '9999999999', 'OURS'],
  },
  { call: 'changeProfile', kind: 'profile', content: () => ['New student', '9876543210'] },
  {
    call: 'changePassword',
    role: 'student',
    body: { current_password: 'secret1', password: 'secret2' },
    kind: 'password',
    content: () => [],
  },
  {
    call: 'changeEmail',
    role: 'student',
    before: usesMail,
    body: { current_password: 'secret1', email: ' New@example.test' },
    kind: 'email',
    content: () => ['new@example.test'],
  },
  {
    call: 'askDeletion',
    role: 'student',
    body: { current_password: 'secret1' },
    kind: 'deletion',
    content: () => ['ask'],
  },
  { call: 'withdrawDeletion', kind: 'deletion', content: () => ['withdraw'] },
  { call: 'endOtherSessions', kind: 'sessions', content: () => [] },
  { call: 'chooseMail', kind: 'mail-choice', content: () => [['answers'], false] },
  {
    call: 'confirmGuardian',
    kind: 'guardian',
    content: ({ made }) => ['confirm', Number(made['classmate']), 'Latha Menon', '9876543212'],
  },
  { call: 'removeGuardian', kind: 'guardian', content: ({ made }) => ['remove', Number(made['classmate'])] },
  {
    call: 'changeGuardian',
    role: 'student',
    before: async ({ app, studentId }) => {
      const row = { account_id: Number(studentId), name: '', contact: '', noted_at: 1 };
      await app.context.database.transaction((writer) =>
        writer.insertInto('guardians').values(row).execute(),
      );
    },
    kind: 'guardian',
    content: () => ['name', 'Latha Menon', '9876543212'],
  },
  { call: 'setGuardianRule', kind: 'guardian', content: () => [true] },
  { call: 'askConsent', kind: 'consent', content: () => ['terms', 1, ''] },
  {
    call: 'giveConsent',
    role: 'student',
    body: { terms: 1 },
    before: async ({ clients }) => {
      await clients.administrator.post('/api/staff/consent/ask', { subject: 'terms', version: 1 });
    },
    kind: 'consent',
    content: () => ['give', 1, null],
  },
  {
    call: 'withdrawConsent',
    role: 'student',
    body: { subject: 'privacy', current_password: 'secret1' },
    before: async (of) => {
      await of.clients.administrator.post('/api/staff/consent/ask', { subject: 'privacy', version: 1 });
      await of.clients.student.post('/api/account/consent', { privacy: 1 });
    },
    kind: 'consent',
    content: () => ['withdraw', 'privacy'],
  },
  {
    call: 'preferProject',
    role: 'classmate',
    params: ({ emails }) => ({ s_id: emails.classmate }),
    before: async ({ clients, batch }) => {
      const dates = { start: '2026-11-02', viva_deadline: null, due: {}, choose_from: '2027-01-05T09:00' };
      await clients.mentor.put(`/api/staff/batches/${batch}/dates`, dates);
    },
    body: ({ project: id }) => ({ p_id: id }),
    kind: 'preference',
    content: ({ project: id }) => [id],
  },
  {
    call: 'preferProject',
    role: 'classmate',
    params: ({ emails }) => ({ s_id: emails.classmate }),
    body: { p_id: null },
    kind: 'preference',
    content: () => [null],
  },
  {
    call: 'selectProject',
    role: 'classmate',
    body: ({ emails, project: id }) => ({
      sp_id: emails.classmate,
      p_id: id,
      sp_name: 'Another',
      start_date: '2020',
    }),
    kind: 'selection',
    content: ({ project: id }) => [id],
  },
  { call: 'askQuestion', kind: 'question', content: ({ made }) => [Number(made['batch']), 'Why?'] },
  {
    call: 'askQuestion',
    body: { question: ' Why? ', format: 'markdown', anonymous: true },
    kind: 'question',
    content: ({ made }) => [Number(made['batch']), 'Why?', 'markdown', 'anonymous'],
  },
  { call: 'answerQuestion', kind: 'comment', content: ({ question }) => [question, 'Because.'] },
  {
    call: 'answerQuestion',
    body: { answer: 'So.', format: 'markdown' },
    kind: 'comment',
    content: ({ question }) => [question, 'So.', 'markdown'],
  },
  { call: 'editQuestion', kind: 'question-edit', content: ({ question }) => [question, 'How?'] },
  {
    call: 'editComment',
    kind: 'comment-edit',
    content: ({ question, comment }) => [question, comment, 'Like so.'],
  },
  { call: 'deleteQuestion', kind: 'question-deletion', content: ({ question }) => [question] },
  {
    call: 'deleteComment',
    kind: 'comment-deletion',
    content: ({ question, comment }) => [question, comment],
  },
  { call: 'undoQuestionDeletion', kind: 'post-restoration', content: ({ question }) => [question] },
  {
    call: 'undoCommentDeletion',
    kind: 'post-restoration',
    content: ({ question, comment }) => [question, comment],
  },
  { call: 'markAnswer', kind: 'solution', content: ({ question, comment }) => [question, comment] },
  { call: 'unmarkAnswer', kind: 'solution', content: ({ question }) => [question, null] },
  {
    call: 'attachFile',
    kind: 'attachment',
    content: ({ made }) => [
      Number(made['batch']),
      'server.log',
      '8aabd12205bd6f790c54894f1a4c78e1d84c4ae8ce1815fa4e8f68ef56ec3202',
    ],
  },
  { call: 'reportPost', kind: 'post-report', content: ({ question }) => [question, null, null] },
  {
    call: 'reportPost',
    role: 'student',
    body: ({ comment }) => ({ comment, reason: 'Rude.' }),
    kind: 'post-report',
    content: ({ question, comment }) => [question, comment, 'Rude.'],
  },
  { call: 'dismissReports', kind: 'report-dismissal', content: ({ question }) => [question, null] },
  {
    call: 'moderatePost',
    kind: 'moderation',
    content: ({ question }) => [question, 'pin', null, 'The dates of the viva'],
  },
  { call: 'favoriteQuestion', kind: 'favorite', content: ({ question }) => [question, true] },
  { call: 'unfavoriteQuestion', kind: 'favorite', content: ({ question }) => [question, false] },
  { call: 'readAllQuestions', kind: 'reading', content: ({ made }) => [Number(made['batch']), 1] },
  { call: 'markUnread', kind: 'reading', content: ({ question }) => [question, { is_unread: 1 }] },
  { call: 'muteQuestion', kind: 'mute', content: ({ question }) => [question, { is_muted: 1 }] },
  { call: 'unmuteQuestion', kind: 'mute', content: ({ question }) => [question, { is_muted: 0 }] },
  {
    call: 'sendPrivate',
    kind: 'private-post',
    content: ({ privateQuestion }) => [privateQuestion.id, 'What about this?'],
  },
  {
    call: 'sendPrivate',
    role: 'student',
    body: { text: 'May I?', format: 'markdown' },
    kind: 'private-post',
    content: ({ made }) => [`batch ${made['batch']}`, 'May I?', 'markdown'],
  },
  privately('mentor', { act: 'take' }),
  privately('student', { act: 'delete', post: '1' }),
  {
    call: 'sendTestMail',
    role: 'administrator',
    before: usesMail,
    kind: 'test-mail',
    content: () => ['office@example.test'],
  },
  {
    call: 'importMarks',
    kind: 'mark',
    content: ({ made, emails }) => [
      'sheet',
      Number(made['batch']),
      'week-1',
      'keep',
      `email,marks\n${emails.student},64`,
      null,
    ],
  },
  { call: 'markSubmission', kind: 'mark', content: ({ submission }) => [submission, 50, 'Fair', true] },
  {
    call: 'releaseMarks',
    kind: 'release',
    content: ({ made, submission }) => [Number(made['batch']), 'week-1', true, [[submission, 80, false]]],
  },
  { call: 'setCommentFirst', kind: 'comment-first', content: ({ made }) => [Number(made['batch']), true] },
  { call: 'changeRubric', kind: 'rubric', content: ({ project: id }) => [id, 'week-2', []] },
  { call: 'remarkByRubric', kind: 'remark', content: ({ project: id }) => [id, 'week-1'] },
  { call: 'addPhrase', kind: 'phrase', content: () => ['readme', 'Say how to start it.'] },
  {
    call: 'changePhrase',
    body: { name: 'start', text: 'Say how.' },
    kind: 'phrase-edit',
    content: ({ phrase }) => [phrase, 'start', 'Say how.'],
  },
  { call: 'deletePhrase', kind: 'phrase-deletion', content: ({ phrase }) => [phrase] },
  {
    call: 'askSecondLook',
    kind: 'second-look',
    content: () => ['week-1', 1, 'The second page counts, too.'],
  },
  {
    call: 'answerReview',
    role: 'administrator',
    before: asksForReview,
    body: { answer: 'It counts.', mark: { marks: 81, comments: 'Good', released: true } },
    kind: 'second-look-answer',
    content: ({ submission }) => [submission, 'It counts.', 81, 'Good', true],
  },
  {
    call: 'commentOnReview',
    role: 'mentor',
    before: asksForReview,
    kind: 'second-look-comment',
    content: ({ submission }) => [submission, 'I looked twice.', false],
  },
  {
    call: 'askExtension',
    kind: 'extension-request',
    content: () => ['viva', '2027-01-31', 'My laptop is in repair.'],
  },
  {
    call: 'answerExtension',
    role: 'mentor',
    before: async (of) => {
      const asked = { task: 'viva', until: '2027-01-31', reason: 'My laptop is in repair.' };
      await of.clients.student.post(`/api/students/extensionRequest/${of.emails.student}`, asked);
    },
    kind: 'extension-answer',
    content: ({ studentId }) => [Number(studentId), 1, '2027-01-31', null],
  },
  { call: 'addStaffNote', kind: 'note', content: ({ studentId }) => [Number(studentId), 'Was ill.'] },
  { call: 'deleteStaffNote', kind: 'note-deletion', content: ({ note }) => [note] },
  {
    call: 'publishAnnouncement',
    kind: 'announcement',
    content: ({ made }) => [Number(made['batch']), 'Viva on Friday', '2026-11-30'],
  },
  {
    call: 'planAnnouncement',
    kind: 'announcement-plan',
    content: ({ made }) => [Number(made['batch']), 'Viva on Friday', '2026-11-30', '2026-11-28T09:00'],
  },
  {
    call: 'editPlannedAnnouncement',
    kind: 'announcement-plan-edit',
    content: ({ made, planned }) => [Number(made['batch']), planned, 'Viva on Monday', '2026-11-30'],
  },
  {
    call: 'cancelAnnouncement',
    kind: 'announcement-cancellation',
    content: ({ made, planned }) => [Number(made['batch']), planned],
  },
  {
    call: 'editAnnouncement',
    kind: 'announcement-edit',
    content: ({ made, announcement }) => [
      Number(made['batch']),
      announcement,
      'The viva is on Monday.',
      '2026-11-30',
    ],
  },
  {
    call: 'withdrawAnnouncement',
    kind: 'announcement-withdrawal',
    content: ({ made, announcement }) => [Number(made['batch']), announcement],
  },
  { call: 'setBrief', kind: 'brief', content: ({ project: id }) => [id, 'week-1', 'Show a plan.'] },
  {
    call: 'setBatchDates',
    kind: 'batch-dates',
    content: ({ made }) => [
      Number(made['batch']),
      '["2026-11-02",null,["final",{"days":7}],["week-1",null],["week-2",null],["week-3",null],["week-4",null]]',
    ],
  },
  {
    call: 'grantOutage',
    kind: 'outage',
    content: ({ made }) => [Number(made['batch']), '2026-11-20T15:00', '2026-11-20T18:00', 'No network.'],
  },
  {
    call: 'extendDueDate',
    kind: 'extension',
    content: ({ studentId }) => [Number(studentId), 'viva', '2027-01-31', 'Was ill.'],
  },
  {
    call: 'correctStart',
    kind: 'start',
    content: ({ studentId }) => [Number(studentId), Date.parse('2026-10-20T09:00+05:30'), 'Was ill.'],
  },
  {
    call: 'undoSelection',
    kind: 'undoing',
    content: ({ studentId, project: id }) => [Number(studentId), id, 'Wrong project.'],
  },
  {
    call: 'addPerson',
    kind: 'intake',
    content: () => ['person', 'by.hand@example.test', 'Asha Rao', '', '', '', ''],
  },
  {
    call: 'runImport',
    role: 'administrator',
    before: async (of) => {
      const file = { name: 'people.csv', bytes: 'email\nnew@example.test\n' };
      const { body } = await of.clients.administrator.form('/api/staff/intakes', [['file', file]]);
      of.made['intake'] = body.id;
      await of.clients.administrator.put(`/api/staff/intakes/${body.id}/columns`, { columns: ['email'] });
    },
    params: ({ made }) => ({ id: String(made['intake']) }),
    kind: 'intake',
    content: ({ made }) => [Number(made['intake']), null],
  },
  {
    call: 'sendInvitations',
    role: 'administrator',
    before: usesMail,
    kind: 'invitations',
    content: () => [null, null],
  },
  {
    call: 'revokeInvitations',
    kind: 'revoked-invitations',
    content: ({ invited }) => [[invited]],
  },
  {
    call: 'correctProfile',
    kind: 'person-profile',
    content: ({ studentId }) => [Number(studentId), 'Asha Menon', '9876543211'],
  },
  {
    call: 'correctProfile',
    body: { name: 'Asha Menon', phone: '9876543211', exit_score: '77', grade: '' },
    kind: 'person-profile',
    content: ({ studentId }) => [Number(studentId), 'Asha Menon', '9876543211', '77', ''],
  },
  {
    call: 'correctAddress',
    kind: 'person-address',
    content: ({ made }) => [Number(made['classmate']), 'corrected@example.test', 'Typed wrong.'],
  },
  {
    call: 'actOnPeople',
    kind: 'people-act',
    content: ({ studentId }) => ['sign-out', [studentId], null, null],
  },
  {
    call: 'inviteStaffMember',
    kind: 'staff-invitation',
    content: ({ batch }) => ['anu@example.test', 'Anu Menon', 'mentor', [batch]],
  },
  {
    call: 'changeStaffMember',
    kind: 'staff-change',
    content: ({ made, batch }) => [Number(made['foreignMentor']), 'mentor', [batch]],
  },
  {
    call: 'anonymisePerson',
    kind: 'anonymisation',
    content: ({ emails }) => [emails.student, emails.student, 'Asked for it.'],
  },
  { call: 'addCourse', kind: 'course', content: () => ['add', 'Embroidery'] },
  {
    call: 'changeCourse',
    kind: 'course',
    content: ({ unused }) => [unused.course, { name: 'Renamed', is_retired: false }],
  },
  { call: 'removeCourse', kind: 'course-removal', content: ({ unused }) => [unused.course] },
  {
    call: 'addBatch',
    kind: 'batch',
    content: ({ course }) => [
      'add',
      {
        name: 'NEW-1',
        course,
        open: true,
        default: false,
        comment_first: false,
        mentors: [],
        start: '2026-12-01',
        viva_deadline: null,
      },
    ],
  },
  {
    call: 'changeBatch',
    kind: 'batch',
    content: ({ course, batch }) => [
      batch,
      { name: batch, course, open: false, default: false, comment_first: false, mentors: [], retired: false },
    ],
  },
  { call: 'removeBatch', kind: 'batch-removal', content: ({ unused }) => [unused.batch] },
  {
    call: 'addProject',
    kind: 'project',
    content: (of) => ['add', { id: 'N1', ...projectOf(of, {}) }],
  },
  {
    call: 'changeProject',
    kind: 'project',
    content: (of) => [of.project, projectOf(of, { retired: false })],
  },
  { call: 'removeProject', kind: 'project-removal', content: ({ unused }) => [unused.project] },
  {
    call: 'changeAppearance',
    kind: 'face',
    content: () => [
      {
        name: 'Northern Academy',
        accent: null,
        heading: null,
        paragraph: null,
        steps: null,
        contact: null,
        mail_footer: null,
        country_code: null,
      },
    ],
  },
  {
    call: 'sendConfirmation',
    role: 'student',
    before: async (of) => {
      await usesMail(of);
      await of.app.context.database.transaction((writer) =>
        writer.updateTable('accounts').set({ confirmed_at: null }).execute(),
      );
    },
    kind: 'confirmation',
    content: ({ emails }) => [emails.student],
  },
  // 1.0.0 kept the shapes of an SVG. Now they are drawn, so its content differs.
  {
    call: 'putLogo',
    form: [['file', { name: 'logo.png', bytes: logo }]],
    kind: 'face',
    content: () => ['light', 'c3d1a7d95e9ae63a91f1.png'],
  },
  { call: 'removeLogo', kind: 'face', content: () => ['light', null] },
  {
    call: 'putCatalogueFile',
    kind: 'catalogue-file',
    content: () => ['/images/plan.svg', 'd4dc56669143034f31aa309635d4113d9ad76a02b1739da22c965ed2049be9e6'],
  },
  {
    call: 'removeCatalogueFile',
    kind: 'catalogue-file-removal',
    content: ({ unused }) => [`/images/${unused.file}`],
  },
];

/** With a portal of its own: what is taken away, or has set something up. */
export const needsOwn = ({ call, before }: KeyedCall) =>
  before !== undefined ||
  /^(changePassword|delete|remove|undo|withdraw|cancel|anonymise|endOther|actOn|correctAddress)/.test(call);

async function idsOf({ app, emails, batch }: Fixture): Promise<Record<string, string>> {
  const { reader } = app.context.database;
  const accounts = await reader.selectFrom('accounts').select(['id', 'email']).execute();
  const batches = await reader.selectFrom('batches').where('name', '=', batch).select('id').execute();
  const made: Record<string, string> = { batch: String(batches[0]?.id) };
  for (const [role, email] of Object.entries(emails))
    made[role] = String(accounts.find((account) => account.email === email)?.id);
  return made;
}

export const prepareCalls = async (): Promise<Prepared> => {
  const fixture = await makeFixture();
  return { ...fixture, made: await idsOf(fixture) };
};

/** The call's request with a key of its own, by its role. */
export function requestOf(of: Prepared, row: KeyedCall) {
  const { method, path } = endpoints[row.call];
  const role = row.role ?? roles.find((each) => table[row.call].expected[each] < 300);
  if (role === undefined) throw new Error(`${row.call} lets nobody through: name a role`);
  const usual = table[row.call].call(of, role);
  const body = typeof row.body === 'function' ? row.body(of) : (row.body ?? usual.body);
  const parts = row.form ?? usual.form;
  const form = parts && encodeForm(parts);
  const key = `${row.call} ${keyedCalls.indexOf(row)}`;
  const request = {
    method,
    url: fillPath(path, row.params?.(of) ?? usual.params ?? {}),
    headers: { ...usual.headers, ...form?.headers, 'idempotency-key': key },
    ...(form !== undefined && { payload: form.body }),
    ...(body !== undefined && { payload: body as object }),
  };
  return { role, key, send: () => of.clients[role].send(request) };
}
