import {
  buildAdministrator,
  buildBatch,
  buildCourse,
  buildMentor,
  buildProject,
  buildSelection,
  buildStudent,
} from './factories.ts';
import { makeTestApp, type Client, type TestApp } from './test-app.ts';

const dayMs = 24 * 3_600_000;
const commonRoles = ['nobody', 'student', 'outsider', 'mentor', 'foreignMentor', 'administrator'] as const;
type CommonRole = (typeof commonRoles)[number];
type Account = Awaited<ReturnType<typeof buildStudent>>;

/** A portal with two batches, and a client signed in for each role. */
export type PortalFixture<Role extends string> = {
  app: TestApp;
  course: { id: number; name: string };
  batch: { id: number; name: string };
  /** The batch of `outsider` and `foreignMentor`. */
  foreign: { id: number; name: string };
  project: { id: string };
  people: Record<Exclude<Role, 'nobody'>, Account>;
  clients: Record<Role, Client>;
  /** Gives a role a new session, after its call may have ended the one before. */
  renew(role: Role): Promise<void>;
  /** The receipt of the week that `student` submitted. */
  receipt: { number: string; file: { id: string } };
  /** The last part of the address of an unfinished upload of `student`. */
  upload: string;
};

/**
 * Makes a portal with one of everything: `student` started a project 29 days ago, submitted week 1 and has an unfinished
 * upload.
 * @param students further students by role, with what differs from a student of the batch
 */
export async function makePortalFixture<Extra extends string>(
  students: Record<Extra, NonNullable<Parameters<typeof buildStudent>[1]>>,
  options: Parameters<typeof makeTestApp>[0] = {},
): Promise<PortalFixture<CommonRole | Extra>> {
  type Role = CommonRole | Extra;
  // Invitations need the portal's address.
  const settings = { publicUrl: new URL('http://127.0.0.1:3000'), ...options.settings };
  const app = await makeTestApp({ ...options, settings });
  const { context, clock } = app;
  const course = await buildCourse(context);
  const batch = await buildBatch(context, { course_id: course.id, name: 'OURS' });
  const foreign = await buildBatch(context, { name: 'THEIRS 2026' });
  const project = await buildProject(context, { course_id: course.id });
  const student = await buildStudent(context, { batch_id: batch.id });
  const people: Record<string, Account> = {
    student,
    outsider: await buildStudent(context, { batch_id: foreign.id }),
    mentor: await buildMentor(context, [batch.id]),
    foreignMentor: await buildMentor(context, [foreign.id]),
    administrator: await buildAdministrator(context),
  };
  for (const role of Object.keys(students) as Extra[]) {
    people[role] = await buildStudent(context, { batch_id: batch.id, ...students[role] });
  }
  const started_at = clock.now() - 29 * dayMs;
  await buildSelection(context, { account_id: student.id, project_id: project.id, started_at });

  const clients = { nobody: app.nobody } as Record<Role, Client>;
  const renew = async (role: Role): Promise<void> => {
    const account = people[role];
    if (account !== undefined) clients[role] = await app.as(account);
  };
  for (const role of Object.keys(people) as Role[]) await renew(role);

  const submitted = await clients.student.form(`/api/students/uploadWeek/${student.email}`, [
    ['selectedWeek', '1'],
    ['files', { name: 'work.txt', bytes: 'my work' }],
  ]);
  if (submitted.status !== 201) throw new Error(`The submission was answered ${submitted.status}`);
  const upload = await clients.student.post('/api/uploads', undefined, {
    'tus-resumable': '1.0.0',
    'upload-length': '4',
    'upload-metadata': `task ${btoa('week-1')}`,
  });
  if (upload.status !== 201) throw new Error(`The upload was answered ${upload.status}`);
  return {
    app,
    course,
    batch,
    foreign,
    project,
    people: people as PortalFixture<Role>['people'],
    clients,
    renew,
    receipt: submitted.body.receipt,
    upload: String(upload.headers.location).split('/').at(-1) as string,
  };
}
