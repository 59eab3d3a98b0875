import { Agent } from 'node:http';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import type { Database } from '#server/platform/database/database';
import type { Ledger, Submission } from '../class/ledger.ts';
import { exchange } from '#support/exchange';
import { sha256Of } from '../submit.ts';
import type { World } from './world.ts';

/** What database and store hold of what was acknowledged in a span of time. */
export type Verification = {
  receipts: number;
  /** Questions, comments, favourites and marks. */
  otherWrites: number;
  /** Rows that were found for all of them. */
  rows: number;
  /** Files that were read back whole. */
  files: number;
  /** Each write that is lost, doubled or other than acknowledged. */
  losses: string[];
};

type Span = { from: number; to: number };

const isIn = ({ from, to }: Span, at: number): boolean => at >= from && at < to;
const fileTimeoutMs = 20_000;
const downloadsAtOnce = 4;

/** Receipts against rows. @returns how many rows were found */
async function verifyRows(
  { reader }: Database,
  submissions: readonly Submission[],
  losses: string[],
): Promise<number> {
  const numbers = submissions.map(({ receipt }) => receipt?.number ?? '');
  if (numbers.length === 0) return 0;
  const rows = await reader
    .selectFrom('submissions')
    .select(['number', 'idempotency_key', 'file_sha256'])
    .where('number', 'in', numbers)
    .execute();
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  for (const { receipt, key, sha256 } of submissions) {
    const number = receipt?.number ?? '';
    const row = byNumber.get(number);
    if (row === undefined) losses.push(`receipt ${number} has no row`);
    else if (row.idempotency_key !== key) losses.push(`receipt ${number} belongs to another key`);
    else if (row.file_sha256 !== sha256) losses.push(`the row of receipt ${number} is for other bytes`);
    if (receipt?.file?.sha256 !== sha256) losses.push(`receipt ${number} is for other bytes than were sent`);
  }
  return rows.length;
}

/** Nothing is there twice, and nothing that nobody sent. */
async function verifySingle({ reader }: Database, ledger: Ledger, losses: string[]): Promise<void> {
  const sent = new Set(ledger.submissions.map(({ key }) => key));
  const seen = new Set<string>();
  const rows = await reader.selectFrom('submissions').select('idempotency_key').execute();
  for (const { idempotency_key: key } of rows) {
    if (key === null) continue;
    if (seen.has(key)) losses.push(`key ${key} made two versions`);
    if (!sent.has(key)) losses.push(`a version has key ${key}, which nobody sent`);
    seen.add(key);
  }
  for (const table of ['questions', 'comments'] as const) {
    const doubled = await reader
      .selectFrom(table)
      .select('text')
      .groupBy('text')
      .having((of) => of.fn.countAll(), '>', 1)
      .execute();
    for (const { text } of doubled) losses.push(`"${text}" is in ${table} more than once`);
  }
}

/** Questions, comments, favourites and marks against rows. */
async function verifyOtherWrites(
  { reader }: Database,
  { posts, favorites, marks }: Ledger,
  span: Span,
  losses: string[],
): Promise<{ writes: number; rows: number }> {
  let [writes, rows] = [0, 0];
  const expect = (isThere: boolean, loss: string): void => {
    writes += 1;
    if (isThere) rows += 1;
    else losses.push(loss);
  };
  for (const table of ['questions', 'comments'] as const) {
    const there = new Set((await reader.selectFrom(table).select('text').execute()).map(({ text }) => text));
    for (const post of posts)
      if (post.table === table && post.isAcknowledged && isIn(span, post.at))
        expect(there.has(post.text), `"${post.text}" was acknowledged and is not in ${table}`);
  }
  const favoriteRows = await reader
    .selectFrom('question_favorites')
    .innerJoin('accounts', 'accounts.id', 'question_favorites.account_id')
    .select(['accounts.email', 'question_favorites.question_id'])
    .execute();
  const favored = new Set(favoriteRows.map(({ email, question_id }) => `${email} ${question_id}`));
  for (const [name, { value, at }] of favorites)
    if (value !== null && isIn(span, at))
      expect(favored.has(name) === value, `favourite ${name} is not ${value}`);
  const markRows = await reader
    .selectFrom('marks')
    .innerJoin('submissions', 'submissions.id', 'marks.submission_id')
    .select(['submissions.number', 'marks.comments'])
    .execute();
  const marked = new Map(markRows.map(({ number, comments }) => [number, comments]));
  for (const [number, { value, at }] of marks)
    if (value !== null && isIn(span, at))
      expect(marked.get(number) === value, `the mark of ${number} is not the acknowledged one`);
  return { writes, rows };
}

/** Reads every receipt's file back, as its student downloads it. @returns how many are whole */
async function verifyFiles(world: World, submissions: readonly Submission[], losses: string[]) {
  const agent = new Agent({ keepAlive: true });
  const waiting = [...submissions];
  let whole = 0;
  const port = world.machines.find((machine) => machine.isRunning())?.port ?? 0;
  const download = async ({ student, sha256, receipt }: Submission): Promise<void> => {
    const path = fillPath(paths.readFile.path, { id: receipt?.file?.id ?? '' });
    const call = { method: 'GET', path, headers: { cookie: student.cookie } };
    const answer = await exchange(agent, port, call, fileTimeoutMs).catch(() => null);
    if (answer?.status === 200 && sha256Of(answer.body) === sha256) whole += 1;
    else
      losses.push(`the file of ${receipt?.number} is not what was sent (${answer?.status ?? 'no answer'})`);
  };
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await download(next);
  };
  await Promise.all(Array.from({ length: downloadsAtOnce }, work));
  agent.destroy();
  return whole;
}

/** Compares what was acknowledged in a span with what is stored. */
export async function verify(world: World, span: Span): Promise<Verification> {
  const { ledger } = world.room;
  const losses: string[] = [];
  const submissions = ledger.submissions.filter(({ receipt, at }) => receipt !== null && isIn(span, at));
  const database = world.openDatabase();
  try {
    const rows = await verifyRows(database, submissions, losses);
    await verifySingle(database, ledger, losses);
    const others = await verifyOtherWrites(database, ledger, span, losses);
    const files = await verifyFiles(world, submissions, losses);
    return {
      receipts: submissions.length,
      otherWrites: others.writes,
      rows: rows + others.rows,
      files,
      losses,
    };
  } finally {
    await database.close();
  }
}
