import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { isUnavailable } from '#server/platform/database/database-errors';
import { engineName } from '#support/empty-database';
import { makeStudentFixture, week } from '#support/student-fixture';
import { makeTestContext, type Answer } from '#support/test-app';

const onPostgres = test.runIf(engineName === 'postgres');

/** A connection of somebody else to the tests' server. */
async function connectBeside(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Ends every backend that serves a database, as a restart of the server does. */
async function terminateBackends(beside: pg.Client, location: string): Promise<number> {
  const name = new URL(location).pathname.slice(1);
  const { rowCount } = await beside.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
    [name],
  );
  return rowCount ?? 0;
}

onPostgres(
  'connections that are terminated under load: only 503 with Retry-After, and nothing twice',
  async () => {
    const { context, client, url, databaseLocation, student } = await makeStudentFixture(29);
    const forum = `/api/discussion/discussion/${student.email}`;
    const beside = await connectBeside();
    const answers: Answer[] = [];
    const asked = new Map<string, number>();
    const submitted = new Map<string, number>();
    const over = new AbortController();
    async function repeat(call: (i: number) => Promise<Answer>): Promise<void> {
      for (let i = 0; !over.signal.aborted; i++) answers.push(await call(i));
    }
    const load = Promise.all([
      ...Array.from({ length: 6 }, () => repeat(() => client.get('/api/auth/session'))),
      ...Array.from({ length: 4 }, () => repeat(() => client.get(url('timeline')))),
      ...Array.from({ length: 4 }, (_, who) =>
        repeat(async (i) => {
          const question = `question ${who}-${i}`;
          const answer = await client.post(`${forum}/question`, { question });
          asked.set(question, answer.status);
          return answer;
        }),
      ),
      ...Array.from({ length: 2 }, (_, who) =>
        repeat(async (i) => {
          const comments = `version ${who}-${i}`;
          const answer = await client.form(url('uploadWeek'), [week('1'), ['comments', comments]]);
          submitted.set(comments, answer.status);
          return answer;
        }),
      ),
    ]);
    const acknowledgedOf = (sent: Map<string, number>) =>
      [...sent].filter(([, status]) => status === 201).map(([text]) => text);
    let terminated = 0;
    for (let round = 0; round < 4; round++) {
      const before = answers.length;
      const kept = [asked, submitted].map((sent) => acknowledgedOf(sent).length);
      const hasKeptMore = () =>
        [asked, submitted].every((sent, at) => acknowledgedOf(sent).length > (kept[at] as number));
      terminated += await terminateBackends(beside, databaseLocation);
      // The next round meets connections that are in use again, by changes too.
      while (answers.length < before + 40 || !hasKeptMore()) await sleep(5);
    }
    over.abort();
    await load;
    expect(terminated).toBeGreaterThan(4);
    const refused = answers.filter(({ status }) => status >= 400);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, body, headers } of refused) {
      expect({ status, body }).toMatchObject({
        status: 503,
        body: { message: expect.stringContaining('The portal is busy.'), code: 'busy' },
      });
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await client.get('/api/auth/session')).status).toBe(200);

    const { reader } = context.database;
    const texts = (await reader.selectFrom('questions').select('text').execute()).map(({ text }) => text);
    const comments = (await reader.selectFrom('submissions').select('comments').execute()).map(
      (row) => row.comments,
    );
    for (const [kept, sent] of [
      [texts, asked],
      [comments, submitted],
    ] as const) {
      expect(new Set(kept).size, 'nothing is there twice').toBe(kept.length);
      const acknowledged = acknowledgedOf(sent);
      expect(acknowledged.length).toBeGreaterThan(0);
      expect(acknowledged.filter((text) => !kept.includes(text))).toEqual([]);
    }
  },
);

onPostgres(
  'a transaction that PostgreSQL ends for its idleness is a passing failure, and known as such',
  async () => {
    const { context } = await makeTestContext();
    const { database } = context;
    const ended = database.transaction(async (writer) => {
      await sql`set local idle_in_transaction_session_timeout = 50`.execute(writer);
      // Until the server has closed the connection under the transaction.
      for (;;) {
        await sql`select 1`.execute(writer);
        await sleep(300);
      }
    });
    const error: unknown = await ended.catch((reason: unknown) => reason);
    expect(isUnavailable(error)).toBe(true);
    expect((error as Error).cause).toMatchObject({ code: '25P03' });
    expect(await sql`select 1`.execute(database.reader)).toMatchObject({ rows: [{}] });
  },
);
