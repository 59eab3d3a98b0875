import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { insertAccount } from '#server/accounts/insert-account';
import { neededDatabase } from '#server/platform/database/missing-database';
import { enqueueMail } from '#server/platform/mail/enqueue-mail';
import { releasedDefaults } from '#server/operations/upgrade-check';
import { build } from '#server/platform/version';
import { runCommand } from './run-command.ts';
import { withContext } from './with-context.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'capstone-cli-'));
const environment = {
  DATA_DIR: path.join(folder, 'data'),
  PUBLIC_URL: 'https://portal.test',
  DATABASE_URL: '',
  ACADEMY_ZONE: '',
};

// One after another on one folder of data, as an operator works.
beforeAll(() => {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

type Outcome = { code: number | null; out: string; err: string[] };

async function capstone(...args: string[]): Promise<Outcome> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommand(
    args,
    (line) => out.push(line),
    (line) => err.push(line),
  );
  return { code, out: out.join('\n'), err };
}

/** Through the command itself, as `npx capstone` runs it, from the operator's folder. */
async function capstoneItself(...args: string[]): Promise<Outcome> {
  const child = spawn(process.execPath, [path.join(root, 'scripts/capstone.mjs'), ...args], {
    cwd: folder,
    env: { ...process.env, ...environment },
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  // How far it is, which is said on a slow machine only.
  const lines = err.split('\n').filter((line) => line !== '' && !/^[\w ]+: \d+ %$/.test(line));
  return { code, out: out.trimEnd(), err: lines };
}

const nowhere = `the folder of DATA_DIR, ${environment.DATA_DIR}, does not exist`;

test('a command makes no database where there is none, and says what it found and needs', async () => {
  const fails = async (found: string) =>
    expect(await capstone('confirm', 'x@example.test')).toEqual({
      code: 1,
      out: '',
      err: [`No portal database found: ${found}; ${neededDatabase}.`],
    });
  await fails(nowhere);
  expect(existsSync(environment.DATA_DIR)).toBe(false);
  const wrong = path.join(folder, 'wrong');
  mkdirSync(wrong);
  vi.stubEnv('DATA_DIR', wrong);
  await fails(`the folder of DATA_DIR, ${wrong}, is empty`);
  for (const name of ['b.csv', 'a.txt', 'c', 'd']) writeFileSync(path.join(wrong, name), '');
  await fails(`the folder of DATA_DIR, ${wrong}, contains a.txt, b.csv, c and 1 other`);
  const mine = path.join(folder, 'courses.yaml');
  writeFileSync(mine, '- name: Web\n');
  for (const args of [
    ['import', mine],
    ['import', mine, '--dry-run'],
  ]) {
    expect(await capstone(...args)).toEqual({
      code: 1,
      out: '',
      err: [
        `No portal database found, and none was created next to other files: the folder of DATA_DIR, ${wrong}, contains a.txt, b.csv, c and 1 other. Set DATA_DIR to the portal's folder, or to an empty or new one.`,
      ],
    });
  }
  expect(readdirSync(wrong).sort()).toEqual(['a.txt', 'b.csv', 'c', 'd']);
  vi.stubEnv('DATA_DIR', path.join(wrong, 'a.txt'));
  await fails(`${path.join(wrong, 'a.txt')}, the value of DATA_DIR, is not a folder`);
  vi.stubEnv('DATA_DIR', environment.DATA_DIR);
});

test('a catalogue is imported from a folder beside the operator, and again changes nothing', async () => {
  const mine = path.join(folder, 'mine');
  mkdirSync(mine);
  writeFileSync(path.join(mine, 'courses.yaml'), '- name: Web\n');
  writeFileSync(path.join(mine, 'batches.yaml'), '- name: W1\n  course: Web\n  start: 2026-11-02\n');
  expect(await capstone('import', mine, '--dry-run')).toEqual({
    code: 0,
    out: [
      `No portal database found: ${nowhere}. Comparing with an empty one.`,
      'would add course Web',
      'would add batch W1',
      'courses: 1 added, 0 changed, 0 unchanged',
      'batches: 1 added, 0 changed, 0 unchanged',
      'Nothing was written.',
    ].join('\n'),
    err: [],
  });
  expect(existsSync(environment.DATA_DIR)).toBe(false);
  expect(await capstoneItself('import', 'mine')).toEqual({
    code: 0,
    out: `No portal database found: ${nowhere}. A new one is created there.\ncourses: 1 added, 0 changed, 0 unchanged\nbatches: 1 added, 0 changed, 0 unchanged\nImported.`,
    err: [],
  });
  expect((await capstone('import', mine)).out).toMatch(/1 unchanged\n.*1 unchanged\nNothing to change\.$/);
});

test('faults are told a line each on standard error, with a summary last', async () => {
  const text = '- name: W2\n  course: Nope\n  start: soon\n- course: Web\n';
  writeFileSync(path.join(folder, 'batches.yaml'), text);
  expect(await capstoneItself('import', 'batches.yaml')).toEqual({
    code: 1,
    out: '',
    err: [
      'batches.yaml:3:10: "start" must be a day from 2000 to 2099, YYYY-MM-DD (in Asia/Kolkata)',
      'batches.yaml:4:3: "name" is missing; it must be a text of 1 to 80 characters',
      'batches.yaml:4:3: "start" is missing; it must be a day from 2000 to 2099, YYYY-MM-DD (in Asia/Kolkata)',
      'Nothing was imported: 3 errors.',
    ],
  });
});

test.each([
  [['import', 'nowhere'], 'There is no file or folder at nowhere'],
  [
    ['import', 'package.json'],
    'package.json cannot be imported. Expected one of: courses.yaml, batches.yaml, projects.yaml, people.csv, marks.csv, terms.md, privacy.md, and files in images/ or documents/',
  ],
  [['confirm', 'x@example.test'], 'There is no account with the email x@example.test.'],
  [
    ['change-email', 'x@example.test', 'y@example.test'],
    'There is no account with the email x@example.test.',
  ],
  [['change-email', 'x@example.test', 'y'], '"y" is not a valid email.'],
  [['place', 'x@example.test', 'W1'], 'There is no account with the email x@example.test.'],
  [['reset-password', 'x@example.test'], 'There is no account with the email x@example.test.'],
  [['reset-second-factor', 'x@example.test'], 'There is no account with the email x@example.test.'],
  [['lift-limits', 'x@example.test'], 'There is no account with the email x@example.test.'],
  [['remove-sample'], 'There is no sample catalogue in this portal.'],
  [['restore-question', '7'], 'There is no question 7.'],
  [['mail', 'show', '7'], 'There is no mail 7.'],
  [['mail', 'retry', '7'], 'There is no mail 7.'],
  [['jobs', 'retry', '7'], 'There is no job 7.'],
  [['export', 'submissions', '--out', 'nowhere/x.csv'], 'There is no folder nowhere to write to.'],
  [['export', 'submissions', '--out', 'src'], 'src is a folder; name a file.'],
])('%j ends with one line on standard error', async (args, line) => {
  expect(await capstone(...args)).toEqual({ code: 1, out: '', err: [line] });
});

test('the version is printed, and an upgrade is described', async () => {
  expect(await capstone('--version')).toEqual({ code: 0, out: build, err: [] });
  const { code, out, err } = await capstone('upgrade-check');
  expect({ code, err }).toEqual({ code: 0, err: [] });
  expect(out).toMatch(/^Schema: no steps; .*\nSettings: .*\n(?: {2}.*\n)*Disk space: /);
  expect(await capstone('upgrade-check', '--from', '0.0.1')).toEqual({
    code: 1,
    out: '',
    err: [`No release 0.0.1 is known; known are: ${releasedDefaults.map((one) => one.version).join(', ')}.`],
  });
});

test('a setting that cannot be used ends a command with one line', async () => {
  vi.stubEnv('ACADEMY_ZONE', 'Mars/Olympus');
  const line =
    'Setting ACADEMY_ZONE is "Mars/Olympus"; allowed: a time zone of the IANA list, such as Asia/Kolkata';
  expect(await capstone('confirm', 'x@example.test')).toEqual({ code: 1, out: '', err: [line] });
  vi.stubEnv('ACADEMY_ZONE', '');
  vi.stubEnv('DATABASE_URL', 'postgres://nobody:secret@127.0.0.1:9/none');
  const { code, err } = await capstone('confirm', 'x@example.test');
  expect({ code, err }).toEqual({
    code: 1,
    err: [
      expect.stringMatching(
        /^Setting DATABASE_URL is "postgres:\/\/\*\*\*@127.0.0.1:9\/none", which does not answer/,
      ),
    ],
  });
  expect(err.join()).not.toContain('secret');
  vi.stubEnv('DATABASE_URL', '');
});

test('staff and a new password get links to the public address', async () => {
  const link = /https:\/\/portal\.test\/reset-password\?token=[\w-]{43}$/;
  const mentor = ['--name', 'Anu', '--role', 'mentor', '--batch', 'w1'];
  const invited = await capstone('staff', 'a@example.test', ...mentor);
  expect(invited.out).toMatch(/^a@example\.test: Anu, mentor of W1 \(new\)\.\n/);
  expect(invited.out).toMatch(link);
  expect((await capstone('reset-password', 'A@example.test')).out).toMatch(link);
  expect((await capstone('reset-second-factor', 'A@example.test')).out).toBe(
    'a@example.test has no two-step verification.',
  );
});

test("an account's limits are lifted for some days, and held again", async () => {
  expect((await capstone('lift-limits', 'A@example.test')).out).toMatch(
    /^a@example\.test has no daily limits until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.$/,
  );
  expect((await capstone('lift-limits', 'a@example.test', '--days', '0')).out).toBe(
    'a@example.test has the usual limits again.',
  );
});

test('people are confirmed, placed and exported', async () => {
  expect(await capstone('confirm', 'a@example.test')).toMatchObject({
    out: 'a@example.test was confirmed already.',
  });
  expect((await capstone('place', 'a@example.test', 'W1')).err).toEqual([
    'a@example.test is a mentor, not a student.',
  ]);
  const out = path.join(folder, 'out.csv');
  expect((await capstone('export', 'submissions', '--out', out)).out).toBe(
    `0 submissions written to ${out}.`,
  );
  expect((await capstone('export', 'roster', '--out', out)).out).toMatch(
    /students? written to .*, in place of the earlier file\.$/,
  );
  expect((await capstone('export', 'submissions', '--out', out)).code).toBe(0);
  expect(readFileSync(out, 'utf8')).toMatch(
    /^\uFEFFbatch,email,name,task,.*released,declaration,ai_use,ai_text,earlier_project\r\n$/,
  );
});

test('mail that is kept is listed and shown', async () => {
  expect((await capstone('mail')).out).toBe(
    'There is no mail yet.\nSMTP_URL is not set: mail is stored and not sent.',
  );
  const posted = { to: 'a@example.test', subject: 'Hello', text: 'Words\n', html: '<p>Words</p>' };
  await withContext(({ database }) =>
    database.transaction((writer) => enqueueMail(writer, { event: 'test:1', ...posted }, 0)),
  );
  expect((await capstone('mail')).out).toContain(
    '1  1970-01-01 05:30:00  a@example.test  Hello  (waiting)\n',
  );
  expect((await capstone('mail', 'show', '1')).out).toBe(
    'To: a@example.test\nSubject: Hello\nStatus: waiting\n\nWords',
  );
  expect(await capstone('mail', 'retry', '1')).toMatchObject({
    code: 1,
    err: ['SMTP_URL is not set: mail cannot be sent.'],
  });
  vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:1');
  expect((await capstone('mail', 'retry', '1')).out).toBe('Mail 1 will be sent now.');
  vi.stubEnv('SMTP_URL', '');
});

test('receipts get a new key, and those of before stay genuine', async () => {
  const { code, out, err } = await capstone('rotate-receipt-key');
  expect({ code, err }).toEqual({ code: 0, err: [] });
  expect(out).toMatch(/^Receipts are now signed with [\w-]{43} \(not encrypted: SECRET_KEY is not set\)\.$/);
  const again = await capstone('rotate-receipt-key');
  const [first] = /[\w-]{43}/.exec(out) ?? [];
  expect(again.out).toContain(
    `Receipts signed with ${first} stay valid. That key can no longer sign anything.`,
  );
});

test('refused mail is listed apart, and jobs with what became of them', async () => {
  expect((await capstone('mail', '--refused')).out).toMatch(/^No mail has been refused\./);
  await withContext(({ database }) =>
    database.transaction(async (writer) => {
      await writer
        .updateTable('outbox')
        .set({ refused_at: 1, last_error: '550 Nobody', attempts: 1 })
        .execute();
      const job = { key: null, payload: '1', attempts: 0, created_at: 0, wanted_at: 0, due_at: 0 };
      await writer
        .insertInto('jobs')
        .values([
          { ...job, kind: 'tidy' },
          { ...job, kind: 'reset-demo', key: '', due_at: Date.UTC(9999, 0, 1) },
          {
            ...job,
            kind: 'send-digest',
            key: 'W1',
            failed_at: 1_000,
            attempts: 2,
            last_error: 'No such batch',
          },
        ])
        .execute();
    }),
  );
  expect((await capstone('mail', '--refused')).out).toContain(
    'a@example.test  Hello  (refused after 1 attempt: 550 Nobody)',
  );
  expect((await capstone('jobs')).out).toBe(
    '3  send-digest W1  failed 1970-01-01 05:30:01, after 2 attempts: No such batch\n1  tidy  due 1970-01-01 05:30:00\n2  reset-demo  not scheduled',
  );
  expect((await capstone('jobs', 'retry', '3')).out).toBe('Job 3 will run now.');
  expect((await capstone('jobs')).out).toMatch(/^1  tidy  due .*\n3  send-digest W1  due /);
});

test('what strangers typed cannot move the cursor of the operator or look like lines of a command', async () => {
  const subject = 'Hello \u001B]0;owned\u0007\n9  all is well';
  const mail = { event: 'test:2', to: 'b\u001B[31m@example.test', subject, text: 'Dear \u009B31m', html: '' };
  await withContext(async ({ database }) => {
    await database.transaction((writer) => enqueueMail(writer, mail, 0));
    await database.transaction((writer) =>
      insertAccount(writer, {
        email: 'c\u001B[31m@example.test',
        name: 'C',
        role: 'mentor',
        created_at: 0,
      }),
    );
  });
  const outs = [
    await capstone('mail'),
    await capstone('mail', 'show', '2'),
    await capstone('confirm', 'c\u001B[31m@example.test'),
  ];
  const text = outs.map(({ out }) => out).join('\n');
  expect(text).toContain(
    '2  1970-01-01 05:30:00  b\uFFFD[31m@example.test  Hello \uFFFD]0;owned\uFFFD 9  all is well',
  );
  expect(text).toContain('Dear \uFFFD31m');
  expect(text).toContain('c\uFFFD[31m@example.test is confirmed.');
  expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  expect((await capstone('confirm', 'x\u001B[31m@example.test')).err.join()).not.toContain('\u001B');
});

test('an account is suspended with a reason, and brought back', async () => {
  expect(await capstone('suspend', 'a@example.test')).toMatchObject({ code: 1, out: '' });
  expect((await capstone('suspend', 'a@example.test', '--reason', ' ')).err).toEqual([
    'The reason must have 1 to 1000 characters.',
  ]);
  expect((await capstone('suspend', 'A@example.test', '--reason', 'Left.')).out).toMatch(
    /^a@example\.test is suspended and cannot log in\./,
  );
  expect((await capstone('suspend', 'a@example.test', '--reason', 'Left.')).err).toEqual([
    'a@example.test is already suspended.',
  ]);
  expect((await capstone('reset-password', 'a@example.test')).err).toEqual([
    'a@example.test is suspended. Reactivate the account first.',
  ]);
  expect((await capstone('bring-back', 'a@example.test')).out).toBe('a@example.test is active again.');
  expect((await capstone('bring-back', 'a@example.test')).err).toEqual(['a@example.test is not suspended.']);
});

test('an account gets another address, and wishes for deletion are listed', async () => {
  expect((await capstone('change-email', 'a@example.test', 'A2@example.test')).out).toBe(
    'The email address a@example.test was changed to a2@example.test.',
  );
  expect((await capstone('deletion-requests')).out).toBe('There are no deletion requests.');
});

test('a person is anonymised by address, with a reason', async () => {
  const account = { email: 'dina@example.test', name: 'Dina', role: 'student' as const, created_at: 0 };
  await withContext(({ database }) => database.transaction((writer) => insertAccount(writer, account)));
  expect(await capstone('anonymise', account.email)).toMatchObject({
    code: 1,
    err: ['The option --reason <text> is missing. See capstone anonymise --help.'],
  });
  const refused = await capstone('anonymise', account.email, '--reason', 'Dina asked.');
  expect(refused).toMatchObject({
    code: 1,
    err: ['The reason stays in the audit log. Remove the name, email and phone number from it.'],
  });
  const { code, out } = await capstone('anonymise', ' DINA@example.test', '--reason', 'Asked by letter.');
  expect(code).toBe(0);
  expect(out).toMatch(
    /^dina@example\.test is anonymised and is now called removed-\w+@removed\.invalid\..*\n0 submissions can still be verified/,
  );
  expect((await capstone('anonymise', account.email, '--reason', 'Again.')).err).toEqual([
    'There is no account with the email dina@example.test.',
  ]);
});
