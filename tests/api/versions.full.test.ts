import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#support/eventually';
import { migrate, steps } from '#server/platform/database/migrate';
import { engineName, makeBlankLocation } from '#support/empty-database';
import { openLocation } from '#support/locations';
import {
  endOfVersion,
  makeNextVersion,
  startVersion,
  thisVersion,
  type RunningVersion,
  type Version,
} from '#support/portal-versions';

/** Processes start, and a busy machine starts them slowly. */
const timeout = 300_000;

/** This version beside and after a later one, each in processes of its own, as they are started in production. */

const expand = `
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

export function expand(ddl: EngineDdl): SchemaStep {
  return {
    async up(db) {
      for (const table of ['accounts', 'sessions', 'questions', 'comments', 'batches', 'discussion_versions']) {
        await db.schema.alterTable(table).addColumn('added', 'text').execute();
        await db.schema.alterTable(table).addColumn('counted', 'integer', (c) => c.notNull().defaultTo(0)).execute();
      }
      await db.schema.createTable('topics').addColumn('id', ddl.idType, ddl.id).addColumn('name', 'text').execute();
    },
  };
}`;
const index = `
import type { EngineDdl } from '../engine.ts';
import type { SchemaStep } from '../schema-step.ts';

export function addIndex(ddl: EngineDdl): SchemaStep {
  return {
    outsideTransaction: true,
    async up(db) {
      for (const statement of ddl.addIndex('questions_added', 'questions', 'added')) await statement.execute(db);
    },
  };
}`;
const expanding = { '9001-expand': expand, '9002-index': index };

function makeVersion(steps: Record<string, string>): Version {
  const version = makeNextVersion(steps);
  onTestFinished(() => version.remove());
  return version;
}

/** A database and a data folder, and what starts versions on them. */
async function makeHome() {
  const { location, drop } = await makeBlankLocation();
  const dataDir =
    engineName === 'sqlite' ? path.dirname(location) : mkdtempSync(path.join(tmpdir(), 'capstone-data-'));
  const environment: Record<string, string> = {
    DATA_DIR: dataDir,
    // Students ask as fast as the machine is.
    FORUM_POSTS_PER_HOUR: '0',
    ...(engineName === 'postgres' && { DATABASE_URL: location }),
  };
  const running: RunningVersion[] = [];
  onTestFinished(async () => {
    await Promise.all(running.map((one) => one.stop()));
    rmSync(dataDir, { recursive: true, force: true });
    await drop();
  });
  return {
    location,
    async start(version: Version, more: Record<string, string> = {}): Promise<RunningVersion> {
      const started = await startVersion(version, { ...environment, ...more });
      running.push(started);
      return started;
    },
    refuse: (version: Version) => endOfVersion(version, environment),
  };
}

type Answer = {
  status: number;
  body: { questions: { _id: string }[]; receipt?: { number: string } } | null;
  cookie: string;
};

/** A student, who keeps the session from one process to the next. */
function makeStudent(email: string, password = 'secret1') {
  let cookie = '';
  async function call(
    url: string,
    method: string,
    address: string,
    body?: unknown,
    key?: string,
  ): Promise<Answer> {
    const response = await fetch(url + address, {
      method,
      headers: {
        cookie,
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const set = response.headers.get('set-cookie')?.split(';')[0] ?? '';
    return { status: response.status, body: text === '' ? null : JSON.parse(text), cookie: set };
  }
  async function logIn(url: string): Promise<Answer> {
    const answer = await call(url, 'POST', '/api/auth/login', { email, password });
    cookie = answer.cookie;
    return answer;
  }
  return {
    async signUp(url: string): Promise<void> {
      const fields = { name: 'Asha', email, password, phone: '9999999999', batch: 'MERN-2026-11' };
      expect((await call(url, 'POST', '/api/auth/signup', fields)).status).toBe(201);
      await logIn(url);
    },
    logIn,
    call,
    read: (url: string) => call(url, 'GET', `/api/discussion/discussion/${email}`),
    ask: (url: string, question: string) =>
      call(url, 'POST', `/api/discussion/discussion/${email}/question`, { question }),
    others: (url: string) =>
      Promise.all([
        call(url, 'GET', '/api/auth/session'),
        call(url, 'GET', `/api/students/timeline/${email}`),
        call(url, 'GET', `/api/students/studentCourse/${email}`),
      ]),
  };
}

test.runIf(engineName === 'sqlite')(
  'after a later version this one goes on, with all that both wrote',
  { timeout },
  async () => {
    const home = await makeHome();
    const student = makeStudent('asha@example.test');
    const first = await home.start(thisVersion);
    await student.signUp(first.url);
    expect((await student.ask(first.url, 'Before?')).status).toBe(201);
    expect(await first.stop()).toBe(0);

    const later = await home.start(makeVersion(expanding));
    expect((await student.ask(later.url, 'Meanwhile?')).status).toBe(201);
    expect(await later.stop()).toBe(0);

    const again = await home.start(thisVersion);
    expect((await student.ask(again.url, 'After?')).status).toBe(201);
    expect((await student.read(again.url)).body?.questions).toMatchObject(
      ['Before?', 'Meanwhile?', 'After?'].map((question) => ({ question })),
    );
    for (const { status } of await student.others(again.url)) expect(status).toBe(200);
  },
);

test.runIf(engineName === 'postgres')(
  'this version at work notices nothing of the steps of a later one',
  { timeout },
  async () => {
    const home = await makeHome();
    const before = await home.start(thisVersion);
    const students = ['a', 'b', 'c', 'd'].map((name) => makeStudent(`${name}@example.test`));
    for (const student of students) await student.signUp(before.url);

    const end = new AbortController();
    let answered = 0;
    const failed: unknown[] = [];
    const asked: string[] = [];
    const note = (what: string, status: number, right: number): boolean => {
      answered += 1;
      if (status !== right) failed.push([what, status]);
      return status === right;
    };
    const work = students.map(async (student, who) => {
      for (let count = 0; !end.signal.aborted; count++) {
        const question = `Question ${who}.${count}?`;
        if (note('ask', (await student.ask(before.url, question)).status, 201)) asked.push(question);
        note('read', (await student.read(before.url)).status, 200);
        for (const { status } of await student.others(before.url)) note('other', status, 200);
        if (count % 10 === 0) note('log in', (await student.logIn(before.url)).status, 200);
      }
    });
    const untilAnswered = (count: number) =>
      eventually(() => expect(answered).toBeGreaterThanOrEqual(count), { timeout: 30_000 });
    // Every connection has its statements prepared by then.
    await untilAnswered(200);
    const later = await home.start(makeVersion(expanding));
    await untilAnswered(answered + 200);
    end.abort();
    await Promise.all(work);
    expect(failed).toEqual([]);
    expect((await students[0]?.ask(later.url, 'Of the later version?'))?.status).toBe(201);

    const engine = openLocation(home.location);
    onTestFinished(() => engine.close());
    const rows = await engine.reader.selectFrom('questions').select('text').execute();
    expect(rows.map(({ text }) => text).toSorted()).toEqual([...asked, 'Of the later version?'].toSorted());
  },
);

test.runIf(engineName === 'sqlite')(
  'a start on a database from before the baseline ends with one line',
  { timeout },
  async () => {
    const home = await makeHome();
    const engine = openLocation(home.location);
    await migrate(engine, { '0078-links-first': () => ({ async up() {} }) });
    await engine.close();
    expect(await home.refuse(thisVersion)).toEqual({
      code: 1,
      errors: expect.stringMatching(
        /^The portal could not start: The database belongs to an earlier version [^\n]*capstone backup [^\n]*capstone restore [^\n]*\n$/,
      ),
    });
  },
);

test.runIf(engineName === 'sqlite')(
  'a start that a contracted schema refuses ends with one line',
  { timeout },
  async () => {
    const home = await makeHome();
    const engine = openLocation(home.location);
    await migrate(engine, { ...steps, '9001-contract': () => ({ oldestProgram: 9001, async up() {} }) });
    await engine.close();
    expect(await home.refuse(thisVersion)).toEqual({
      code: 1,
      errors: expect.stringMatching(
        /^The portal could not start: The database was migrated to 9001-contract, but this version of the portal knows migrations up to \d{4}-[\w-]+ only\. Start a version that knows 9001 or later\n$/,
      ),
    });
  },
);

/** A checkout of an earlier version, with its node_modules. */
const earlier = process.env['CAPSTONE_TEST_EARLIER'];

type Step = { by: 'asker' | 'other' | 'office'; call: string; body?: object };

const aDayAhead = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);

/** @param round makes each change another one */
function stepsOf(question: string, round: number): Step[] {
  const of = `/api/discussion/discussion/:s_id/question/${question}`;
  return [
    { by: 'asker', call: `PUT ${of}`, body: { questionText: `Why ${round}?` } },
    { by: 'other', call: `POST ${of}/answer`, body: { answer: `Because ${round}.` } },
    { by: 'other', call: `${round === 0 ? 'PUT' : 'DELETE'} ${of}/favorite` },
    { by: 'other', call: `${round === 0 ? 'PUT' : 'DELETE'} ${of}/mute` },
    { by: 'other', call: 'PUT /api/discussion/discussion/:s_id/read', body: { version: round } },
    {
      by: 'asker',
      call: 'PUT /api/account/profile',
      body: { name: `Asha ${'ab'[round]}`, phone: '9876543210' },
    },
    {
      by: 'office',
      call: `POST ${of}/moderation`,
      body: { act: round === 0 ? 'pin' : 'unpin', reason: 'Read it.' },
    },
    { by: 'office', call: 'POST /api/staff/phrases', body: { name: `tests${round}`, text: 'Write a test.' } },
    {
      by: 'office',
      call: 'POST /api/staff/students/asker@example.test/notes',
      body: { text: `Wrote ${round}.` },
    },
    {
      by: 'office',
      call: 'POST /api/staff/batches/MERN-2026-11/announcements',
      body: { text: `The hall is open ${round}.`, until: aDayAhead },
    },
  ];
}

test.runIf(earlier !== undefined)(
  'a key of an earlier version beside this one answers as a repetition, and the other way round',
  { timeout },
  async () => {
    const home = await makeHome();
    const before = await home.start({ folder: earlier as string, remove() {} });
    const people = {
      asker: makeStudent('asker@example.test'),
      other: makeStudent('other@example.test'),
      office: makeStudent('office@example.test'),
    };
    for (const person of Object.values(people)) await person.signUp(before.url);
    const asked = await people.asker.ask(before.url, 'Why?');
    const question = asked.body?.questions.at(-1)?._id ?? '';
    const engine = openLocation(home.location);
    onTestFinished(() => engine.close());
    const office = engine.writer.updateTable('accounts').where('email', '=', 'office@example.test');
    await office.set({ role: 'administrator', batch_id: null }).execute();

    const now = await home.start(thisVersion);
    for (const round of [0, 1])
      for (const { by, call, body } of stepsOf(question, round)) {
        const [method, address] = call.split(' ') as [string, string];
        const path = address.replace(':s_id', by === 'office' ? 'MERN-2026-11' : `${by}@example.test`);
        const [one, other] = round === 0 ? [before, now] : [now, before];
        const key = `${call} ${round}`;
        const first = await people[by].call(one.url, method, path, body, key);
        expect(first.status, `${key}: ${JSON.stringify(first.body)}`).toBeLessThan(300);
        const { status } = await people[by].call(other.url, method, path, body, key);
        expect(status, `${key} again`).toBe(first.status);
      }
    const events = await engine.reader.selectFrom('audit_log').select('act').orderBy('id').execute();
    const acts = events.map(({ act }) => act).filter((act) => !/^(import|change-rubric|log-in)/.test(act));
    const ofRound = (pinned: string) => ['change-own-profile', pinned, 'add-note', 'publish-announcement'];
    expect(acts).toEqual([...ofRound('pin-question'), ...ofRound('unpin-question')]);
    const rows = await engine.reader.selectFrom('comments').select('text').orderBy('id').execute();
    expect(rows.map(({ text }) => text)).toEqual(['Because 0.', 'Because 1.']);
  },
);

/** The demo's people at work, through an upgrade, a roll-back and the next upgrade. */
test.runIf(earlier !== undefined)(
  'from 1.0.0 to this version, back and here again nothing is lost, and nothing is there twice',
  { timeout },
  async () => {
    const home = await makeHome();
    const first: Version = { folder: earlier as string, remove() {} };
    await (await home.start(first, { DEMO: 'true' })).stop();
    const student = makeStudent('week2@example.test', 'capstone-demo');
    const mentor = makeStudent('mentor@example.test', 'capstone-demo');
    const sent: { by: typeof student; call: [string, string, unknown, string]; answer: Answer }[] = [];
    const count = async () => {
      const engine = openLocation(home.location);
      const { reader } = engine;
      const own = reader.selectFrom('accounts').where('email', '=', 'week2@example.test').select('id');
      const submissions = await reader
        .selectFrom('submissions')
        .leftJoin('marks', 'marks.submission_id', 'submissions.id')
        .where('account_id', 'in', own)
        .select(['number', 'marks.marks'])
        .orderBy('submissions.id')
        .execute();
      const questions = await reader.selectFrom('questions').select('text').orderBy('id').execute();
      await engine.close();
      return { submissions, questions: questions.map(({ text }) => text) };
    };
    const before = await count();
    for (const [turn, version] of [first, thisVersion, first, thisVersion].entries()) {
      const running = await home.start(version);
      const send = async (by: typeof student, ...call: [string, string, unknown, string]) => {
        const answer = await by.call(running.url, ...call);
        expect(answer.status, `${call[1]} in turn ${turn}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
        sent.push({ by, call, answer });
        return answer;
      };
      // Later they live on their sessions.
      if (turn === 0)
        for (const one of [student, mentor]) expect((await one.logIn(running.url)).status).toBe(200);
      for (const { by, call, answer } of sent.slice()) {
        const repeated = await by.call(running.url, ...call);
        expect(repeated.status, `${call[1]} again in turn ${turn}`).toBe(answer.status);
        expect(repeated.body?.receipt?.number).toBe(answer.body?.receipt?.number);
      }
      const form = new FormData();
      form.set('selectedWeek', '2');
      form.set('files', new File([`turn ${turn}`], 'work.txt'));
      const upload = '/api/students/uploadWeek/week2@example.test';
      const { body } = await send(student, 'POST', upload, form, `submit ${turn}`);
      const ask = '/api/discussion/discussion/week2@example.test/question';
      await send(student, 'POST', ask, { question: `Turn ${turn}?` }, `ask ${turn}`);
      const mark = `/api/staff/submissions/${body?.receipt?.number}/mark`;
      await send(mentor, 'PUT', mark, { marks: 70 + turn, comments: '', released: true }, `mark ${turn}`);
      expect(await running.stop()).toBe(0);
    }
    const after = await count();
    const receipts = sent.flatMap(({ answer }) => answer.body?.receipt?.number ?? []);
    expect(after.submissions).toEqual([
      ...before.submissions,
      ...receipts.map((number, turn) => ({ number, marks: 70 + turn })),
    ]);
    expect(after.questions).toEqual([...before.questions, ...[0, 1, 2, 3].map((turn) => `Turn ${turn}?`)]);
  },
);
