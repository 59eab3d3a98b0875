import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { seedDemo } from '#server/demo/seed-demo';
import { demoEmail, demoPassword, type DemoName } from '#contract/demo-accounts';
import { isoInstant, tasks } from '#contract/dates';
import { dayMs } from '#contract/durations';
import { issueToken } from '#server/accounts/one-time-tokens';
import { sessionCookieName } from '#server/accounts/sessions/cookies';
import { beginSession } from '#server/accounts/sessions/sessions';
import { viewerOf } from '#server/accounts/sessions/viewer';
import type { AppContext } from '#server/platform/context';
import { closeContext, openContext } from '#server/platform/open-context';
import { readSettings } from '#server/platform/settings/settings';
import { askExtension } from '#server/progress/time/ask-extension';
import { vivaHours } from '#server/viva-requests/viva-hours';
import { encodeForm } from '#support/encode-form';
import {
  buildMark,
  buildMentor,
  buildPrivateQuestion,
  buildQuestion,
  buildStudent,
  buildSubmission,
} from '#support/factories';
import { spawnPortal } from '#support/spawn-portal';
import { me, type FuzzValues, type Role } from '../api/fuzz/values.ts';
import { makeCanaries, type Canary } from './canaries.ts';

export type DemoServer = FuzzValues & {
  url: string;
  canaries: readonly Canary[];
  /** The Cookie header of a new session. */
  cookieOf(role: Role): Promise<string>;
  /** What the server has logged of its own failures. */
  log(): string;
  stop(): Promise<void>;
};

const demoRoles = { student: 'final', newcomer: 'new', outsider: 'other', mentor: 'mentor' } as const;

async function rowOf({ database }: AppContext, name: DemoName) {
  return database.reader
    .selectFrom('accounts')
    .where('email', '=', demoEmail(name))
    .selectAll()
    .executeTakeFirstOrThrow();
}

/** The demo with somebody of each role, and texts in it that only some of them may see. */
async function seed(context: AppContext) {
  await seedDemo(context);
  const { canaries, sing, hide } = makeCanaries();
  const named = Object.fromEntries(
    await Promise.all(
      Object.entries(demoRoles).map(async ([role, name]) => [role, await rowOf(context, name)] as const),
    ),
  ) as Record<keyof typeof demoRoles, Awaited<ReturnType<typeof rowOf>>>;
  const administrator = await rowOf(context, 'admin');
  const { student, outsider } = named;
  const [batch, foreign] = [student.batch_id, outsider.batch_id] as [number, number];
  const waiting = await buildStudent(context, { email: 'waiting@example.test', batch_id: null });
  const foreignMentor = await buildMentor(context, [foreign], { email: 'foreign@example.test' });
  const ours = ['mentor', 'administrator'] as const;
  const theirs = ['foreignMentor', 'administrator'] as const;

  for (const [role, { id }] of Object.entries({ ...named, waiting }) as [Role, { id: number }][]) {
    const phone = sing(`the phone of ${role}`, role, 'administrator');
    await context.database.transaction((writer) =>
      writer.updateTable('accounts').set({ phone }).where('id', '=', id).execute(),
    );
  }
  const asked = { batch_id: batch, author_id: student.id };
  const text = sing('our forum', 'student', 'newcomer', ...ours);
  const questions = [await buildQuestion(context, { ...asked, text })];
  for (let n = 0; n < 5; n++) questions.push(await buildQuestion(context, asked));
  await buildQuestion(context, {
    batch_id: foreign,
    author_id: outsider.id,
    text: sing('their forum', 'outsider', ...theirs),
  });
  const submission = { account_id: student.id, task: 'week-1', version: 90 } as const;
  const shown = await buildSubmission(context, {
    ...submission,
    comments: sing('our submission', 'student', ...ours),
  });
  const held = await buildSubmission(context, { ...submission, version: 91, task: 'week-2' });
  await buildMark(context, {
    submission_id: held.id,
    released: 0,
    comments: sing('a mark that is held back', ...ours),
  });
  await buildSubmission(context, {
    account_id: outsider.id,
    comments: sing('their submission', 'outsider', ...theirs),
  });
  const asker = await viewerOf(context.database.reader, student.id);
  const until = isoInstant(context.clock.now() + 60 * dayMs).slice(0, 10);
  const reason = sing('the reason of an extension request', 'student', ...ours);
  const requestId = await context.database.transaction((writer) =>
    askExtension(writer, context, asker, { task: 'viva', until, reason }, vivaHours),
  );
  const privately = await buildPrivateQuestion(context, {
    batchId: batch,
    authorId: student.id,
    text: sing('a private question', 'student', ...ours),
  });
  hide('a password’s hash', '$argon2id$');

  const tokens = await context.database.transaction(async (writer) => [
    await issueToken(writer, 'reset', waiting.id, context.clock.now()),
    await issueToken(writer, 'setup', null, context.clock.now()),
  ]);
  const projects = await context.database.reader.selectFrom('projects').select('id').limit(3).execute();
  const batches = await context.database.reader.selectFrom('batches').select(['id', 'name']).execute();
  const courses = await context.database.reader.selectFrom('courses').select('name').execute();
  const batchName = batches.find(({ id }) => id === batch)?.name as string;
  const foreignName = batches.find(({ id }) => id === foreign)?.name as string;
  const people = { ...named, administrator, waiting, foreignMentor };
  const emails = [...Object.values(people).map(({ email }) => email), 'unknown@example.test'];
  const addresses = [...emails, ...emails.map(() => me)];
  const own = Object.fromEntries(Object.entries(people).map(([role, { email }]) => [role, email]));
  Object.assign(own, { nobody: emails.at(-1), mentor: batchName, foreignMentor: foreignName });
  own['administrator'] = batchName;
  return {
    people,
    canaries,
    sing,
    values: {
      own: own as FuzzValues['own'],
      known: {
        s_id: [...addresses, batchName, foreignName],
        sp_id: addresses,
        email: [...emails, 'new1@example.test', ' New2@Example.test '],
        // The others are not moved to another batch: what they may see is known.
        'addPerson.email': ['new1@example.test', 'new2@example.test'],
        batch: [batchName, foreignName, 'mern'],
        course: courses.map(({ name }) => name),
        p_id: projects.map(({ id }) => id),
        id: questions.map(({ id }) => String(id)),
        before: [shown.number, String(questions[0]?.id)],
        number: [shown.number, held.number, 'CAP-0000-0000-0000-0000'],
        'markSubmission.id': [shown.number],
        'openSubmission.id': [shown.number, held.number],
        'closeSubmission.id': [shown.number],
        'listOpeners.id': [shown.number],
        'readMarkHistory.id': [shown.number, held.number],
        'listLineComments.id': [shown.number, held.number],
        receipt: [shown.number, held.number],
        'answerReview.id': [shown.number, held.number],
        'commentOnReview.id': [shown.number, held.number],
        request: [String(requestId)],
        'sendPrivate.question': [privately.id, undefined],
        'readPrivate.question': [privately.id],
        'changePrivate.id': [privately.id],
        'changePrivate.act': ['read', 'take', 'ask-to-open', 'edit'],
        post: [privately.post],
        'answerExtension.answer': ['granted', 'declined'],
        until: [isoInstant(context.clock.now() + 90 * dayMs).slice(0, 10)],
        version: [1, 90, 91],
        sha256: ['a'.repeat(64)],
        token: tokens,
        phone: ['9876543210'],
        password: ['secret1', demoPassword],
        current_password: [demoPassword, 'wrong1'],
        q: ['me', '%', '_'],
        limit: ['1', '100', '50'],
        selectedWeek: ['1', '2', '3', '4'],
        marks: [0, 100, 55.5],
        task: tasks,
        name: ['Asha Nair'],
        reason: ['My laptop is in repair.'],
        text: ['Please write a test.'],
        sort: ['behind', 'name', 'seen'],
        filter: ['unsubmitted', 'silent', 'late', 'waiting'],
        project: projects.map(({ id }) => id),
        after: [undefined],
        ...Object.fromEntries(
          ['who', 'whom', 'kind', 'from', 'to'].map((name) => [`listAudit.${name}`, [undefined]]),
        ),
        since: [isoInstant(context.clock.now())],
      } as Record<string, readonly unknown[]>,
    },
  };
}

/** Hands a file in and begins an upload: what the file says is for its reader alone. */
async function submit(url: string, email: string, cookie: string, words: string) {
  const form = encodeForm([
    ['selectedWeek', '1'],
    ['files', { name: 'work.txt', bytes: words }],
  ]);
  const answer = await fetch(`${url}/api/students/uploadWeek/${email}`, {
    method: 'POST',
    headers: { ...form.headers, cookie },
    body: new Uint8Array(form.body),
  });
  if (answer.status !== 201) throw new Error(`The submission was answered ${answer.status}`);
  const { receipt } = (await answer.json()) as { receipt: { file: { id: string } } };
  const begun = await fetch(`${url}/api/uploads`, {
    method: 'POST',
    headers: {
      cookie,
      'tus-resumable': '1.0.0',
      'upload-length': '4',
      'upload-metadata': `task ${btoa('week-1')}`,
    },
  });
  return { file: receipt.file.id, upload: String(begun.headers.get('location')).split('/').at(-1) as string };
}

/** A portal of its own on loopback, with the demo's people, that is thrown away afterwards. */
export async function startDemoServer(): Promise<DemoServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'capstone-fuzz-'));
  const settings = { ...readSettings({}), dataDir };
  const context = await openContext(settings, { info() {}, warn() {}, error: console.error });
  const { people, canaries, sing, values } = await seed(context);
  const portal = spawnPortal({
    DATA_DIR: dataDir,
    MAX_UPLOAD_MB: '1',
    LOG_LEVEL: 'error',
    REQUESTS_PER_SECOND: '0',
  });
  const url = await portal.listening;
  const cookieOf = async (role: Role) => {
    if (role === 'nobody') return '';
    const { id } = people[role as keyof typeof people];
    const begin = () =>
      context.database.transaction((writer) => beginSession(writer, id, context.clock.now()));
    return `${sessionCookieName(settings)}=${await begin()}`;
  };
  const words = sing('a file', 'student', 'mentor', 'administrator');
  const { file, upload } = await submit(url, people.student.email, await cookieOf('student'), words);
  for (const call of ['readFile', 'readFilePreview', 'readFileText', 'listFileEntries'])
    values.known[`${call}.id`] = [file];
  values.known['upload'] = [upload];
  return {
    ...values,
    url,
    canaries,
    cookieOf,
    log: portal.output,
    async stop() {
      await portal.kill();
      await closeContext(context);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
