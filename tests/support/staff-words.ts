import { dayMs } from '#contract/durations';
import type { Fixture } from './access-table.ts';
import { buildRubricLine, buildSelection, buildSubmission } from './factories.ts';
import type { Answer } from './test-app.ts';

/** In all that is for staff alone, and in nothing else: numbers that nobody gives, and a word that nobody writes. */
export const staffWords = /canary-7f3a|73\.125|61\.375/;

/** In what the student and the staff may read, and no other student. */
export const ownWords = /canary-own-2b9d/;

const released = { marks: 70, comments: 'Fair.', released: true };
const unreleased = (what: string) => ({ marks: 73.125, comments: `canary-7f3a ${what}`, released: false });
const reasonFor = (what: string) => `canary-7f3a reason for ${what}`;

function expectTaken({ status, body }: Answer): void {
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
}

const accountId = async ({ app }: Fixture, email: string): Promise<number> =>
  (
    await app.context.database.reader
      .selectFrom('accounts')
      .where('email', '=', email)
      .select('id')
      .executeTakeFirstOrThrow()
  ).id;

type Task = 'week-1' | 'week-2' | 'week-3' | 'week-4';
type Line = { id: string; text: string; points: number };

/** Acts as the student, who submits, and the mentor, who marks. */
async function makeMarking(fixture: Fixture) {
  const { app, clients, emails } = fixture;
  const account_id = await accountId(fixture, emails.student);
  return {
    submit: async (task: Task, version = 1) =>
      (await buildSubmission(app.context, { account_id, task, version })).number,
    mark: async (number: string, body: object) =>
      expectTaken(await clients.mentor.put(`/api/staff/submissions/${number}/mark`, body)),
  };
}
type Marking = Awaited<ReturnType<typeof makeMarking>>;

/** Marks that are not released, taken back, or changed since; and a note. */
async function plantMarks({ clients, emails }: Fixture, { submit, mark }: Marking): Promise<void> {
  expectTaken(
    await clients.mentor.post(`/api/staff/students/${emails.student}/notes`, { text: 'canary-7f3a note' }),
  );
  await mark(await submit('week-3'), released);
  await mark(await submit('week-3', 2), unreleased('for a version after the released one'));
  const takenBack = await submit('week-4');
  await mark(takenBack, { marks: 61.375, comments: 'canary-7f3a taken back', released: true });
  await mark(takenBack, { marks: 61.375, comments: 'canary-7f3a taken back', released: false });
}

/** Marks without a file that are not released, taken back, or changed since; and a review of one, for this student's eyes. */
async function plantRecords({ clients, emails }: Fixture): Promise<void> {
  const { student, mentor, administrator } = clients;
  const urlOf = (task: string) => `/api/staff/students/${emails.student}/tasks/${task}/recorded`;
  const marked = (comments: string) => ({ status: 'marked', marks: 61.375, comments });
  const held = unreleased('for a mark without a file');
  expectTaken(await mentor.put(urlOf('final'), { ...held, status: 'marked' }));
  const takenBack = marked('canary-7f3a taken back without a file');
  const isReleased = (released: boolean) => ({ released, began: { released: !released } });
  expectTaken(await mentor.put(urlOf('viva'), takenBack));
  expectTaken(await mentor.put(urlOf('viva'), { ...takenBack, ...isReleased(true) }));
  expectTaken(await mentor.put(urlOf('viva'), { ...takenBack, ...isReleased(false) }));
  const given = { status: 'absent', marks: null, comments: 'canary-own-2b9d absent', released: true };
  expectTaken(await mentor.put(urlOf('viva'), { ...given, began: { ...takenBack, released: false } }));
  expectTaken(
    await student.post(`/api/students/secondLook/${emails.student}`, {
      task: 'viva',
      version: null,
      reason: 'canary-own-2b9d was there',
    }),
  );
  const review = `${urlOf('viva')}/second-look`;
  expectTaken(await mentor.put(`${review}/comment`, { comment: 'canary-own-2b9d not seen' }));
  expectTaken(await administrator.put(review, { answer: 'canary-own-2b9d absent it is' }));
}

/**
 * Lines that were in a rubric and are no more: those that nobody was given; those of a mark that is not released; those of a mark
 * before its release and at it. The lines in force are for students. And reasons for other marks than the lines come to, one
 * of them beside a released mark.
 */
async function plantRubrics(fixture: Fixture, { submit, mark }: Marking): Promise<void> {
  const { app, clients, project, submission } = fixture;
  const line = async (task: Task, text: string) =>
    String((await buildRubricLine(app.context, { project_id: project, task, text })).id);
  const by = (id: string, what: string) => ({ rubric: { lines: [id], reason: reasonFor(what) } });

  const held = await line('week-2', 'canary-7f3a line of a mark that is held back');
  await line('week-2', 'canary-7f3a line that nobody was given');
  await mark(await submit('week-2'), {
    ...unreleased('by a rubric'),
    ...by(held, 'marks that are held back'),
  });
  const rubricOf = (task: Task) => `/api/staff/projects/${project}/rubric/${task}`;
  const change = async (task: Task, by: (standing: Line[]) => Line[]) => {
    const standing: Line[] = (await clients.mentor.get(rubricOf(task))).body.lines;
    const original = standing.map(({ id }) => id);
    expectTaken(await clients.mentor.put(rubricOf(task), { lines: by(standing), original }));
  };
  await change('week-2', (lines) => lines.map((one, index) => ({ ...one, text: `Now line ${index}` })));
  const { body } = await clients.mentor.post(`${rubricOf('week-2')}/remark`);
  if (body.remarked !== 1) throw new Error('No mark has followed the rubric');

  const former = await line('week-1', 'canary-7f3a line of a mark before it was changed');
  const given = await line('week-1', 'canary-own-2b9d line of the released mark');
  await mark(submission, {
    ...unreleased('before it was changed'),
    ...by(former, 'marks before their change'),
  });
  await mark(submission, { ...released, ...by(given, 'marks that are released') });
  await change('week-1', (lines) => lines.filter(({ id }) => id !== former && id !== given));
}

/** Reasons for more time, a corrected start and an undone choice: students are told what was done, not why. */
async function plantReasons(fixture: Fixture): Promise<void> {
  const { app, clients, emails, batch, project } = fixture;
  const { mentor, administrator } = clients;
  const ofStudent = `/api/staff/students/${emails.student}`;
  const ofClassmate = `/api/staff/students/${emails.classmate}`;
  await buildSelection(app.context, {
    account_id: await accountId(fixture, emails.classmate),
    project_id: project,
    started_at: app.clock.now() - 29 * dayMs,
  });
  expectTaken(
    await mentor.post(`/api/staff/batches/${batch}/outage`, {
      from: '2026-11-20T15:30',
      to: '2026-11-20T16:30',
      reason: reasonFor('an outage'),
    }),
  );
  expectTaken(
    await mentor.post(`${ofStudent}/extensions`, {
      task: 'viva',
      until: '2027-01-15',
      reason: reasonFor('more time'),
    }),
  );
  const start = { start: '2026-10-20T09:00', reason: reasonFor('a corrected start') };
  expectTaken(await mentor.post(`${ofStudent}/start`, start));
  const undone = { p_id: project, reason: reasonFor('an undone choice') };
  expectTaken(await administrator.post(`${ofClassmate}/undo-selection`, undone));
}

/** A review, asked for, commented by the one mentor and answered by the office: for this student's eyes. */
async function plantReview({ clients, emails, submission }: Fixture): Promise<void> {
  expectTaken(
    await clients.student.post(`/api/students/secondLook/${emails.student}`, {
      task: 'week-1',
      version: 1,
      reason: 'canary-own-2b9d asked',
    }),
  );
  expectTaken(
    await clients.mentor.put(`/api/staff/submissions/${submission}/second-look/comment`, {
      comment: 'canary-own-2b9d commented',
    }),
  );
  expectTaken(
    await clients.administrator.put(`/api/staff/submissions/${submission}/second-look`, {
      answer: 'canary-own-2b9d answered',
    }),
  );
}

/** A request for an extension, and its answer: for this student's eyes. */
async function plantExtensionRequest({ clients, emails }: Fixture): Promise<void> {
  const asked = await clients.student.post(`/api/students/extensionRequest/${emails.student}`, {
    task: 'viva',
    until: '2027-02-15',
    reason: 'canary-own-2b9d asked for time',
  });
  expectTaken(asked);
  const { id } = asked.body.extension_request;
  const url = `/api/staff/students/${emails.student}/extension-requests/${id}`;
  const declined = { answer: 'declined', words: 'canary-own-2b9d declined' };
  expectTaken(await clients.mentor.put(url, declined));
}

/** A panel alone gives the mark of its viva. */
async function withoutPanel(fixture: Fixture): Promise<void> {
  const account_id = await accountId(fixture, fixture.emails.student);
  await fixture.app.context.database.transaction((writer) =>
    writer.deleteFrom('viva_slots').where('account_id', '=', account_id).execute(),
  );
}

/**
 * Plants words of staff wherever staff can write some about a student: notes, marks that are not released or were changed, rubrics,
 * reasons. And words that only this student may read.
 */
export async function plantStaffWords(fixture: Fixture): Promise<void> {
  const marking = await makeMarking(fixture);
  await withoutPanel(fixture);
  await plantMarks(fixture, marking);
  await plantRecords(fixture);
  await plantRubrics(fixture, marking);
  await plantReasons(fixture);
  await plantReview(fixture);
  await plantExtensionRequest(fixture);
}
