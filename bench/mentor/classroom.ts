import path from 'node:path';
import { paths } from '#contract/paths';
import { fillPath } from '#contract/fill-path';
import { beginSession } from '#server/accounts/sessions';
import { systemClock } from '#server/platform/clock';
import { openDatabase } from '#server/platform/database/database';
import { buildMentor } from '#support/factories';
import { makeForm } from '../form.ts';
import { startPortal, type Running } from '../servers.ts';
import { makeStudents, type Student } from '../students.ts';

/** A portal with a batch whose students have handed in week 1, and its mentor's session. */
export type Classroom = { portal: Running; batch: string; mentor: string; students: Map<string, Student> };

const links = (n: number) => `https://git.example.test/student-${n}/week-1`;
const comments = (n: number) =>
  `The first screens of project ${n} are there: the form, the list, and the errors in their places. `.repeat(
    1 + (n % 12),
  );

/** @param count how many hand in, one after the other */
export async function openClassroom(folder: string, count: number): Promise<Classroom> {
  const database = await openDatabase({ dataDir: folder, databaseUrl: null });
  const students = await makeStudents(database, count);
  const batch = await database.reader.selectFrom('batches').select(['id', 'name']).executeTakeFirstOrThrow();
  const mentor = await buildMentor({ database, clock: systemClock }, [batch.id], { name: 'Anjali Menon' });
  const session = await database.transaction((writer) => beginSession(writer, mentor.id, systemClock.now()));
  await database.close();
  const portal = await startPortal({ DATA_DIR: path.resolve(folder), LOG_LEVEL: 'error' });
  for (const [n, { email, cookie }] of students.entries()) {
    const file = {
      name: `week-1-${n}.md`,
      bytes: Buffer.from(`# Week 1 of student ${n}\n\nWhat is done.\n`),
    };
    const form = makeForm({ selectedWeek: '1', links: links(n), comments: comments(n) }, file);
    const answer = await fetch(portal.url + fillPath(paths.uploadWeek.path, { s_id: email }), {
      method: 'POST',
      headers: { cookie, 'content-type': form.type },
      body: new Uint8Array(form.body),
    });
    if (answer.status !== 201) throw new Error(`hand-in ${n} answers ${answer.status}`);
  }
  return {
    portal,
    batch: batch.name,
    mentor: `capstone=${session}`,
    students: new Map(students.map((student) => [student.email, student])),
  };
}
