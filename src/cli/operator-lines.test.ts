import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { accountById } from '#server/accounts/queries';
import { wordsOf } from '#server/audit/event-words';
import { listLines } from '#server/audit/list-lines';
import { auditFilter } from '#server/privacy/exports/read-audit-log';
import { enqueueMail } from '#server/platform/mail/enqueue-mail';
import { loadSample } from '#server/catalogue/sample/sample-files';
import { buildBatch, buildQuestion, buildStudent } from '#support/factories';
import { makeProgram, runCommand } from './run-command.ts';
import { withContext, withNewContext } from './with-context.ts';

// Every command of the operator, by construction: a new one without a row here fails, and so does one that leaves no line.

const folder = mkdtempSync(path.join(tmpdir(), 'capstone-lines-'));
const file = (name: string) => path.join(folder, name);

type World = { studentId: number; student: string; batch: string; question: string };

/** The arguments of a command, the line that it leaves, and whether that is about the student though it does not name them. */
type Typed = { args: (world: World) => string[]; act: string; isAbout?: true; before?: () => void };

/** Each command that does something, as it is typed. */
const commands: Record<string, Typed> = {
  import: { args: () => [file('mine')], act: 'import-course' },
  confirm: { args: ({ student }) => [student], act: 'confirm-account' },
  place: { args: ({ student, batch }) => [student, batch], act: 'place-student' },
  'reset-password': { args: ({ student }) => [student], act: 'issue-password-reset' },
  'reset-second-factor': { args: ({ student }) => [student], act: 'reset-second-factor' },
  'lift-limits': { args: ({ student }) => [student], act: 'lift-limits' },
  suspend: { args: ({ student }) => [student, '--reason', 'Left'], act: 'suspend-account' },
  'bring-back': { args: ({ student }) => [student], act: 'bring-back-account' },
  'change-email': { args: ({ student }) => [student, 'next@example.test'], act: 'change-address' },
  'restore-question': { args: ({ question }) => [question], act: 'restore-question', isAbout: true },
  staff: {
    args: () => ['office@example.test', '--name', 'Office', '--role', 'administrator'],
    act: 'invite-staff',
  },
  'export grades': { args: () => ['--out', file('grades.csv')], act: 'export-grades' },
  'export roster': { args: () => ['--out', file('roster.csv')], act: 'export-roster' },
  'export submissions': { args: () => ['--out', file('submissions.csv')], act: 'export-submissions' },
  'export audit': { args: () => ['--out', file('audit.csv')], act: 'export-audit' },
  'export person': {
    args: () => ['next@example.test', '--out', file('person.zip')],
    act: 'export-person',
  },
  'export catalogue': { args: () => ['--out', file('catalogue')], act: 'export-catalogue' },
  'mail show': { args: () => ['1'], act: 'read-mail', isAbout: true },
  'mail retry': {
    args: () => ['1'],
    act: 'retry-mail',
    isAbout: true,
    before: () => void vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:1'),
  },
  'jobs retry': { args: () => ['1'], act: 'retry-job' },
  anonymise: { args: () => ['next@example.test', '--reason', 'Asked.'], act: 'anonymise-person' },
  'rotate-receipt-key': { args: () => [], act: 'rotate-receipt-key' },
  acknowledge: {
    args: () => ['lost-submissions', '--reason', 'Sent again.'],
    act: 'acknowledge-loss',
    before: () => writeFileSync(file('data/newest-submission'), '9\nCAP-lost\n'),
  },
  'acknowledge-loss': {
    args: () => [],
    act: 'acknowledge-loss',
    before: () => writeFileSync(file('data/newest-submission'), '9\nCAP-gone\n'),
  },
  'remove-sample': { args: () => [], act: 'remove-sample' },
  fsck: { args: () => [], act: 'check-files' },
  backup: { args: () => [file('backups')], act: 'make-backup' },
  rehearse: { args: () => [file('backups')], act: 'rehearse-backup' },
  restore: {
    args: () => [file('backups')],
    act: 'restore-backup',
    // Into a place of its own, whose audit log goes on from here.
    before: () => void vi.stubEnv('DATA_DIR', file('restored')),
  },
};

const withoutLine: Record<string, string> = {
  'deletion-requests': 'lists wishes, and gives out nothing that the screens do not show',
  backups: 'lists the backups of a place',
  doctor:
    'looks, and raises alarms; the mail that it sends leaves a line: src/server/operations/system-check/doctor.http.test.ts',
  export: 'says which exports there are',
  mail: 'lists mails without their words',
  jobs: 'lists jobs',
  verify: 'checks a file without the portal',
  'upgrade-check': 'only reads',
};

/** The commands that run something, as they are typed: `jobs` lists, and `jobs retry` is another. */
function typedCommands(command: Command, typed: readonly string[] = []): string[] {
  const below = command.commands.flatMap((sub) => typedCommands(sub as Command, [...typed, sub.name()]));
  const runs = (command as unknown as { _actionHandler: unknown })._actionHandler != null;
  return typed.length > 0 && (runs || below.length === 0) ? [typed.join(' '), ...below] : below;
}

beforeAll(() => {
  vi.stubEnv('DATA_DIR', file('data'));
  vi.stubEnv('DATABASE_URL', '');
  mkdirSync(file('mine'));
  writeFileSync(path.join(file('mine'), 'courses.yaml'), '- name: Web\n');
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test('each command has its row, and none has one that is no command', () => {
  const typed = typedCommands(
    makeProgram(
      () => {},
      () => {},
    ),
  );
  expect(typed.length).toBeGreaterThan(15);
  expect(typed.toSorted()).toEqual([...Object.keys(commands), ...Object.keys(withoutLine)].toSorted());
});

test('each command that does something leaves its line, by the operator', { tags: 'full' }, async () => {
  const world = await withNewContext({ isTrial: false, print: () => {} }, async (context) => {
    await loadSample(context);
    const batch = await buildBatch(context);
    const student = await buildStudent(context, { batch_id: null, confirmed_at: null });
    const question = await buildQuestion(context, {
      batch_id: batch.id,
      author_id: student.id,
      deleted_at: context.clock.now(),
    });
    await context.database.transaction(async (writer) => {
      const now = context.clock.now();
      await writer
        .insertInto('jobs')
        .values({ kind: 'k', key: 'one', payload: 'null', created_at: now, wanted_at: now, due_at: now })
        .execute();
      const words = { subject: 'Hello', text: 'Good day', html: '<p>Good day</p>' };
      await enqueueMail(writer, { event: 'e', to: student.email, ...words }, now);
      const factor = { kind: 'app', name: 'Phone', secret: 'x', counter: 0, added_at: now } as const;
      await writer
        .insertInto('second_factors')
        .values({ account_id: student.id, ...factor })
        .execute();
    });
    return {
      studentId: student.id,
      student: student.email,
      batch: batch.name,
      question: String(question.id),
    };
  });
  const linesAfter = (id: number) =>
    withContext((context) =>
      context.database.reader
        .selectFrom('audit_log')
        .where('id', '>', id)
        .orderBy('id')
        .select(['id', 'act', 'actor_id'])
        .execute(),
    );
  /** The lines that the audit log gives for the student's present address. */
  const linesAboutStudent = () =>
    withContext(async (context) => {
      const { reader } = context.database;
      const { email } = await accountById(reader, world.studentId);
      const filter = await auditFilter(context, { whom: email });
      return listLines(reader, filter!, { after: null, limit: 100 });
    });
  const students = [world.student, 'next@example.test'];
  let found = 0;
  let newest = 0;
  for (const [typed, { args, act, before, isAbout = false }] of Object.entries(commands)) {
    before?.();
    if (before !== undefined) newest = 0;
    const errors: string[] = [];
    const words = [...typed.split(' '), ...args(world)];
    await runCommand(
      words,
      () => {},
      (line) => errors.push(line),
    );
    expect(errors, typed).toEqual([]);
    const lines = await linesAfter(newest);
    expect(lines, typed).toContainEqual({ id: expect.any(Number), act, actor_id: null });
    for (const line of lines) expect(wordsOf(line.act), line.act).not.toBeNull();
    newest = lines.at(-1)?.id ?? newest;
    if (!isAbout && !args(world).some((arg) => students.includes(arg))) continue;
    found += 1;
    const about = await linesAboutStudent();
    expect(
      about.map(({ id, act: one }) => [id, one]),
      typed,
    ).toContainEqual([expect.any(Number), act]);
    expect(
      about.some(({ id }) => lines.some((line) => line.id === id)),
      typed,
    ).toBe(true);
  }
  expect(existsSync(file('audit.csv'))).toBe(true);
  expect(found).toBeGreaterThan(12);
});
