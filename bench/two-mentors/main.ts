import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { tasks } from '#contract/dates';
import { beginSession } from '#server/accounts/sessions';
import { systemClock } from '#server/platform/clock';
import { openDatabase } from '#server/platform/database/database';
import { buildBatch, buildMentor, buildStudent, buildSubmission } from '#support/factories';
import { startPostgres } from '#support/postgres';
import { numberOption } from '../number-option.ts';
import { startPortal, type Running } from '../servers.ts';

/**
 * Two mentors mark the same hand-ins at once, from both ends of the list and several at a time: at one portal on SQLite, and each
 * at a portal of their own, in a process of its own, on PostgreSQL. Whoever comes second is to be told what came first, and sends
 * the own mark all the same. Ends with 1 where a mark was overwritten that its mentor had not seen, or where a text is lost.
 */
const count = numberOption('hand-ins', 100);
const atOnce = 4;

type Mentor = { name: string; marks: number; cookie: string; url: string };
type Mark = { marks: number; comments: string; released: boolean };
type Change = { before: Mark | null; after: Mark };
type Answer = { status: number; body: { current?: Mark; history?: Change[] } };

async function send(mentor: Mentor, method: string, address: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${mentor.url}/api/staff/submissions/${address}`, {
    method,
    headers: { cookie: mentor.cookie, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

const textOf = ({ name }: Mentor, number: string) => `${name} on ${number}`;

function mark(mentor: Mentor, number: string, original: object | null): Promise<Answer> {
  const { marks } = mentor;
  return send(mentor, 'PUT', `${number}/mark`, { marks, comments: textOf(mentor, number), original });
}

/** Marks all, several at a time; what others have marked meanwhile is marked again once it was seen. */
async function markAll(mentor: Mentor, numbers: readonly string[]) {
  const left = [...numbers];
  const seen = { first: 0, second: 0, complaints: [] as string[] };
  async function work(): Promise<void> {
    for (let number = left.shift(); number !== undefined; number = left.shift()) {
      const answer = await mark(mentor, number, null);
      if (answer.status === 200) seen.first += 1;
      else if (answer.status === 409 && answer.body.current !== undefined) {
        seen.second += 1;
        const { marks, comments, released } = answer.body.current;
        const again = await mark(mentor, number, { marks, comments, released });
        if (again.status !== 200) seen.complaints.push(`${number}: sent again, answers ${again.status}`);
      } else seen.complaints.push(`${number}: answers ${answer.status}`);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return seen;
}

/** What is wrong with the history of a mark: each text is there once, and each change began from what stood there. */
async function complaintsAbout(number: string, mentors: readonly [Mentor, Mentor]): Promise<string[]> {
  const { body } = await send(mentors[0], 'GET', `${number}/history`);
  const { history = [] } = body;
  const texts = history.map(({ after }) => after.comments).toSorted();
  const wanted = mentors.map((mentor) => textOf(mentor, number)).toSorted();
  const isWhole = JSON.stringify(texts) === JSON.stringify(wanted);
  const isChained = JSON.stringify(history[0]?.before) === JSON.stringify(history[1]?.after);
  return [
    ...(isWhole ? [] : [`${number}: has ${texts.join(' | ')}`]),
    ...(isChained ? [] : [`${number}: a mark was overwritten unseen`]),
  ];
}

async function makeRows(dataDir: string, databaseUrl: string | null) {
  const database = await openDatabase({ dataDir, databaseUrl });
  const context = { database, clock: systemClock };
  const batch = await buildBatch(context);
  const numbers: string[] = [];
  while (numbers.length < count) {
    const { id } = await buildStudent(context, { batch_id: batch.id });
    for (const task of tasks.slice(0, count - numbers.length))
      numbers.push((await buildSubmission(context, { account_id: id, task })).number);
  }
  const cookies: string[] = [];
  for (const name of ['Bina', 'Ravi']) {
    const { id } = await buildMentor(context, [batch.id], { name });
    const session = await database.transaction((writer) => beginSession(writer, id, systemClock.now()));
    cookies.push(`capstone=${session}`);
  }
  await database.close();
  return { numbers, cookies };
}

async function tryOut(what: string, dataDir: string, databaseUrl: string | null): Promise<string[]> {
  const { numbers, cookies } = await makeRows(dataDir, databaseUrl);
  const environment = { LOG_LEVEL: 'error', ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }) };
  const folders = databaseUrl === null ? [dataDir] : ['one', 'two'].map((name) => path.join(dataDir, name));
  const portals: Running[] = [];
  try {
    for (const folder of folders) portals.push(await startPortal({ DATA_DIR: folder, ...environment }));
    const mentorAt = (nth: number, name: string, marks: number): Mentor => ({
      name,
      marks,
      cookie: cookies[nth] ?? '',
      url: (portals[nth] ?? portals[0])?.url ?? '',
    });
    const mentors = [mentorAt(0, 'Bina', 60), mentorAt(1, 'Ravi', 70)] as const;
    const [bina, ravi] = await Promise.all([
      markAll(mentors[0], numbers),
      markAll(mentors[1], numbers.toReversed()),
    ]);
    const complaints = [...bina.complaints, ...ravi.complaints];
    for (const number of numbers) complaints.push(...(await complaintsAbout(number, mentors)));
    const first = bina.first + ravi.first;
    const second = bina.second + ravi.second;
    if (first !== count || second !== count)
      complaints.push(`${first} came first and ${second} second, of ${count}`);
    console.log(
      `${what}: ${count} hand-ins, Bina first at ${bina.first}, Ravi at ${ravi.first}; ${second} told what came first; ${complaints.length} complaints`,
    );
    return complaints.map((complaint) => `${what}: ${complaint}`);
  } finally {
    for (const portal of portals) await portal.stop();
  }
}

const root = mkdtempSync(path.join(tmpdir(), 'capstone-two-mentors-'));
process.once('exit', () => rmSync(root, { recursive: true, force: true }));
const complaints = await tryOut('one process on SQLite', path.join(root, 'sqlite'), null);
const postgres = await startPostgres();
try {
  const url = postgres.urlOf('postgres');
  complaints.push(...(await tryOut('two processes on PostgreSQL', path.join(root, 'postgres'), url)));
} finally {
  await postgres.stop();
}
for (const complaint of complaints.slice(0, 20)) console.error(complaint);
process.exitCode = complaints.length === 0 ? 0 : 1;
