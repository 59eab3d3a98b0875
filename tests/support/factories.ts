import { insertPastPrivateQuestion } from '#server/private-questions/insert-history';
import { createHash, randomBytes } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import { foldedColumns } from '#contract/fold-text';
import { batchKey } from '#contract/limits';
import { defaultRule, type ResultRule } from '#contract/results/rule';
import type { AppContext } from '#server/platform/context';
import type { Tables } from '#server/platform/database/schema';

/**
 * Rows for tests, made straight in the database: each factory fills in what a test does not name, missing parents too.
 */
type Rows = { [T in keyof Tables]: Selectable<Tables[T]> };
type Overrides<T extends keyof Tables> = Partial<Insertable<Tables[T]>>;
type Context = Pick<AppContext, 'database' | 'clock'>;

let count = 0;
const next = (): number => ++count;

async function insert<T extends keyof Tables>(
  context: Context,
  table: T,
  values: Insertable<Tables[T]>,
): Promise<Rows[T]> {
  return context.database.transaction(
    (writer) =>
      writer
        .insertInto(table)
        .values(values as never)
        .returningAll()
        .executeTakeFirstOrThrow() as unknown as Promise<Rows[T]>,
  );
}

export function buildCourse(
  context: Context,
  overrides: Overrides<'courses'> = {},
): Promise<Rows['courses']> {
  return insert(context, 'courses', { name: `Course ${next()}`, ...overrides });
}

export async function buildBatch(
  context: Context,
  overrides: Overrides<'batches'> = {},
): Promise<Rows['batches']> {
  const name = overrides.name ?? `BATCH-${next()}`;
  return insert(context, 'batches', {
    name,
    name_key: batchKey(name),
    course_id: overrides.course_id ?? (await buildCourse(context)).id,
    starts_at: Date.parse('2026-11-01T18:30:00.000Z'),
    viva_deadline: null,
    is_open: 1,
    is_default: 0,
    ...overrides,
  });
}

export async function buildProject(
  context: Context,
  overrides: Overrides<'projects'> = {},
): Promise<Rows['projects']> {
  const id = overrides.id ?? `P${String(next()).padStart(3, '0')}`;
  return insert(context, 'projects', {
    id,
    course_id: overrides.course_id ?? (await buildCourse(context)).id,
    name: `Project ${id}`,
    details: `What ${id} is about.`,
    overview: JSON.stringify(['Plan', 'Build']),
    prerequisite_knowledge: JSON.stringify(['HTML']),
    job_opportunities: JSON.stringify(['Developer']),
    background_image: `/images/${id}.svg`,
    project_url: `/documents/${id}.html`,
    ref1: 'https://example.test/1',
    ref2: 'https://example.test/2',
    ref3: 'https://example.test/3',
    ref4: 'https://example.test/4',
    ...overrides,
  });
}

/** A picture or document of the catalogue; the hash is that of its text. */
export function buildCatalogueFile(
  context: Context,
  input: { path: string; content_type: string; text: string },
): Promise<Rows['catalogue_files']> {
  const { text, ...row } = input;
  const sha256 = createHash('sha256').update(text).digest('hex');
  return insert(context, 'catalogue_files', { ...row, sha256, body: Buffer.from(text) });
}

/** A course, and a batch and a project of another one, and a picture, that nobody uses: their names. */
export async function buildUnused(
  context: Context,
  course_id: number,
): Promise<{ course: string; batch: string; project: string; file: string }> {
  const course = await buildCourse(context);
  const batch = await buildBatch(context, { course_id });
  const project = await buildProject(context, { course_id });
  const file = `unused-${next()}.svg`;
  await buildCatalogueFile(context, {
    path: `/images/${file}`,
    content_type: 'image/svg+xml',
    text: '<svg/>',
  });
  return { course: course.name, batch: batch.name, project: project.id, file };
}

function account(context: Context, overrides: Overrides<'accounts'>): Promise<Rows['accounts']> {
  const id = next();
  return insert(context, 'accounts', {
    email: `person${id}@example.test`,
    name: `Person ${id}`,
    role: 'student',
    created_at: context.clock.now(),
    ...overrides,
    ...foldedColumns(overrides.name ?? ''),
  });
}

/** A student; in a batch of its own unless `batch_id` says otherwise (null: waiting for placement). */
export async function buildStudent(
  context: Context,
  overrides: Overrides<'accounts'> = {},
): Promise<Rows['accounts']> {
  const batch_id = overrides.batch_id === undefined ? (await buildBatch(context)).id : overrides.batch_id;
  return account(context, { confirmed_at: context.clock.now(), ...overrides, batch_id });
}

/** What was imported about somebody without an account. */
export function buildImportedPerson(
  context: Context,
  overrides: Overrides<'imported_people'> = {},
): Promise<Rows['imported_people']> {
  return insert(context, 'imported_people', {
    email: `invited${next()}@example.test`,
    name: 'Asha Rao',
    phone: '9876543210',
    batch_id: null,
    exit_score: null,
    grade: null,
    imported_at: context.clock.now(),
    ...overrides,
  });
}

/** A mentor of the given batches. */
export async function buildMentor(
  context: Context,
  batchIds: readonly number[] = [],
  overrides: Overrides<'accounts'> = {},
): Promise<Rows['accounts']> {
  const mentor = await account(context, { role: 'mentor', ...overrides });
  for (const batch_id of batchIds) {
    await insert(context, 'batch_mentors', { batch_id, name: mentor.name, account_id: mentor.id });
  }
  return mentor;
}

/** Invited to examine, and for nothing else. */
export async function buildExaminer(
  context: Context,
  invited_by: number,
  overrides: Overrides<'accounts'> = {},
): Promise<Rows['accounts']> {
  const examiner = await account(context, { role: 'mentor', ...overrides });
  const invited_at = context.clock.now();
  await insert(context, 'examiner_accounts', { account_id: examiner.id, invited_by, invited_at });
  return examiner;
}

/** A time for a student, in a day at the full hour unless `starts_at` is given. */
export async function buildViva(
  context: Context,
  {
    panel,
    ...overrides
  }: Overrides<'viva_slots'> & { batch_id: number; account_id: number; panel: number[] },
): Promise<Rows['viva_slots']> {
  const room_key = `room ${next()}`;
  const { id: room_id } = await insert(context, 'viva_rooms', { room_key, name: 'Room 9', link: null });
  const hourMs = 3_600_000;
  const slot = await insert(context, 'viva_slots', {
    purpose: 'viva',
    room_id,
    starts_at: Math.ceil(context.clock.now() / hourMs) * hourMs + 24 * hourMs,
    minutes: 20,
    buffer: 5,
    placed_by: panel[0] ?? overrides.account_id,
    placed_at: context.clock.now(),
    ...overrides,
  });
  for (const account_id of panel) await insert(context, 'viva_panels', { slot_id: slot.id, account_id });
  return slot;
}

export function buildAdministrator(
  context: Context,
  overrides: Overrides<'accounts'> = {},
): Promise<Rows['accounts']> {
  return account(context, { role: 'administrator', ...overrides });
}

/** A selection; the student's own batch's course has the project unless `project_id` is given. */
export async function buildSelection(
  context: Context,
  overrides: Overrides<'selections'> & { account_id: number },
): Promise<Rows['selections']> {
  let { project_id } = overrides;
  if (project_id === undefined) {
    const batch = await context.database.reader
      .selectFrom('accounts')
      .innerJoin('batches', 'batches.id', 'accounts.batch_id')
      .where('accounts.id', '=', overrides.account_id)
      .select('batches.course_id')
      .executeTakeFirstOrThrow();
    project_id = (await buildProject(context, { course_id: batch.course_id })).id;
  }
  return insert(context, 'selections', { started_at: context.clock.now(), ...overrides, project_id });
}

export async function buildSubmission(
  context: Context,
  overrides: Overrides<'submissions'> & { account_id: number },
): Promise<Rows['submissions']> {
  return insert(context, 'submissions', {
    task: 'week-1',
    version: 1,
    // Begins as a real one: a CSV marks what begins with `-`.
    number: `CAP-${randomBytes(9).toString('hex')}`,
    submitted_at: context.clock.now(),
    late: 0,
    links: 'https://example.test/work',
    comments: '',
    ...overrides,
  });
}

export function buildMark(
  context: Context,
  overrides: Overrides<'marks'> & { submission_id: number },
): Promise<Rows['marks']> {
  return insert(context, 'marks', {
    marks: 80,
    comments: 'Well done.',
    released: 1,
    marked_by: null,
    marked_at: context.clock.now(),
    ...overrides,
  });
}

/** At line 1 of a version's file; without a version, of a new one. */
export async function buildLineComment(
  context: Context,
  overrides: Partial<Overrides<'line_comments'>> = {},
): Promise<Rows['line_comments']> {
  const { id: written_by } = await buildMentor(context);
  const of = { account_id: overrides.account_id ?? (await buildStudent(context)).id };
  const { id: submission_id } =
    overrides.submission_id === undefined
      ? await buildSubmission(context, of)
      : { id: overrides.submission_id };
  return insert(context, 'line_comments', {
    ...of,
    submission_id,
    line: 1,
    text: 'Name it.',
    written_by,
    written_at: context.clock.now(),
    ...overrides,
  });
}

/** A mark without a file, of the student's current choice. */
export async function buildRecord(
  context: Context,
  overrides: Overrides<'recorded_marks'> & { account_id: number },
): Promise<Rows['recorded_marks']> {
  const choice = await context.database.reader
    .selectFrom('selections')
    .where('account_id', '=', overrides.account_id)
    .select(['started_at', 'chosen_at'])
    .executeTakeFirst();
  return insert(context, 'recorded_marks', {
    task: 'week-1',
    choice: choice?.chosen_at ?? choice?.started_at ?? 1,
    status: 'absent',
    marks: 0,
    comments: 'Did not come.',
    released: 1,
    recorded_at: context.clock.now(),
    ...overrides,
  });
}

/** A line of a rubric, as it stands: after the others of its project and task. */
export async function buildRubricLine(
  context: Context,
  overrides: Overrides<'rubric_lines'> & { project_id: string },
): Promise<Rows['rubric_lines']> {
  const line = await insert(context, 'rubric_lines', {
    task: 'week-1',
    text: `Line ${next()}`,
    points: 10,
    is_optional: 0,
    made_at: context.clock.now(),
    ...overrides,
  });
  const { project_id, task, id } = line;
  await insert(context, 'rubric_places', { project_id, task, position: id, line_id: id });
  return line;
}

/** The first version of a batch's result rule, by an administrator. */
export async function buildResultRule(
  context: Context,
  { rule, ...overrides }: Omit<Overrides<'result_rules'>, 'rule'> & { rule?: Partial<ResultRule> } = {},
): Promise<Rows['result_rules']> {
  return insert(context, 'result_rules', {
    batch_id: overrides.batch_id ?? (await buildBatch(context)).id,
    version: 1,
    rule: JSON.stringify({ ...defaultRule, ...rule }),
    reason: null,
    made_by: overrides.made_by ?? (await buildAdministrator(context)).id,
    made_at: context.clock.now(),
    ...overrides,
  });
}

/** What staff note about a student. */
export function buildNote(
  context: Context,
  overrides: Overrides<'staff_notes'> & { account_id: number; author_id: number },
): Promise<Rows['staff_notes']> {
  return insert(context, 'staff_notes', {
    text: `Note ${next()}.`,
    created_at: context.clock.now(),
    ...overrides,
  });
}

/** What a mentor announced to a batch, pinned for a week. */
export function buildAnnouncement(
  context: Context,
  overrides: Overrides<'announcements'> & { batch_id: number; author_id: number },
): Promise<Rows['announcements']> {
  const now = context.clock.now();
  return insert(context, 'announcements', {
    text: `Announcement ${next()}.`,
    created_at: now,
    pinned_until: now + 7 * 24 * 3_600_000,
    told: 1,
    ...overrides,
  });
}

/** A question of the author's batch. */
export async function buildQuestion(
  context: Context,
  overrides: Overrides<'questions'> & { author_id: number; batch_id: number },
): Promise<Rows['questions']> {
  return insert(context, 'questions', {
    text: `Question ${next()}?`,
    created_at: context.clock.now(),
    ...overrides,
  });
}

export function buildComment(
  context: Context,
  overrides: Overrides<'comments'> & { author_id: number; question_id: number },
): Promise<Rows['comments']> {
  return insert(context, 'comments', {
    text: `Comment ${next()}.`,
    created_at: context.clock.now(),
    ...overrides,
  });
}

/** Of one post. */
export async function buildPrivateQuestion(
  { database, clock }: Context,
  {
    authorId,
    batchId,
    text = 'May I hand in on paper?',
  }: { authorId: number; batchId: number; text?: string },
): Promise<{ id: string; post: string }> {
  const posts = [{ authorId, text, createdAt: clock.now() }] as const;
  const { id, post } = await database.transaction((writer) =>
    insertPastPrivateQuestion(writer, { batchId, posts }),
  );
  return { id: String(id), post: String(post) };
}

/** Many comments in one statement, oldest first; their ids. */
export async function buildComments(
  context: Context,
  count: number,
  overrides: Overrides<'comments'> & { author_id: number; question_id: number },
): Promise<number[]> {
  const values = Array.from({ length: count }, () => ({
    text: `Comment ${next()}.`,
    created_at: context.clock.now(),
    ...overrides,
  }));
  const rows = await context.database.transaction((writer) =>
    writer.insertInto('comments').values(values).returning('id').execute(),
  );
  return rows.map(({ id }) => id);
}
