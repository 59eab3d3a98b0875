import { progressSorts } from '#contract/progress/batch-view';
import { dayMs } from '#contract/durations';
import { expectedStages, invitationsOf, stages } from '#contract/people/people-view';
import { similarTextLength } from '#contract/forum/question-view';
import { queueOrders } from '#contract/marking/staff-view';
import { encodeForm } from '#support/encode-form';
import { plannedAnnouncements, rareWordOf, type World } from './seed.ts';
import { finishCalls, officeFinishCalls } from './finish-calls.ts';
import { call, lists, type Measured, type Of, type Role } from './measured.ts';

const asMentor = { as: 'mentor' } as const;
const asAdministrator = { as: 'administrator' } as const;
const ofBatch = { ...asMentor, params: (world: World) => ({ s_id: world.batch }) };
const oldQuestion = (world: World, n: number) => ({ id: String(1 + (n % Math.floor(world.questions / 2))) });
const newestQuestion = { params: (world: World) => ({ id: String(world.questions) }) };
const oneSubmission = {
  ...asMentor,
  params: (world: World, n: number) => ({ id: `W-${1 + (n % world.size)}` }),
};
/** The viva: nobody has submitted it. */
const ofEmptyTask = {
  ...asMentor,
  params: (world: World, n: number) => ({ s_id: `s${1 + (n % world.size)}@example.test`, task: 'viva' }),
};
const similar = (text: string) => `?text=${encodeURIComponent(text.slice(0, similarTextLength))}`;
const dayIn = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
const middle = ({ size }: World) => Math.ceil(size / 2);

const workForm = encodeForm([
  ['selectedWeek', '1'],
  ['links', 'https://x.test'],
  ['files', { name: 'work.txt', bytes: 'work' }],
]);

/** The first page of a batch's students, in every order of every choice. */
const progress = progressSorts.flatMap((sort) =>
  Object.entries({
    everybody: '',
    'nothing submitted': '&filter=unsubmitted',
    'without a task': '&filter=unsubmitted-viva',
    silent: '&filter=silent',
    late: '&filter=late',
    waiting: '&filter=waiting',
    'of a project': '&project=G001',
  }).map(([what, query]) => [`by ${sort}, ${what}`, `?sort=${sort}${query}`] as const),
);

/** The first page of a batch's submissions in every order of every choice, and the page after one of the middle. */
const queues = queueOrders.flatMap((order) =>
  Object.entries({
    all: '',
    'of one task': '&task=week-2',
    'of a task that is all marked': '&task=week-4&state=submitted',
    'of an empty task': '&task=viva',
    'without a mark': '&state=submitted',
    marked: '&state=marked',
    'of a task, without a mark': '&task=week-2&state=submitted',
    'of a task, marked': '&task=week-1&state=marked',
    'not released': '&state=held-back',
    'of a task, not released': '&task=week-1&state=held-back',
    'with a review request': '&state=second-look',
    'of my students': '&assigned_to=me',
    'of students of nobody, without a mark': '&assigned_to=nobody&state=submitted',
    'a later page': '&before=W-45',
  }).map(([what, query]) => [`${order}, ${what}`, `?order=${order}${query}`] as const),
);

const lineDay = ({ linesFrom }: World) => new Date(linesFrom).toISOString().slice(0, 10);
const laterLines = ({ linesFrom }: World) => `after=${linesFrom + 80}-80`;

/** The newest lines of the audit log by each filter, and a later page. */
const audit: Record<string, string | Of<string>> = {
  all: '',
  'of a kind': '?kind=marks',
  'of a kind that has few': '?kind=people',
  'of somebody': '?who=mentor@example.test',
  'of somebody and a kind': '?who=mentor@example.test&kind=people',
  'of the operator': '?who=operator',
  'of the operator and a kind': '?who=operator&kind=catalogue',
  'about somebody': '?whom=me@example.test',
  'about a submission': '?whom=W-7',
  'about somebody, by somebody': '?whom=me@example.test&who=mentor@example.test',
  'about somebody, of a kind': '?whom=me@example.test&kind=marks',
  'about somebody, of a kind that has few': '?whom=me@example.test&kind=people',
  'of some days': (world) => `?from=${lineDay(world)}&to=${lineDay(world)}`,
  'of some days without lines': '?from=2026-01-01&to=2026-01-02',
  'of a kind, on some days': (world) => `?kind=marks&from=${lineDay(world)}&to=${lineDay(world)}`,
  'a later page': (world) => `?${laterLines(world)}`,
  'of somebody, a later page': (world) => `?who=mentor@example.test&${laterLines(world)}`,
};

/**
 * An administrator's calls, measured on their own: an administrator reads the names of all batches, of which both sides
 * have as many here.
 */
export const officeCalls: readonly Measured[] = [
  call('readOffice', asAdministrator),
  ...lists('listAudit', audit, asAdministrator),
  ...lists(
    'listPeople',
    {
      everybody: '',
      'a later page': '?after=90',
      'a name that everybody has': '?q=student',
      // Its last word begins no other: as many people have it at each size.
      'a name of one': ({ size }) => `?q=student+${size + 999}`,
      'an email': '?q=s77@example.test',
      'a phone of nobody': '?q=98765+43210',
      'a name, of a stage': '?q=student&stage=waiting',
      'of a batch': '?batch=GROWTH-2026',
      'of a batch, of a stage': '?batch=GROWTH-2026&stage=waiting',
      'who typed a batch': '?typed=elsewhere',
      ...Object.fromEntries(stages.map((stage) => [stage, `?stage=${stage}`])),
      'and imported people': '?with=imported',
      'and imported people, a later page': '?with=imported&after=90.90',
      'imported people by a name that everybody has': '?with=imported&q=expected',
      'imported people by a name of one': '?with=imported&q=p78@example.test',
      'imported people by a phone of nobody': '?with=imported&q=98765+43210',
      ...Object.fromEntries(
        expectedStages.flatMap((stage) => [
          [stage, `?with=imported&stage=${stage}`],
          [`${stage}, of a batch`, `?with=imported&stage=${stage}&batch=GROWTH-2026`],
          [
            `${stage}, by an invitation`,
            `?with=imported&stage=${stage}&invitation=${invitationsOf[stage][0]}`,
          ],
          [`${stage}, by a name`, `?with=imported&stage=${stage}&q=p78@example.test`],
        ]),
      ),
    },
    asAdministrator,
  ),
  call('readPerson', asAdministrator),
  call('correctProfile', {
    ...asAdministrator,
    body: (_, n) => ({ name: `Asha ${String.fromCharCode(65 + (n % 26))}`, phone: '9876543210' }),
  }),
  call('readPeopleReach', {
    ...asAdministrator,
    query: '?act=place&batch=GROWTH-2026&ids=3,4,5,6,7,8,9,10',
  }),
  call('listCatalogue', asAdministrator),
  call('readCourseEntry', asAdministrator),
  call('readBatchEntry', asAdministrator),
  call('readRetention', asAdministrator),
  call('readBatchHold', asAdministrator),
  ...officeFinishCalls,
  // Nothing is untold.
  call('publishVivas', {
    ...asAdministrator,
    body: () => ({ first: 0, moved: 0, cancelled: 0, examiners: 0 }),
  }),
  call('listVivaMessages', asAdministrator),
  call('readAbsence', asAdministrator),
  call('readProjectEntry', asAdministrator),
  call('listCatalogueFiles', asAdministrator),
];

/** What students and mentors do where something grows. */
export const calls: readonly Measured[] = [
  call('logIn', {
    as: () => null,
    body: ({ student, password }) => ({ email: student.email, password }),
    atMost: 12,
  }),
  call('readSession'),
  call('readOwnAccount'),
  // The portal's own words are the second version.
  call('giveConsent', { body: () => ({ terms: 2 }) }),
  call('readCertificateName'),
  call('listCertificates'),
  call('keepCertificates', { body: (_, n) => ({ keeps: n % 2 === 0 }) }),
  call('readCertificate', { params: () => ({ number: 'CERT-2026-0' }) }),
  call('changeGuardian', { body: (_, n) => ({ name: `Latha ${n}`, contact: '98' }) }),
  ...lists('listNotices', {
    newest: '',
    'not read': '?unread=true',
    older: (world) => `?before=${middle(world) + 10}`,
  }),
  call('readNotices', { body: (world, n) => ({ about: `question:${1 + (n % world.questions)}` }) }),
  ...lists('suggestBatches', { 'a name': '?q=growth', nothing: '?q=nowhere' }),
  call('readStudentCourse'),
  call('listAvailableProjects'),
  call('readSelection'),
  call('selectProject', {
    as: ({ undecided }, n) => undecided[n % undecided.length] ?? null,
    body: ({ undecided, project }, n) => ({ sp_id: undecided[n % undecided.length]?.email, p_id: project }),
    atMost: 100,
  }),
  call('preferProject', {
    as: ({ undecided }, n) => undecided[n % undecided.length] ?? null,
    params: ({ undecided }, n) => ({ s_id: undecided[n % undecided.length]?.email ?? '' }),
    body: () => ({ p_id: null }),
  }),
  call('readProject'),
  call('readReferences'),
  call('readTimeline'),
  call('readVivaTime'),
  call('readVivaRequest'),
  call('readResult'),
  call('readResult', { ...asMentor, what: 'mentor' }),
  call('readTimeline', { ...asMentor, what: 'mentor' }),
  call('readWeeklyStatus'),
  ...lists('listSubmissions', {
    newest: '',
    older: (world) => `?before=${world.numberOf(middle(world) + 10)}`,
  }),
  call('uploadWeek', { headers: workForm.headers, body: () => workForm.body }),
  call('readReceipt', { params: (world) => ({ number: world.numberOf(7) }) }),
  ...lists('readDiscussion', { newest: '', older: (world) => `?before=${middle(world) + 25}` }),
  call('readDiscussion', { ...ofBatch, what: 'mentor' }),
  ...lists('readPrivate', { newest: '', older: (world) => `?before=${middle(world)}` }),
  call('readPrivate', { ...ofBatch, what: 'mentor' }),
  ...lists('findQuestions', {
    'a word that all have': '?q=deadline',
    'a word that a fifth have': '?q=tool3',
    'a word of one': (_, n) => `?q=${rareWordOf(1 + (n % 90))}`,
    'a word of nobody': '?q=kubernetes',
    'words of each kind': '?q=deadline+of+week+3+with+tool3',
    'another form, another script': `?q=${encodeURIComponent('ഡെഡ്‌ലൈൻ deadlines')}`,
    'a word, own': '?q=deadline&filter=mine',
    'a word, favorites': '?q=deadline&filter=favorites',
    'a word, not answered': '?q=deadline&filter=unanswered',
    'a word, solved': '?q=deadline&filter=solved',
    'a word, unread': '?q=deadline&filter=unread',
    'a word, the oldest first': '?q=deadline&sort=oldest',
    'a later page': (world) => `?after=${middle(world) + 25}&sort=newest`,
    own: '?filter=mine',
    favorites: '?filter=favorites',
    'not answered': '?filter=unanswered',
    solved: '?filter=solved',
    unread: '?filter=unread',
    pinned: '?filter=pinned',
    'the oldest first': '?sort=oldest',
  }),
  ...lists('findSimilarQuestions', {
    'a question': similar('How do I hand in week 3 with tool3 before the deadline?'),
    'other words': similar('deadline over, can week 3 still be handed in when tool2 does not start'),
    'a long text': similar(
      'My tool3 does not start, and I have to hand in week 3 before the deadline. '.repeat(6),
    ),
    'words of nobody': similar('kubernetes cluster unreachable'),
  }),
  call('readComments', newestQuestion),
  call('readHistory', newestQuestion),
  call('readNewestAnswers'),
  call('askQuestion', { body: (_, n) => ({ question: `Question ${n}?` }) }),
  call('answerQuestion', { params: oldQuestion, body: () => ({ answer: 'So.' }) }),
  call('editQuestion', { params: oldQuestion, body: (_, n) => ({ questionText: `Changed ${n}` }) }),
  // The first comment on a question has its number.
  call('markAnswer', { params: oldQuestion, body: (world, n) => ({ comment: oldQuestion(world, n).id }) }),
  call('unmarkAnswer', { params: oldQuestion }),
  call('listReports', ofBatch),
  call('listHiddenPosts', ofBatch),
  call('favoriteQuestion', newestQuestion),
  call('unfavoriteQuestion', newestQuestion),
  call('countUnread'),
  call('countUnread', { ...ofBatch, what: 'mentor' }),
  call('findMentionable', { query: '?name=Student' }),
  call('readQuestion', { ...newestQuestion, body: (world) => ({ comment: String(world.questions) }) }),
  call('markUnread', newestQuestion),
  call('muteQuestion', newestQuestion),
  call('unmuteQuestion', newestQuestion),
  call('readAllQuestions', { body: () => ({ version: 1 }) }),
  call('viewQuestion', {
    ...asMentor,
    params: (world, n) => ({ s_id: world.batch, id: String(1 + (n % world.questions)) }),
  }),
  call('listOwnVivas', asMentor),
  call('listStaffBatches', asMentor),
  ...lists('listBatchSubmissions', Object.fromEntries(queues), asMentor),
  call('readStaffSubmission', oneSubmission),
  ...lists('listBatchProgress', Object.fromEntries(progress), asMentor),
  call('readStaffStudent', asMentor),
  ...lists('listMarkedVersions', { all: '', 'of a task': '?task=week-1' }, asMentor),
  call('listStudentPosts', asMentor),
  call('listStaffNotes', asMentor),
  call('addStaffNote', { ...asMentor, body: (_, n) => ({ text: `Note ${n}` }) }),
  call('listAnnouncements'),
  call('seeAnnouncement', { params: (world) => ({ id: String(world.size) }) }),
  call('listBatchAnnouncements', asMentor),
  call('listPlannedAnnouncements', asMentor),
  call('announceToBatches', {
    ...asMentor,
    body: (world, n) => ({ batches: [world.batch], text: `Announced ${n}`, until: dayIn(7) }),
  }),
  call('editPlannedAnnouncement', {
    ...asMentor,
    params: (_, n) => ({ id: String(1 + (n % plannedAnnouncements)) }),
    body: (_, n) => ({ text: `Planned ${n}`, until: dayIn(14), publish_at: `${dayIn(7 + (n % 5))}T09:00` }),
  }),
  call('listBriefs'),
  call('readOwnBriefs'),
  call('readVivaPreparation'),
  call('readRemoteConsent'),
  call('listWithoutRemoteConsent', asAdministrator),
  call('readVivaBank', asMentor),
  call('readSubmissionBrief', oneSubmission),
  call('readResultRule', asMentor),
  ...finishCalls,
  call('readBatchDates', asMentor),
  call('readStudentTime', asMentor),
  call('listExtensionRequests', asMentor),
  call('readRubric', asMentor),
  call('remarkByRubric', asMentor),
  call('listPhrases', asMentor),
  ...(['receipt', 'mark'] as const).map((mail) =>
    call('previewMailWords', {
      ...asAdministrator,
      what: mail,
      params: () => ({ mail }),
      body: () => ({ subject: 'Dear {name}', body: '{task}' }),
    }),
  ),
  call('listPhrasesForStudent', {
    ...asMentor,
    params: (world, n) => ({ s_id: ofEmptyTask.params(world, n).s_id }),
  }),
  call('readMarkingShares', asMentor),
  call('listSharedStudents', asMentor),
  // One student, back and forth: the division of a whole batch writes a row for each.
  call('divideMarking', {
    ...asMentor,
    body: (world, n) => ({ of: 'students', students: [`s${1 + (n % world.size)}@example.test`], to: [] }),
  }),
  call('listLineComments', oneSubmission),
  call('listOwnLineComments', {
    ...asMentor,
    params: () => ({ s_id: 's1@example.test' }),
    query: '?receipt=W-1',
  }),
  call('changeLineComment', {
    ...asMentor,
    params: () => ({ id: 'W-1', comment: '1' }),
    body: (_, n) => ({ text: `Name it ${n}.` }),
  }),
  call('markSubmission', {
    ...oneSubmission,
    // A mark that was released long ago can be corrected, and no longer withdrawn.
    body: (_, n) => ({ marks: n % 101, comments: `Once more ${n}`, released: true }),
  }),
  // Before more are recorded.
  ...lists('listUnreleasedRecords', { all: '', 'of a task': '?task=final' }, asMentor),
  call('readRecordedMark', ofEmptyTask),
  call('recordMark', { ...ofEmptyTask, body: () => ({ status: 'excused' }) }),
  ...lists('listUnsubmitted', { all: '?task=viva', 'a later page': '?task=viva&after=45' }, asMentor),
  call('releaseRecords', {
    ...asMentor,
    body: (world, n) => ({
      records: [{ ...ofEmptyTask.params(world, n), status: 'excused', marks: null }],
    }),
  }),
  call('countTaskStates', asMentor),
  call('messageStudents', {
    ...asMentor,
    body: (_, n) => ({ text: `Please submit ${n}.`, students: ['me@example.test'] }),
  }),
  call('recordNotSubmitted', {
    ...asMentor,
    body: () => ({ task: 'viva', students: ['me@example.test'] }),
  }),
  call('releaseMarks', {
    ...asMentor,
    body: (world, n) => ({
      task: 'week-1',
      released: n % 2 === 0,
      marks: [{ number: `W-${1 + (n % world.size)}`, marks: 50 }],
    }),
  }),
  call('releaseTasks', {
    ...asMentor,
    body: (world, n) => ({
      released: n % 2 === 0,
      tasks: [{ task: 'week-1', marks: [{ number: `W-${1 + (n % world.size)}`, marks: 50 }] }],
    }),
  }),
  call('listOpeners', oneSubmission),
  call('openSubmission', oneSubmission),
  call('closeSubmission', oneSubmission),
  call('readMarkHistory', oneSubmission),
];

const page = (path: string | Of<string>, as: Role = 'student', what = ''): Measured => ({
  name: 'page',
  what: `page ${what || String(path)}`,
  request: (world, n) => ({
    method: 'GET',
    path: typeof path === 'string' ? path : path(world, n),
    as: world[as],
    headers: { accept: 'text/html' },
  }),
});

export const pages: readonly Measured[] = [
  page('/notices'),
  page('/StudentDashboard'),
  page('/ProjectDashboard1'),
  page('/WeeklySubmission'),
  page(({ batch }) => `/discussion/${batch}`, 'student', '/discussion'),
  page(({ batch }) => `/discussion/${batch}?q=deadline+tool3`, 'student', '/discussion, found'),
  page('/staff', 'mentor'),
  page(({ batch }) => `/staff/batches/${batch}?as=arches`, 'mentor', '/staff/batches'),
  page(({ batch }) => `/staff/batches/${batch}`, 'mentor', '/staff/batches, as a table'),
  page(({ project }) => `/staff/projects/${project}/rubric`, 'mentor', '/staff/projects/rubric'),
  page(({ student }) => `/staff/students/${encodeURIComponent(student.email)}`, 'mentor', '/staff/students'),
];
