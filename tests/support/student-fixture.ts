import { readdirSync } from 'node:fs';
import path from 'node:path';
import { buildAdministrator, buildBatch, buildMentor, buildSelection, buildStudent } from './factories.ts';
import { makeTestApp, type Client, type TestApp } from './test-app.ts';

export const dayMs = 24 * 60 * 60_000;

/** A student who submits, and what the portal has kept of it. */
export type StudentFixture = TestApp & {
  student: Awaited<ReturnType<typeof buildStudent>>;
  client: Client;
  /** A call's address about this student. */
  url(call: string): string;
  rows(): Promise<
    { version: number; task: string; file_sha256: string | null; idempotency_key: string | null }[]
  >;
  /** Names of files that are staged, and of files that are kept. */
  staged(): string[];
  kept(): string[];
};

/** A portal with a student whose project started some days ago; null: of one who has none yet. */
export async function makeStudentFixture(
  days: number | null,
  options: Parameters<typeof makeTestApp>[0] = {},
): Promise<StudentFixture> {
  const app = await makeTestApp(options);
  const student = await buildStudent(app.context);
  if (days !== null) {
    await buildSelection(app.context, { account_id: student.id, started_at: app.clock.now() - days * dayMs });
  }
  const files = path.join(app.dataDir, 'files');
  const named = (name: string): boolean => /^[0-9a-f]{64}$/.test(path.basename(name));
  return {
    ...app,
    student,
    client: await app.as(student),
    url: (call) => `/api/students/${call}/${student.email}`,
    rows: () => app.context.database.reader.selectFrom('submissions').selectAll().orderBy('id').execute(),
    staged: () => readdirSync(path.join(files, 'staging')),
    kept: () => readdirSync(files, { recursive: true, encoding: 'utf8' }).filter(named),
  };
}

/** Accounts and the status that each gets where the student, their mentors and administrators may read. */
export async function readersOf({ context, student }: Pick<StudentFixture, 'context' | 'student'>) {
  const ownMentor = await buildMentor(context, [student.batch_id as number]);
  const administrator = await buildAdministrator(context);
  const statuses = [
    [student, 200],
    [await buildStudent(context, { batch_id: student.batch_id }), 403],
    [ownMentor, 200],
    [await buildMentor(context, [(await buildBatch(context)).id]), 403],
    [administrator, 200],
  ] as const;
  return { ownMentor, administrator, statuses };
}

/** Parts of a submission's form. */
export const week = (value: string) => ['selectedWeek', value] as const;
export const links = (value: string) => ['links', value] as const;
export const comments = (value: string) => ['comments', value] as const;
export const file = (bytes: string | Buffer, name = 'work.txt') => ['files', { name, bytes }] as const;
