import { randomUUID } from 'node:crypto';
import { progressSorts } from '#contract/batch-view';
import type { EndpointName } from '#contract/endpoints';
import { queueOrders } from '#contract/staff-view';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import { stages } from '#contract/people-view';
import { similarTextLength } from '#contract/question-view';
import { encodeForm } from '#support/encode-form';
import { rareWordOf, type SignedIn, type World } from './seed.ts';

export type Sent = {
  method: string;
  path: string;
  as: SignedIn | null;
  headers?: Record<string, string>;
  body?: unknown;
};
export type Answered = { status: number; headers: Headers; body: string };
export type SendCall = (sent: Sent) => Promise<Answered>;

/**
 * What is measured: all requests of the `n`th time, which must succeed. `atMost` where it cannot be done as often as one
 * likes; the password's hash, which has nothing to do with rows, makes a call slow.
 */
export type Measured = {
  run(send: SendCall, world: World, n: number): Promise<unknown>;
  atMost?: number;
};
/** By calls of the contract: what measures each, or how it is measured in several ways. */
export type Calls = Partial<Record<EndpointName, Measured | Record<string, Measured>>>;

const toPath = (name: EndpointName, params: Record<string, string> = {}) =>
  fillPath(paths[name].path, params);

/** A call of the contract by the student, or another. */
function call(
  name: EndpointName,
  describe: (
    world: World,
    n: number,
  ) => {
    params?: Record<string, string>;
    query?: string;
    body?: unknown;
    as?: SignedIn | null;
    headers?: Record<string, string>;
  } = () => ({}),
  atMost?: number,
): Measured {
  return {
    ...(atMost !== undefined && { atMost }),
    run(send, world, n) {
      const { params, query = '', body, as = world.student, headers } = describe(world, n);
      const path = toPath(name, params) + query;
      return send({ method: paths[name].method, path, as, body, ...(headers && { headers }) });
    },
  };
}

const own = ({ student }: World) => ({ params: { s_id: student.email } });
const oldQuestion = (world: World, n: number) => ({
  params: { s_id: world.student.email, id: String(1 + (n % Math.floor(world.questions / 2))) },
});
const newestQuestion = (world: World) => ({
  params: { s_id: world.student.email, id: String(world.questions) },
});
const found = (query: string) => call('findQuestions', (world) => ({ ...own(world), query }));
const similar = (text: string) =>
  call('findSimilarQuestions', (world) => ({
    ...own(world),
    query: `?text=${encodeURIComponent(text.slice(0, similarTextLength))}`,
  }));
const queue = (query: string) => (world: World) => ({
  params: { batch: world.batch },
  query,
  as: world.mentor,
});
const submission = (name: 'uploadWeek' | 'uploadProject' | 'uploadViva', fields: Record<string, string>) =>
  call(name, (world, n) => {
    const file = { name: 'work.txt', bytes: Buffer.from(`work ${n} ${randomUUID()}`) };
    const texts = Object.entries({ ...fields, links: 'https://x.test', comments: `Work ${n}` });
    const { body, headers } = encodeForm([...texts, ['files', file]]);
    return { ...own(world), body, headers: { ...headers, 'idempotency-key': randomUUID() } };
  });

/** The first page of a batch's students, in an order and of a choice. */
const students = (query: string) => call('listBatchProgress', queue(query));
const choices = {
  everybody: '',
  'nothing handed in': '&filter=unsubmitted',
  silent: '&filter=silent',
  late: '&filter=late',
  waiting: '&filter=waiting',
  'of a project': '&project=G001',
};
const studentLists = Object.fromEntries(
  progressSorts.flatMap((sort) =>
    Object.entries(choices).map(([what, query]) => [
      `by ${sort}, ${what}`,
      students(`?sort=${sort}${query}`),
    ]),
  ),
);
/** The second page, from the end of the first. */
const secondPage: Measured = {
  async run(send, world, n) {
    const path = toPath('listBatchProgress', { batch: world.batch });
    let next = nextOf.get(world);
    if (next === undefined) {
      const first = await send({ method: 'GET', path, as: world.mentor });
      next = (JSON.parse(first.body) as { next: string }).next;
      nextOf.set(world, next);
    }
    return students(`?after=${next}`).run(send, world, n);
  },
};
const nextOf = new WeakMap<World, string>();
const oneOf = (world: World, n: number) => ({
  params: { id: `W-${1 + (n % world.size)}` },
  as: world.mentor,
});
const ofRubric = ({ project, mentor }: World) => ({ params: { p_id: project, task: 'week-1' }, as: mentor });
const ofStudent = (world: World) => ({ ...own(world), as: world.mentor });

/** The first page of a batch's submissions in every order of every choice, and the page after one of the middle. */
const queueChoices = {
  all: '',
  'of one task': '&task=week-2',
  'of a task that is all marked': '&task=week-4&state=submitted',
  'of an empty task': '&task=viva',
  'without a mark': '&state=submitted',
  marked: '&state=marked',
  'of a task, without a mark': '&task=week-2&state=submitted',
  'of a task, marked': '&task=week-1&state=marked',
  'held back': '&state=held-back',
  'of a task, held back': '&task=week-1&state=held-back',
  'with a second look': '&state=second-look',
};
const queues = Object.fromEntries(
  queueOrders.flatMap((order) => [
    ...Object.entries(queueChoices).map(([what, query]) => [
      `${order}, ${what}`,
      call('listBatchSubmissions', queue(`?order=${order}${query}`)),
    ]),
    [`${order}, a later page`, call('listBatchSubmissions', queue(`?order=${order}&before=W-45`))],
  ]),
);
const tus = { 'tus-resumable': '1.0.0' };
const oneUpload: Measured = {
  async run(send, { student: as }) {
    const bytes = Buffer.from('the bytes of an upload');
    const { headers } = await send({
      method: 'POST',
      path: paths.beginUpload.path,
      as,
      headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': `task ${btoa('week-1')}` },
    });
    const { pathname: path } = new URL(headers.get('location') ?? '', 'http://portal.test');
    const patch = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    await send({ method: 'PATCH', path, as, headers: patch, body: bytes });
    await send({ method: 'HEAD', path, as, headers: tus });
    await send({ method: 'DELETE', path, as, headers: tus });
  },
};
const fileOf = new WeakMap<World, string>();
/** A call about a submitted file, one of each world. */
const ofFile = (
  name: 'readFile' | 'readFilePreview' | 'readFileText',
  by: 'student' | 'mentor',
): Measured => ({
  async run(send, world, n) {
    let id = fileOf.get(world);
    if (id === undefined) {
      const { body } = (await submission('uploadWeek', { selectedWeek: '4' }).run(
        send,
        world,
        n,
      )) as Answered;
      id = (JSON.parse(body) as { receipt: { file: { id: string } } }).receipt.file.id;
      fileOf.set(world, id);
    }
    await send({ method: 'GET', path: toPath(name, { id }), as: world[by] });
  },
});

const passwordCalls = 12;

const people = (query: string) => call('listPeople', ({ administrator: as }) => ({ query, as }));

/** The newest lines of the audit log of each filter, and a later page. */
const auditOf = (query: (world: World) => string) =>
  call('listAudit', (world) => ({ query: query(world), as: world.administrator }));
const audit = (query: string) => auditOf(() => query);
const lineDay = ({ linesFrom }: World) => new Date(linesFrom).toISOString().slice(0, 10);
const auditLists = {
  all: audit(''),
  'of a kind': audit('?kind=marks'),
  'of a kind that has few': audit('?kind=people'),
  'of somebody': audit('?who=mentor@example.test'),
  'of somebody and a kind': audit('?who=mentor@example.test&kind=people'),
  'of the operator': audit('?who=operator'),
  'about somebody': audit('?whom=me@example.test'),
  'of a hand-in': audit('?whom=W-7'),
  'of the operator and a kind': audit('?who=operator&kind=catalogue'),
  'about somebody, by somebody': audit('?whom=me@example.test&who=mentor@example.test'),
  'about somebody, of a kind': audit('?whom=me@example.test&kind=marks'),
  'about somebody, of a kind that has few': audit('?whom=me@example.test&kind=people'),
  'of some days': auditOf((world) => `?from=${lineDay(world)}&to=${lineDay(world)}`),
  'of some days without lines': audit('?from=2026-01-01&to=2026-01-02'),
  'of a kind, on some days': auditOf((world) => `?kind=marks&from=${lineDay(world)}&to=${lineDay(world)}`),
  'a later page': auditOf(({ linesFrom }) => `?after=${linesFrom + 80}-80`),
  'of somebody, a later page': auditOf(
    ({ linesFrom }) => `?who=mentor@example.test&after=${linesFrom + 80}-80`,
  ),
};

/**
 * The same for the academy's office, measured by itself: an administrator is known with the names of all batches, of which there
 * are as many on both sides here.
 */
export const officeCalls: Calls = {
  listAudit: auditLists,
  listPeople: {
    everybody: people(''),
    'a later page': people('?after=90'),
    'a name that everybody has': people('?q=student'),
    'a name of one': people('?q=student+77'),
    'an address': people('?q=s77@example.test'),
    'a phone of nobody': people('?q=98765+43210'),
    'a name, of a stage': people('?q=student&stage=waiting'),
    'of a batch': people('?batch=GROWTH-2026'),
    'of a batch, of a stage': people('?batch=GROWTH-2026&stage=waiting'),
    'that typed a batch': people('?typed=elsewhere'),
    ...Object.fromEntries(stages.map((stage) => [stage, people(`?stage=${stage}`)])),
  },
  readPerson: call('readPerson', (world) => ({ ...own(world), as: world.administrator })),
  correctProfile: call('correctProfile', (world, n) => ({
    ...own(world),
    body: { name: `Asha ${String.fromCharCode(65 + (n % 26))}`, phone: '9876543210' },
    as: world.administrator,
  })),
  readPeopleReach: call('readPeopleReach', ({ administrator }) => ({
    query: '?act=place&batch=GROWTH-2026&ids=3,4,5,6,7,8,9,10',
    as: administrator,
  })),
  listCatalogue: call('listCatalogue', ({ administrator: as }) => ({ as })),
  readCourseEntry: call('readCourseEntry', ({ course, administrator: as }) => ({ params: { course }, as })),
  readBatchEntry: call('readBatchEntry', ({ batch, administrator: as }) => ({ params: { batch }, as })),
  readProjectEntry: call('readProjectEntry', ({ project, administrator: as }) => ({
    params: { p_id: project },
    as,
  })),
  listCatalogueFiles: call('listCatalogueFiles', ({ administrator: as }) => ({ as })),
};

/** What measures each call of a student or a mentor whose data grow. */
export const calls: Calls = {
  signUp: call(
    'signUp',
    ({ batch }) => ({
      as: null,
      body: {
        name: 'New',
        email: `${randomUUID()}@example.test`,
        password: 'new-password',
        phone: '9876543210',
        batch,
      },
    }),
    passwordCalls,
  ),
  logIn: call(
    'logIn',
    ({ student, password }) => ({ as: null, body: { email: student.email, password } }),
    passwordCalls,
  ),
  logOut: call('logOut', () => ({ as: { email: '', cookie: `capstone=${randomUUID()}` } })),
  readSession: call('readSession'),
  forgotPassword: call('forgotPassword', ({}, n) => ({ as: null, body: { email: `nobody${n}@x.test` } }), 40),
  readOwnAccount: call('readOwnAccount'),
  changeProfile: call('changeProfile', ({}, n) => ({
    body: { name: `Asha ${String.fromCharCode(65 + (n % 26))}`, phone: '9876543210' },
  })),
  listNotices: {
    newest: call('listNotices'),
    'not read': call('listNotices', () => ({ query: '?unread=true' })),
    older: call('listNotices', (world) => ({ query: `?before=${Math.ceil(world.size / 2) + 10}` })),
  },
  readNotices: call('readNotices', (world, n) => ({
    body: { about: `question:${1 + (n % world.questions)}` },
  })),
  chooseMail: call('chooseMail', (_, n) => ({ body: { mail: 'answers', is_on: n % 2 === 0 } })),
  suggestBatches: {
    'a name': call('suggestBatches', () => ({ query: '?q=growth' })),
    nothing: call('suggestBatches', () => ({ query: '?q=nowhere' })),
  },
  readStudentCourse: call('readStudentCourse', own),
  listAvailableProjects: call('listAvailableProjects', ({ course }) => ({ params: { course } })),
  readSelection: call('readSelection', own),
  selectProject: call(
    'selectProject',
    ({ undecided, project }, n) => {
      const as = undecided[n % undecided.length] as SignedIn;
      return { as, body: { sp_id: as.email, p_id: project } };
    },
    100,
  ),
  readProject: call('readProject', ({ project }) => ({ params: { p_id: project } })),
  readReferences: call('readReferences', ({ project }) => ({ params: { p_id: project } })),
  readTimeline: {
    student: call('readTimeline', own),
    mentor: call('readTimeline', (world) => ({ ...own(world), as: world.mentor })),
  },
  readWeeklyStatus: call('readWeeklyStatus', own),
  listSubmissions: {
    newest: call('listSubmissions', own),
    older: call('listSubmissions', (world) => ({
      ...own(world),
      query: `?before=${world.numberOf(Math.ceil(world.size / 2) + 10)}`,
    })),
  },
  uploadWeek: submission('uploadWeek', { selectedWeek: '1' }),
  uploadProject: submission('uploadProject', {}),
  uploadViva: submission('uploadViva', {}),
  readFile: ofFile('readFile', 'student'),
  readFilePreview: ofFile('readFilePreview', 'mentor'),
  readFileText: ofFile('readFileText', 'mentor'),
  beginUpload: oneUpload,
  readReceipt: call('readReceipt', (world) => ({ params: { number: world.numberOf(7) } })),
  verifyReceipt: call('verifyReceipt', (world) => ({
    as: null,
    body: { number: world.numberOf(7), sha256: 'a'.repeat(64) },
  })),
  readDiscussion: {
    newest: call('readDiscussion', own),
    older: call('readDiscussion', (world) => ({
      ...own(world),
      query: `?before=${Math.ceil(world.questions / 2) + 25}`,
    })),
    mentor: call('readDiscussion', ({ batch, mentor }) => ({ params: { s_id: batch }, as: mentor })),
  },
  findQuestions: {
    'a word that all have': found('?q=deadline'),
    'a word that a fifth have': found('?q=tool3'),
    'a word of one': call('findQuestions', (world, n) => ({
      ...own(world),
      query: `?q=${rareWordOf(1 + (n % 90))}`,
    })),
    'a word of nobody': found('?q=kubernetes'),
    'words of each kind': found('?q=deadline+of+week+3+with+tool3'),
    'another form, another script': found(`?q=${encodeURIComponent('ഡെഡ്‌ലൈൻ deadlines')}`),
    'a word, of the own': found('?q=deadline&filter=mine'),
    'a word, of the favorites': found('?q=deadline&filter=favorites'),
    'a word, not answered': found('?q=deadline&filter=unanswered'),
    'a word, solved': found('?q=deadline&filter=solved'),
    'a word, the oldest first': found('?q=deadline&sort=oldest'),
    'a later page': call('findQuestions', (world) => ({
      ...own(world),
      query: `?after=${Math.ceil(world.size / 2) + 25}&sort=newest`,
    })),
    mine: found('?filter=mine'),
    favorites: found('?filter=favorites'),
    'not answered': found('?filter=unanswered'),
    solved: found('?filter=solved'),
    unread: found('?filter=unread'),
    pinned: found('?filter=pinned'),
    'a word, unread': found('?q=deadline&filter=unread'),
    'the oldest first': found('?sort=oldest'),
  },
  findSimilarQuestions: {
    'a question': similar('How do I hand in week 3 with tool3 before the deadline?'),
    'a question in other words': similar(
      'deadline over, can week 3 still be handed in when tool2 does not start',
    ),
    'a long text': similar(
      'My tool3 does not start since the update, and I have to hand in week 3 before the deadline. '.repeat(
        5,
      ),
    ),
    'words of nobody': similar('kubernetes cluster unreachable'),
  },
  readComments: call('readComments', newestQuestion),
  readHistory: call('readHistory', newestQuestion),
  readNewestAnswers: call('readNewestAnswers', own),
  askQuestion: call('askQuestion', (world, n) => ({
    ...own(world),
    body: { question: `Question ${n}?` },
    headers: { 'idempotency-key': randomUUID() },
  })),
  answerQuestion: call('answerQuestion', (world, n) => ({
    ...oldQuestion(world, n),
    body: { answer: 'So.' },
    headers: { 'idempotency-key': randomUUID() },
  })),
  editQuestion: call('editQuestion', (world, n) => ({
    ...oldQuestion(world, n),
    body: { questionText: `Changed ${n}` },
  })),
  markAnswer: {
    async run(send, world, n) {
      const { params } = oldQuestion(world, n);
      // The first comment on a question has its number.
      await call('markAnswer', () => ({ params, body: { comment: params.id } })).run(send, world, n);
      return call('unmarkAnswer', () => ({ params })).run(send, world, n);
    },
  },
  listReports: call('listReports', (world) => ({ params: { s_id: world.batch }, as: world.mentor })),
  listHiddenPosts: call('listHiddenPosts', (world) => ({ params: { s_id: world.batch }, as: world.mentor })),
  favoriteQuestion: call('favoriteQuestion', newestQuestion),
  unfavoriteQuestion: call('unfavoriteQuestion', newestQuestion),
  countUnread: {
    student: call('countUnread', own),
    mentor: call('countUnread', ({ batch, mentor }) => ({ params: { s_id: batch }, as: mentor })),
  },
  findMentionable: call('findMentionable', (world) => ({ ...own(world), query: '?name=Student' })),
  readQuestion: call('readQuestion', (world) => ({
    ...newestQuestion(world),
    body: { comment: String(world.questions) },
  })),
  markUnread: call('markUnread', newestQuestion),
  muteQuestion: call('muteQuestion', newestQuestion),
  unmuteQuestion: call('unmuteQuestion', newestQuestion),
  readAllQuestions: call('readAllQuestions', (world) => ({ ...own(world), body: { version: 1 } })),
  viewQuestion: call('viewQuestion', (world, n) => ({
    params: { s_id: world.batch, id: String(1 + (n % world.questions)) },
    as: world.mentor,
  })),
  listStaffBatches: call('listStaffBatches', ({ mentor }) => ({ as: mentor })),
  listBatchSubmissions: queues,
  readStaffSubmission: call('readStaffSubmission', (world, n) => ({
    params: { id: `W-${1 + (n % world.size)}` },
    as: world.mentor,
  })),
  listBatchProgress: { ...studentLists, 'second page': secondPage },
  readStaffStudent: call('readStaffStudent', ofStudent),
  listMarkedVersions: {
    all: call('listMarkedVersions', ofStudent),
    'of a task': call('listMarkedVersions', (world) => ({ ...ofStudent(world), query: '?task=week-1' })),
  },
  listStudentPosts: call('listStudentPosts', ofStudent),
  listStaffNotes: call('listStaffNotes', ofStudent),
  addStaffNote: call('addStaffNote', (world, n) => ({ ...ofStudent(world), body: { text: `Note ${n}` } })),
  listAnnouncements: call('listAnnouncements', own),
  seeAnnouncement: call('seeAnnouncement', (world) => ({
    params: { s_id: world.student.email, id: String(world.size) },
  })),
  listBatchAnnouncements: call('listBatchAnnouncements', queue('')),
  listBriefs: call('listBriefs', ({ student }) => ({ params: { p_id: 'G001' }, as: student })),
  readOwnBriefs: call('readOwnBriefs', own),
  readSubmissionBrief: call('readSubmissionBrief', ({ mentor }) => ({ params: { id: 'W-1' }, as: mentor })),
  readBatchDates: call('readBatchDates', ({ batch, mentor }) => ({ params: { batch }, as: mentor })),
  readStudentTime: call('readStudentTime', ofStudent),
  extendDueDate: call('extendDueDate', (world, n) => ({
    ...ofStudent(world),
    body: { task: 'viva', until: `20${30 + (n % 60)}-12-24`, reason: `Reason ${n}` },
  })),
  readRubric: call('readRubric', ofRubric),
  changeRubric: {
    async run(send, world, n) {
      const { params, as } = ofRubric(world);
      const path = toPath('changeRubric', params);
      const { body } = await send({ method: 'GET', path, as });
      const original = (JSON.parse(body) as { lines: { id: string }[] }).lines.map(({ id }) => id);
      const lines = [{ text: `It opens, ${n}`, points: 40 }];
      return send({ method: 'PUT', path, as, body: { lines, original } });
    },
  },
  remarkByRubric: call('remarkByRubric', ofRubric),
  listPhrases: call('listPhrases', ({ mentor }) => ({ as: mentor })),
  markSubmission: call('markSubmission', (world, n) => ({
    params: { id: `W-${1 + (n % world.size)}` },
    // A mark that was released long ago can be corrected, and no longer taken back.
    body: { marks: n % 101, comments: `Once more ${n}`, released: true },
    as: world.mentor,
  })),
  releaseMarks: call('releaseMarks', (world, n) => ({
    params: { batch: world.batch },
    body: {
      task: 'week-1',
      released: n % 2 === 0,
      marks: [{ number: `W-${1 + (n % world.size)}`, marks: 50 }],
    },
    as: world.mentor,
  })),
  listOpeners: call('listOpeners', oneOf),
  openSubmission: call('openSubmission', oneOf),
  closeSubmission: call('closeSubmission', oneOf),
  readMarkHistory: call('readMarkHistory', oneOf),
  setCommentFirst: call('setCommentFirst', (world, n) => ({
    params: { batch: world.batch },
    body: { comment_first: n % 2 === 0 },
    as: world.mentor,
  })),
};

const page = (path: (world: World) => string, as: (world: World) => SignedIn): Measured => ({
  run: (send, world) =>
    send({ method: 'GET', path: path(world), as: as(world), headers: { accept: 'text/html' } }),
});
const student = (world: World) => world.student;
const mentor = (world: World) => world.mentor;

/** Whole pages, as a browser gets them. */
export const pages: Record<string, Measured> = {
  '/notices': page(() => '/notices', student),
  '/StudentDashboard': page(() => '/StudentDashboard', student),
  '/ProjectDashboard1': page(() => '/ProjectDashboard1', student),
  '/WeeklySubmission': page(() => '/WeeklySubmission', student),
  '/discussion': page(({ batch }) => `/discussion/${batch}`, student),
  '/discussion, found': page(({ batch }) => `/discussion/${batch}?q=deadline+tool3`, student),
  '/staff': page(() => '/staff', mentor),
  '/staff, fair': page(({ batch }) => `/staff?batch=${batch}&task=week-1&order=fair`, mentor),
  '/staff/batches': page(({ batch }) => `/staff/batches/${batch}`, mentor),
  '/staff/batches, as a table': page(({ batch }) => `/staff/batches/${batch}?as=table`, mentor),
  '/staff/projects/rubric': page(({ project }) => `/staff/projects/${project}/rubric`, mentor),
  '/staff/students': page(({ student: { email } }) => `/staff/students/${encodeURIComponent(email)}`, mentor),
};
