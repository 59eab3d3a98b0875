import { paths } from '#contract/all-paths';
import { openDatabase } from '#server/platform/database/database';
import { makePasswordHasher } from '#server/platform/passwords/password-hasher';
import { Classroom, failureOf, isServed } from '../class/classroom.ts';
import type { Entry } from '../class/journal.ts';
import {
  json,
  readForum,
  readPage,
  readTimeline,
  study,
  submit,
  write,
  type Habit,
} from '../class/student.ts';
import { onEachEngine, type Engine } from '../engines.ts';
import { choose, readOptions, refuse } from '../options.ts';
import { endRun, expectBar, printTable } from '../report.ts';
import { canPin, startPortal, watchMemory } from '../servers.ts';
import { makeClass, type Student } from '../students.ts';
import { attacks, type Target } from './attacks.ts';
import { groups, measureClass, openPages, openPagesUnder, type Group } from './measure.ts';

/**
 * A class works while one of it, or somebody in its network, attacks. The portal has the settings of production. A p99 of few
 * requests is a matter of luck: by default there are some 1,400 reads, 380 writes and 190 logins.
 */
const maxMemoryMb = 400;
const maxP99Ms = 1_000;
/** Of a classmate's page, attacked to quiet, by what the serving thread does from its request to its answer. */
const maxRatio = 3;
/** Milliseconds of a classmate's pages, quiet and under each attack. */
const pagesMs = 14_000;
const password = 'capstone-bench';

const options = readOptions({ engine: '', only: [], seconds: 40, class: 30 });
const chosen = choose(attacks, options.only);
if (!canPin) refuse('bench:abuse needs Linux with taskset: it reads memory in /proc');

/** Logs in, and keeps the cookies of the answer as a browser does: the device is known from then on. */
async function logIn(room: Classroom, student: Student): Promise<void> {
  await room.persist('login', async () => {
    const call = { method: 'POST', path: paths.logIn.path, ...json({ email: student.email, password }) };
    const answer = await room.send('login', student, call);
    if (!isServed(answer)) return failureOf(answer);
    const pairs = [...student.cookie.split('; '), ...(answer.headers['set-cookie'] ?? [])];
    const jar = new Map(pairs.map((pair) => pair.split(';')[0]?.split('=') as [string, string]));
    student.cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    return null;
  });
}

/** What a student does, by how often of a hundred. */
const habits: readonly [number, Habit][] = [
  [30, readPage],
  [30, readTimeline],
  [15, readForum],
  [8, write],
  [9, submit],
  [8, logIn],
];

const ms = (value: number): string => value.toFixed(value < 10 ? 1 : 0);

async function measure({ name, makeHome }: Engine): Promise<void> {
  const home = await makeHome();
  const database = await openDatabase(home);
  const { students, ...others } = await makeClass(database, options.class + 1);
  const hasher = makePasswordHasher();
  const password_hash = await hasher.hash(password);
  await hasher.close();
  await database.transaction((writer) => writer.updateTable('accounts').set({ password_hash }).execute());
  await database.close();
  const [attacker, ...working] = students;
  const server = await startPortal({
    ...home.environment,
    // Of production, not of benchmarks.
    FORUM_POSTS_PER_HOUR: '',
    REQUESTS_PER_SECOND: '',
    UPLOADS_AT_ONCE_PER_ACCOUNT: '',
    HAND_INS_PER_DAY: '',
    HAND_IN_MB_PER_DAY: '',
  });
  const port = Number(new URL(server.url).port);
  const target: Target = { port, ...others, attacker, emails: working.map(({ email }) => email) };
  const room = new Classroom(port, others.question);
  async function work(milliseconds: number): Promise<Entry[]> {
    const from = performance.now();
    const isOver = () => performance.now() > from + milliseconds;
    await Promise.all(working.map((student) => study(room, student, habits, isOver)));
    return room.journal.entries.splice(0);
  }

  for (const student of working) await logIn(room, student);
  await work(2_000);
  const rows: string[][] = [];
  for (const attack of chosen) {
    console.error(`${name}, ${attack.name}: ${attack.what}`);
    await attack.prepare?.(target);
    const open = () => openPages(server, port, working[0] as Student, pagesMs);
    const quiet = await open();
    const stopWatching = watchMemory(server);
    const pages = await openPagesUnder(attack, target, open);
    const { p99, requests, refused } = await measureClass(work, attack, target, options.seconds * 1_000);
    const memory = stopWatching();
    const what = `${name}, ${attack.name}`;
    const cells = (Object.keys(groups) as Group[]).map((group) => {
      expectBar(!(p99[group] >= maxP99Ms), `${what}: p99 of ${group} is ${ms(p99[group])} ms`);
      return `${ms(p99[group])} ms`;
    });
    const ratio = pages.threadMs / quiet.threadMs;
    expectBar(ratio <= maxRatio, `${what}: a classmate's page takes ${ratio.toFixed(1)} times as much`);
    expectBar(pages.p99 < maxP99Ms, `${what}: p99 of a classmate's page is ${ms(pages.p99)} ms`);
    refused.push(...pages.refused);
    expectBar(memory < maxMemoryMb, `${what}: ${memory} MB`);
    expectBar(refused.length === 0, `${what}: refused ${[...new Set(refused)].join(', ')}`);
    const shells = pages.shells > 0 ? `, ${pages.shells} of ${pages.count} left to the browser` : '';
    const page = `${ms(quiet.threadMs)} → ${ms(pages.threadMs)} ms, ${ratio.toFixed(1)}×, ${ms(pages.p99)} ms${shells}`;
    rows.push([
      attack.name,
      page,
      ...cells,
      `${refused.length} of ${requests + pages.count}`,
      `${memory} MB`,
    ]);
  }
  room.journal.entries.length = 0;
  await room.close(0);
  await server.stop();
  console.log(`\n${name}: a class of ${options.class}, and who attacks in its network; p99`);
  printTable(
    ['attack', 'page: thread, quiet → attacked; p99', 'reads', 'writes', 'logins', 'refused', 'memory'],
    rows,
  );
}

await onEachEngine(options.engine, measure);
endRun();
