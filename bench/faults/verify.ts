import { createHash } from 'node:crypto';
import { Agent } from 'node:http';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import type { Database } from '#server/platform/database/database';
import { exchange } from '../exchange.ts';
import type { HandIn, Ledger } from './class/ledger.ts';
import type { World } from './world.ts';

/** What the database and the store hold of what was acknowledged in a span of time. */
export type Verification = {
  receipts: number;
  /** Questions, comments, favourites and marks. */
  otherActs: number;
  /** Rows that were found for all of them. */
  rows: number;
  /** Files that were read back, whole. */
  files: number;
  /** Each act that is lost, doubled or other than what was acknowledged. */
  losses: string[];
};

type Span = { from: number; to: number };

const inSpan = ({ from, to }: Span, at: number): boolean => at >= from && at < to;
const fileTimeoutMs = 20_000;
const downloadsAtOnce = 4;

/** Receipts against rows. */
async function verifyRows(
  { reader }: Database,
  handIns: readonly HandIn[],
  losses: string[],
): Promise<number> {
  const rows = await reader
    .selectFrom('submissions')
    .select(['number', 'idempotency_key', 'file_sha256'])
    .where(
      'number',
      'in',
      handIns.map(({ receipt }) => receipt?.number ?? ''),
    )
    .execute();
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  for (const { receipt, key, sha256 } of handIns) {
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
  const sent = new Set(ledger.handIns.map(({ key }) => key));
  const seen = new Set<string>();
  for (const { idempotency_key } of await reader
    .selectFrom('submissions')
    .select('idempotency_key')
    .where('idempotency_key', 'is not', null)
    .execute()) {
    const key = idempotency_key ?? '';
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
async function verifyOtherActs(
  { reader }: Database,
  { writings, favorites, marks }: Ledger,
  span: Span,
  losses: string[],
): Promise<{ acts: number; rows: number }> {
  let [acts, rows] = [0, 0];
  const expect = (isThere: boolean, loss: string): void => {
    acts += 1;
    if (isThere) rows += 1;
    else losses.push(loss);
  };
  for (const table of ['questions', 'comments'] as const) {
    const written = writings.filter(
      (one) => one.table === table && one.isAcknowledged && inSpan(span, one.at),
    );
    if (written.length === 0) continue;
    const texts = written.map(({ text }) => text);
    const found = await reader.selectFrom(table).select('text').where('text', 'in', texts).execute();
    const there = new Set(found.map(({ text }) => text));
    for (const text of texts) expect(there.has(text), `"${text}" was acknowledged and is not in ${table}`);
  }
  const favoriteRows = await reader
    .selectFrom('question_favorites')
    .innerJoin('accounts', 'accounts.id', 'question_favorites.account_id')
    .select(['accounts.email', 'question_favorites.question_id'])
    .execute();
  const favored = new Set(favoriteRows.map(({ email, question_id }) => `${email} ${question_id}`));
  for (const [name, { value, at }] of favorites) {
    if (value === null || !inSpan(span, at)) continue;
    expect(favored.has(name) === value, `favourite ${name} is not ${value}`);
  }
  const markRows = await reader
    .selectFrom('marks')
    .innerJoin('submissions', 'submissions.id', 'marks.submission_id')
    .select(['submissions.number', 'marks.comments'])
    .execute();
  const marked = new Map(markRows.map(({ number, comments }) => [number, comments]));
  for (const [number, { value, at }] of marks) {
    if (value === null || !inSpan(span, at)) continue;
    expect(marked.get(number) === value, `the mark of ${number} is not the one that was acknowledged`);
  }
  return { acts, rows };
}

/** Reads every receipt's file back, as its student downloads it. */
async function verifyFiles(world: World, handIns: readonly HandIn[], losses: string[]): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const waiting = [...handIns];
  let whole = 0;
  const port = world.machines.find((machine) => machine.isRunning())?.port ?? 0;
  const download = async ({ student, sha256, receipt }: HandIn): Promise<void> => {
    const path = fillPath(paths.readFile.path, { id: receipt?.file?.id ?? '' });
    const call = { method: 'GET', path, headers: { cookie: student.cookie } };
    const answer = await exchange(agent, port, call, fileTimeoutMs).catch(() => null);
    const isWhole =
      answer?.status === 200 && createHash('sha256').update(answer.body).digest('hex') === sha256;
    if (isWhole) whole += 1;
    else
      losses.push(`the file of ${receipt?.number} is not what was sent (${answer?.status ?? 'no answer'})`);
  };
  await Promise.all(
    Array.from({ length: downloadsAtOnce }, async () => {
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await download(next);
    }),
  );
  agent.destroy();
  return whole;
}

/** Compares what was acknowledged in a span with what is kept. */
export async function verify(world: World, span: Span): Promise<Verification> {
  const { ledger } = world.room;
  const losses: string[] = [];
  const handIns = ledger.handIns.filter(({ receipt, at }) => receipt !== null && inSpan(span, at));
  const database = world.openDatabase();
  try {
    const rows = handIns.length === 0 ? 0 : await verifyRows(database, handIns, losses);
    await verifySingle(database, ledger, losses);
    const others = await verifyOtherActs(database, ledger, span, losses);
    const files = await verifyFiles(world, handIns, losses);
    return { receipts: handIns.length, otherActs: others.acts, rows: rows + others.rows, files, losses };
  } finally {
    await database.close();
  }
}
