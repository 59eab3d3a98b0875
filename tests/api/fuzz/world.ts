import { issueToken } from '#server/accounts/one-time-tokens';
import {
  buildAdministrator,
  buildBatch,
  buildCourse,
  buildMentor,
  buildProject,
  buildQuestion,
  buildSelection,
  buildStudent,
} from '#support/factories';
import { makeTestApp, type Client, type TestApp } from '#support/test-app';

const roles = [
  'nobody',
  'student',
  'newcomer',
  'waiting',
  'outsider',
  'mentor',
  'foreignMentor',
  'administrator',
] as const;
export type Role = (typeof roles)[number];
export { roles };

/** Stands for whoever sends the request. */
export const me = '@me';

export type World = {
  app: TestApp;
  clients: Record<Role, Client>;
  /** Gives a role a session anew, after its call may have ended the one before. */
  renew(role: Role): Promise<void>;
  /** What each role puts where its own address belongs; staff put their batch. */
  own: Record<Role, string>;
  /** Values that mean something, by the name of the parameter or field (or `call.field`) that they stand in. */
  known: Record<string, readonly unknown[]>;
};

const dayMs = 24 * 3_600_000;

/** One of everything, for everybody to meddle with. */
export async function makeWorld(): Promise<World> {
  const app = await makeTestApp({ settings: { maxUploadBytes: 64 * 1024 } });
  const { context, clock } = app;
  const course = await buildCourse(context);
  const batch = await buildBatch(context, { course_id: course.id, name: 'OURS' });
  const foreign = await buildBatch(context, { name: 'THEIRS 2026' });
  const project = await buildProject(context, { course_id: course.id });
  const other = await buildProject(context);
  const people = {
    student: await buildStudent(context, { batch_id: batch.id }),
    newcomer: await buildStudent(context, { batch_id: batch.id, exit_score: 49.5 }),
    waiting: await buildStudent(context, { batch_id: null }),
    outsider: await buildStudent(context, { batch_id: foreign.id }),
    mentor: await buildMentor(context, [batch.id]),
    foreignMentor: await buildMentor(context, [foreign.id]),
    administrator: await buildAdministrator(context),
  };
  const started_at = clock.now() - 29 * dayMs;
  await buildSelection(context, { account_id: people.student.id, project_id: project.id, started_at });
  const questions = [];
  for (let i = 0; i < 6; i++) {
    const author_id = i % 2 === 0 ? people.student.id : people.newcomer.id;
    questions.push(await buildQuestion(context, { batch_id: batch.id, author_id }));
  }
  const forgetful = await buildStudent(context, { email: 'forgetful@example.test' });
  const tokens = await context.database.transaction(async (writer) => [
    await issueToken(writer, 'reset', forgetful.id, clock.now()),
    await issueToken(writer, 'setup', null, clock.now()),
  ]);

  const clients = { nobody: app.nobody } as Record<Role, Client>;
  const renew = async (role: Role): Promise<void> => {
    if (role !== 'nobody') clients[role] = await app.as(people[role]);
  };
  for (const role of roles) await renew(role);
  const upload = await clients.student.form(`/api/students/uploadWeek/${people.student.email}`, [
    ['selectedWeek', '1'],
    ['files', { name: 'work.txt', bytes: 'my work' }],
  ]);
  const { number, file } = upload.body.receipt as { number: string; file: { id: string } };

  const begun = await clients.student.post('/api/uploads', undefined, {
    'tus-resumable': '1.0.0',
    'upload-length': '4',
    'upload-metadata': `task ${btoa('week-1')}`,
  });

  const emails = [...Object.values(people).map(({ email }) => email), 'unknown@example.test'];
  const boards = [...emails, batch.name, foreign.name];
  const own = Object.fromEntries(Object.entries(people).map(([role, { email }]) => [role, email]));
  Object.assign(own, { nobody: 'nobody@example.test', mentor: batch.name, administrator: batch.name });
  const mine = Array.from({ length: boards.length }, () => me);
  return {
    app,
    clients,
    renew,
    own: own as World['own'],
    known: {
      s_id: [...mine, ...boards],
      sp_id: [...mine, ...emails],
      email: [...emails, 'new1@example.test', 'new2@example.test', ' New3@Example.test '],
      batch: [batch.name, 'ours', foreign.name],
      course: [course.name],
      p_id: [project.id, other.id],
      id: questions.map(({ id }) => String(id)),
      before: [number, ...questions.map(({ id }) => String(id))],
      'readFile.id': [file.id],
      'markSubmission.id': [number],
      upload: [String(begun.headers.location).split('/').at(-1)],
      number: [number, 'CAP-0000-0000-0000-0000'],
      sha256: ['a'.repeat(64)],
      token: tokens,
      phone: ['9876543210'],
      password: ['secret1'],
      q: ['ou', '%', '_'],
      limit: ['1', '100', '50'],
      selectedWeek: ['1', '2', '3', '4'],
      marks: [0, 100, 55.5],
    },
  };
}
