import { sql } from 'kysely';
import { batchKey } from '#contract/limits';
import { indexWaitingQuestions } from '#server/forum/search/index-question';
import { makeAccessToken } from '#server/accounts/access-tokens/access-token';
import { hashToken } from '#server/accounts/random-token';
import { systemClock } from '#server/platform/context';
import { dayMs } from '#contract/durations';
import type { Database, Writer } from '#server/platform/database/database';
import { makePasswordHasher } from '#server/platform/passwords/password-hasher';
import { signIn, type Student } from '../students.ts';
import { seedFinish } from './seed-finish.ts';
import { seedVivas } from './seed-vivas.ts';

/** A database in which everything that can grow has grown to `size`, and who works with it. */
export type World = {
  size: number;
  batch: string;
  course: string;
  project: string;
  /** A student of the batch who has submitted `size` versions, asked every question, and likes each of them. */
  student: Student;
  mentor: Student;
  administrator: Student;
  /** Students without a project, one for each choice. */
  undecided: Student[];
  password: string;
  /** Ids of the questions: this many, from 1 on. */
  questions: number;
  /** When the oldest lines of the audit log were written, in milliseconds; the others follow, one or two each. */
  linesFrom: number;
  /** A receipt's number of each of the student's versions. */
  numberOf(version: number): string;
};

const rowsAtOnce = 5_000;
/** Students who look for a project while it is measured. */
const undecided = 1_000;
const openBatches = 50;
/** Students of a usual batch: of so many each has a batch of its own, so that a planner does not take one for half of all. */
const usualBatch = 100;
/** Of the batch; their ids begin with 1. */
export const plannedAnnouncements = 20;

/** Of the mentor. */
export const accessToken = makeAccessToken();

/** A word of one question alone: its number in letters. */
export const rareWordOf = (n: number): string =>
  `x${[...String(n)].map((digit) => 'bdfgklmprt'[Number(digit)]).join('')}`;
const rareWord = [...'bdfgklmprt'].reduce(
  (sql, letter, digit) => `replace(${sql}, '${digit}', '${letter}')`,
  `('x' || i)`,
);

/**
 * Fills an empty SQLite database, most of it by statements that make thousands of rows each: `i` counts them. One student has as
 * many versions as the batch has students; submissions that a filter shows lie below all the others.
 */
export async function seedWorld(database: Database, size: number, batches = size): Promise<World> {
  const now = systemClock.now();
  const run = (statement: string) =>
    database.nonDurableTransaction(async (writer) => void (await sql.raw(statement).execute(writer)));
  /** Inserts for each `i` from 1 to `count`. */
  const fill = async (count: number, table: string, columns: string, values: string) => {
    for (let from = 1; from <= count; from += rowsAtOnce) {
      const to = Math.min(count, from + rowsAtOnce - 1);
      await run(
        `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to})
         insert into ${table} (${columns}) select ${values} from n`,
      );
    }
  };

  await run(`insert into courses (name) values ('Growth')`);
  await run(
    `insert into projects (id, course_id, name, details, overview, prerequisite_knowledge, job_opportunities, background_image, project_url, ref1, ref2, ref3, ref4)
     values ('G001', 1, 'Project', 'd', '["o"]', '["p"]', '["j"]', '/images/a.svg', 'u', 'r', 'r', 'r', 'r')`,
  );
  const batch = 'GROWTH-2026';
  await run(
    `insert into batches (name, name_key, course_id, starts_at, is_open, is_default)
     values ('${batch}', '${batchKey(batch)}', 1, ${now - 40 * dayMs}, 1, 1)`,
  );
  await fill(
    batches,
    'batches',
    'name, name_key, course_id, starts_at, is_open, is_default',
    `'OLD-' || i, 'old-' || i, 1, i, case when i <= ${openBatches} then 1 else 0 end, 0`,
  );

  await run(`insert into declarations (id, statement, ai_use) values ('d', 'My own work.', '{}')`);
  await run(`update batches set declaration_id = 'd' where id = 1`);

  const password = 'growth-password';
  const hasher = makePasswordHasher();
  const hash = await hasher.hash(password);
  await hasher.close();
  await run(
    `insert into accounts (email, name, role, password_hash, batch_id, confirmed_at, exit_score, created_at)
     values ('me@example.test', 'Asha', 'student', '${hash}', 1, 1, 80, 1),
       ('mentor@example.test', 'Anjali', 'mentor', '${hash}', null, 1, null, 1)`,
  );
  await fill(
    size + undecided,
    'accounts',
    'email, name, role, batch_id, confirmed_at, exit_score, created_at, seen_at',
    `'s' || i || '@example.test', 'Student ' || i, 'student', 1, 1, 80, 1, ${now} - i`,
  );
  await run(
    `insert into accounts (email, name, role, password_hash, confirmed_at, created_at)
     values ('office@example.test', 'Office', 'administrator', '${hash}', 1, 1)`,
  );
  // Everybody has agreed to what the office asked about before the portal's own words came.
  const words = 'page, number, sha256, text, recorded_at, asked_at, asked_by';
  await run(
    `insert into text_versions (${words}) values ('/terms', 1, 'x', 'x', 1, 1, 2), ('/privacy', 1, 'x', 'x', 1, 1, 2)`,
  );
  for (const [index, subject] of ['terms', 'privacy'].entries())
    await fill(
      size + undecided + 3,
      'consents',
      'account_id, page, version_id, form, given_at',
      `i, '/${subject}', ${index + 1}, 'signup', 1`,
    );
  await run(`insert into guardian_rule (id, asked_since) values (1, 1)`);
  const guardian = 'account_id, name, contact, noted_at, confirmed_at, confirmed_by';
  await run(`insert into guardians (${guardian}) values (1, 'Latha', '98', 1, null, null)`);
  await fill(size, 'guardians', guardian, `i + 2, 'Latha', '98', 1, 1, 2`);
  await run(
    `insert into batch_mentors (batch_id, name, account_id) values (1, 'Anjali', 2), (2, 'Anjali', 2), (3, 'Anjali', 2)`,
  );
  await run(`insert into retention (id, years, observed_ms) values (1, 1, 0)`);
  const removal = 'account_id, years, batch_id, ended_at, office_at, office_observed_ms';
  await fill(size, 'retention_plans', removal, `i + 2, 1, 1, 1, 1, 0`);
  await fill(size, 'retention_holds', 'account_id, reason, set_by, set_at', `i + 2, 'A complaint', 2, 1`);
  const startedAt = now - 30 * dayMs;
  await run(`insert into selections (account_id, project_id, started_at) values (1, 'G001', ${startedAt})`);
  await fill(size, 'selections', 'account_id, project_id, started_at', `i + 2, 'G001', ${startedAt}`);

  const versions =
    'account_id, task, version, number, submitted_at, late, links, comments, declared, ai_use, ai_text';
  const work = `'https://x.test', '', 'd', 'parts', 'Names.'`;
  // What filters look for comes first: of week 2, and not marked.
  await fill(60, 'submissions', versions, `i + 2, 'week-2', 1, 'F-' || i, 1, 0, ${work}`);
  await fill(size, 'submissions', versions, `i + 2, 'week-1', 1, 'W-' || i, 1, 0, ${work}`);
  await fill(size, 'submissions', versions, `1, 'week-1', i, 'V-' || i, 1, 0, ${work}`);
  // What the filters of a batch's students look for: few among many.
  await fill(60, 'submissions', versions, `i + 2, 'week-3', 1, 'L-' || i, 1, 1, ${work}`);
  await run(`update accounts set typed_batch = 'Elsewhere' where id between 3 and 62`);
  await run(`update accounts set seen_at = 1 where id between 63 and 92`);
  // A task in which every submission is marked; nobody has submitted a viva.
  await fill(size, 'submissions', versions, `i + 2, 'week-4', 1, 'M-' || i, 1, 0, ${work}`);
  const marks = 'submission_id, marks, comments, released, marked_by, marked_at';
  await fill(size, 'marks', marks, `i + 60, 80, 'Good.', 1, 2, 1`);
  await run(`insert into marks (${marks}) values (${60 + 2 * size}, 80, 'Good.', 1, 2, 1)`);
  await fill(size, 'marks', marks, `i + ${120 + 2 * size}, 80, 'Good.', 1, 2, 1`);

  await fill(
    size,
    'questions',
    'batch_id, author_id, text, created_at',
    `1, 1, 'Question ' || i || '? How do I hand in week ' || (1 + i % 4) || ' with tool' || (i % 5) || ' before the deadline of ' || ${rareWord}, i`,
  );
  await fill(size, 'comments', 'question_id, author_id, text, created_at', `i, 3, 'A comment.', i`);
  await fill(
    size,
    'former_texts',
    'question_id, author_id, text, written_at, replaced_at, replaced_by',
    `i, 1, 'A former text.', i, i, 1`,
  );
  await fill(size, 'question_favorites', 'question_id, account_id', `i, 1`);
  await fill(size, 'question_favorites', 'question_id, account_id', `${size}, i + 2`);
  await fill(size, 'question_views', 'question_id, account_id', `${size}, i + 2`);

  await fill(
    size,
    'question_reads',
    'account_id, question_id, batch_id, version, is_unread, is_muted',
    `1, i, 1, i, 0, 0`,
  );
  await fill(
    size,
    'post_reports',
    'batch_id, question_id, post, reporter_id, reason, reported_at, settled_at',
    `1, i, 'question:' || i, 3, 'Rude', i, i`,
  );
  const interventions = 'batch_id, kind, question_id, post, author_id, actor_id, reason, made_at';
  const moderated = (kind: string, question: string) =>
    `1, '${kind}', ${question}, 'question:' || (${question}), 1, 2, 'A reason.', i`;
  await fill(size, 'post_interventions', interventions, moderated('hidden', 'i'));
  // Not of the older ones, which are edited and answered.
  await fill(20, 'post_interventions', interventions, moderated('locked', `${size} - i`));
  await fill(5, 'post_interventions', interventions, moderated('pinned', `${size} - i`));

  // Whoever was here lately: beyond what has come since, all is read.
  await run(
    `update discussion_reads set version = (select v.version - 60 from discussion_versions v where v.batch_id = 1) where batch_id = 1`,
  );

  await indexWaitingQuestions(database);

  const day = now - dayMs;
  await fill(
    size,
    'sessions',
    'token_hash, account_id, created_at, used_at, expires_at',
    `'none-' || i, i + 2, ${day}, ${day}, ${now + 40 * dayMs}`,
  );
  await fill(size, 'rate_limit_hits', 'kind, subject, at', `'login-account', 's' || i || '@x.test', ${now}`);
  await fill(
    size,
    'idempotency_keys',
    'account_id, kind, idempotency_key, content_sha256, made_id, created_at',
    `1, 'question', 'key-' || i, 'x', i, ${day}`,
  );
  await fill(
    size,
    'outbox',
    'event, recipient, subject, text, html, is_secret, created_at, due_at, attempts, sent_at',
    `'event-' || i, 'a@x.test', 's', 't', 'h', 0, 1, 1, 1, 2`,
  );
  // A few lines below all that a filter would have to pass by, and a flood of refusals.
  // Of a week that is over: lines older than the setting says are removed as soon as a portal starts.
  const linesFrom = Math.floor(now / dayMs) * dayMs - 7 * dayMs + dayMs / 2;
  await fill(5, 'audit_log', 'at, actor_id, act, subject', `${linesFrom} + i, 2, 'place-student', 's'`);
  await fill(5, 'audit_log', 'at, actor_id, act, subject', `${linesFrom} + i, null, 'import-course', 's'`);
  const lines = 'at, actor_id, act, subject, about_id, network';
  const at = `${linesFrom} + i + 5`;
  const mark = `'{"marks":7,"comments":"Good","released":false}'`;
  await fill(
    size,
    'audit_log',
    `${lines}, after`,
    `${at}, 2, 'mark-submission', 'W-' || i, 1 + i % 2, null, ${mark}`,
  );
  await fill(size, 'audit_log', lines, `${at}, null, 'login-failed', '', 1, '10.0.0.0/24'`);
  const notices = 'account_id, kind, event, about, text, href, created_at, read_at, is_daily';
  await fill(
    size,
    'notices',
    notices,
    `1, 'answer', i, 'question:' || i, 'An answer', '/StudentDashboard', ${day}, ${day}, 0`,
  );
  await fill(size, 'notices', notices, `i + 2, 'answer', 0, 'question:1', 'An answer', '/', ${day}, null, 0`);
  await fill(
    20,
    'notices',
    notices,
    `1, 'announcement', i, 'announcement:' || i, 'News', '/StudentDashboard', ${day}, null, 0`,
  );
  await fill(
    size,
    'announcements',
    'batch_id, author_id, text, created_at, pinned_until, told',
    `1, 2, 'News ' || i, ${day}, case when i + 5 > ${size} then ${now + 7 * dayMs} else ${day} end, ${size}`,
  );
  await fill(size, 'announcement_views', 'announcement_id, account_id', `${size}, i + 2`);
  await run(`update batches set announced_until = ${now + 7 * dayMs} where id = 1`);
  const plan = (batchId: string) => `${batchId}, 2, 'Planned ' || i, ${now + 7 * dayMs}, ${now + 14 * dayMs}`;
  const plans = 'batch_id, author_id, text, publish_at, pinned_until';
  await fill(plannedAnnouncements, 'planned_announcements', plans, plan('1'));
  await fill(size, 'planned_announcements', plans, plan(`2 + i % ${batches}`));
  const requests = 'account_id, task, wanted_until, reason, asked_at, answered_at, answered_by, words';
  await fill(size, 'extension_requests', requests, `1, 'week-1', 9, 'Ill.', i, i, 2, 'No.'`);
  await fill(size, 'extension_requests', requests, `i + 2, 'week-1', 9, 'Ill.', i, i, 2, 'No.'`);
  await fill(30, 'extension_requests', requests, `i + 2, 'week-1', 9, 'Ill.', i, null, null, null`);
  const asked = 'batch_id, author_id, waiting_since, taken_by';
  await fill(size, 'private_questions', asked, `1, 1, case when i + 30 > ${size} then i end, 2`);
  await fill(size, 'private_posts', 'question_id, author_id, text, created_at', `i, 1, 'May I? ' || i, i`);
  const atLine = 'submission_id, account_id, line, text, written_by, written_at';
  // Of the mentor's newest marks, and as many of one version as it can have.
  await fill(size, 'line_comments', atLine, `i + 60, i + 2, 1, 'Name it.', 2, 1`);
  await fill(199, 'line_comments', atLine, `61, 3, i, 'And this.', 2, 1`);
  await fill(size, 'staff_notes', 'account_id, author_id, text, created_at', `1, 2, 'Note ' || i, i`);
  await fill(
    size,
    'imported_people',
    'email, name, phone, batch_id, exit_score, imported_at',
    `'p' || i || '@example.test', 'Expected ' || i, cast(9000000000 + i as text), 1, 70, 1`,
  );
  // Every second one is invited.
  await fill(
    size / 2,
    'invitations',
    'email, token_hash, way, made_by, made_at, expires_at',
    `'p' || (2 * i) || '@example.test', 'invited-' || i, 'mail', null, ${day}, ${now + dayMs}`,
  );
  await fill(
    size,
    'one_time_tokens',
    'token_hash, purpose, account_id, created_at, expires_at',
    `'none-' || i, 'reset', i + 2, ${day}, ${now + dayMs}`,
  );

  // Marks without a file: all but the last few are released.
  await fill(
    size,
    'recorded_marks',
    'account_id, task, choice, status, marks, comments, released, recorded_by, recorded_at',
    `i + 2, 'final', ${startedAt}, 'marked', 70, 'Good.', case when i + 40 > ${size} then 0 else 1 end, 2, i`,
  );
  const elsewhere = size / usualBatch;
  const first = 3 + size + undecided;
  await fill(
    elsewhere,
    'accounts',
    'email, name, role, batch_id, confirmed_at, exit_score, created_at, seen_at',
    `'o' || i || '@example.test', 'Student ' || i, 'student', 2 + i % ${batches}, 1, 80, 1, ${now}`,
  );
  await fill(
    elsewhere,
    'selections',
    'account_id, project_id, started_at',
    `i + ${first}, 'G001', ${startedAt}`,
  );
  await fill(elsewhere, 'submissions', versions, `i + ${first}, 'week-1', 1, 'O-' || i, 1, 0, ${work}`);
  await fill(
    elsewhere,
    'accounts',
    'email, name, role, confirmed_at, created_at',
    `'m' || i || '@example.test', 'Mentor ' || i, 'mentor', 1, 1`,
  );
  await seedVivas(fill, {
    size,
    mentorId: 2,
    firstOther: first + elsewhere + 1,
    others: elsewhere,
    now,
  });
  const tokens = 'token_hash, account_id, name, scopes, created_at, expires_at';
  const ofToken = `2, 'Report', 'batch:read', 1, ${now + 40 * dayMs}`;
  await fill(size, 'access_tokens', tokens, `'none-' || i, ${ofToken}`);
  await run(`insert into access_tokens (${tokens}) values ('${hashToken(accessToken)}', ${ofToken})`);
  await fill(size, 'certificate_names', 'account_id, line, confirmed_at', `i + 2, 'Student ' || i, ${day}`);
  const [student, mentor, administrator, ...students] = await database.nonDurableTransaction(
    async (writer) => {
      const inOne = { ...database, transaction: <T>(change: (of: Writer) => Promise<T>) => change(writer) };
      await seedFinish(inOne, { courseId: 1, mentorId: 2, officeId: 3 + size + undecided });
      return (await signIn(inOne, [
        { id: 1, email: 'me@example.test' },
        { id: 2, email: 'mentor@example.test' },
        { id: 3 + size + undecided, email: 'office@example.test' },
        ...Array.from({ length: undecided }, (_, n) => ({
          id: 3 + size + n,
          email: `s${size + n + 1}@example.test`,
        })),
      ])) as [Student, Student, Student, ...Student[]];
    },
  );
  return {
    size,
    batch,
    course: 'Growth',
    project: 'G001',
    student,
    mentor,
    administrator,
    undecided: students,
    password,
    questions: size,
    linesFrom,
    numberOf: (version: number) => `V-${version}`,
  };
}
