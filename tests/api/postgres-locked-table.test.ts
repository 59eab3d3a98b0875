import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { engineName } from '#support/empty-database';
import { buildMentor, buildQuestion, buildStudent } from '#support/factories';
import { openLocation } from '#support/locations';
import { makeStudentFixture } from '#support/student-fixture';

test.runIf(engineName === 'postgres')(
  'one locked table holds up its own calls only, however many of them wait',
  async () => {
    const { context, client, nobody, url, as, student, databaseLocation } = await makeStudentFixture(8);
    // One account's calls wait for each other past their number.
    const classmate = await as(await buildStudent(context, { batch_id: student.batch_id }));
    const mentor = await as(await buildMentor(context, [student.batch_id as number]));
    await buildQuestion(context, { author_id: student.id, batch_id: student.batch_id as number });
    const batch_id = student.batch_id as number;
    const others = await Promise.all(Array.from({ length: 4 }, () => buildStudent(context, { batch_id })));
    const readers = [
      { client, email: student.email },
      ...(await Promise.all(others.map(async (one) => ({ client: await as(one), email: one.email })))),
    ];
    const other = openLocation(databaseLocation);
    onTestFinished(() => other.close());
    const calls = await other.writer.transaction().execute(async (writer) => {
      await sql`lock table questions in access exclusive mode`.execute(writer);
      let answered = 0;
      const waiting = Array.from({ length: 30 }, async (_, i) => {
        const reader = readers[i % readers.length]!;
        const forum = `/api/discussion/discussion/${reader.email}`;
        const answer = await (i % 2 === 0
          ? reader.client.get(forum)
          : reader.client.post(`${forum}/question`, { question: `question ${i}` }));
        answered += 1;
        return answer;
      });
      expect((await nobody.get('/api/health')).status).toBe(200);
      expect((await classmate.get('/api/auth/session')).status).toBe(200);
      expect((await mentor.get(url('timeline'))).status).toBe(200);
      const login = { email: student.email, password: 'wrong password' };
      expect((await nobody.post('/api/auth/login', login)).status).toBe(401);
      expect(context.database.pool()?.waiting, 'the forum waits for connections').toBeGreaterThan(0);
      expect(answered, 'nobody has waited for the lock').toBe(0);
      return waiting;
    });
    for (const { status } of await Promise.all(calls)) expect([200, 201]).toContain(status);
  },
);
