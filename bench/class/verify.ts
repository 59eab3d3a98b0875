import { Agent } from 'node:http';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/all-paths';
import type { Database } from '#server/platform/database/database';
import { exchange } from '#support/exchange';
import { sha256Of } from '../submit.ts';
import type { Classroom } from './classroom.ts';
import type { Ledger, Submission } from './ledger.ts';

/** What database and store hold of what a class sent. */
export type Verification = {
  /** Submissions, questions, comments and marks that were acknowledged in the span, and the rows that were found for them. */
  acknowledged: number;
  rows: number;
  /** Versions that no earlier verification saw, and whose files were read back whole. */
  files: number;
  /** Each write that is lost, doubled, half-done or other than acknowledged. */
  losses: string[];
};

/** By `performance.now()`. */
type Span = { from: number; to: number };

const isIn = ({ from, to }: Span, at: number): boolean => at >= from && at < to;
const fileTimeoutMs = 20_000;
const downloadsAtOnce = 4;

type Findings = Omit<Verification, 'files'>;

function expect(found: Findings, isThere: boolean, loss: string): void {
  found.acknowledged += 1;
  if (isThere) found.rows += 1;
  else found.losses.push(loss);
}

/** A version that can be seen, and the submission that made it. */
type Version = { number: string; fileId: string; submission: Submission };

/** Every version was sent, once, with its bytes; every receipt has its version. */
async function verifyVersions({ reader }: Database, ledger: Ledger, span: Span, found: Findings) {
  const acknowledged = ledger.submissions.filter(({ receipt, at }) => receipt !== null && isIn(span, at));
  const sent = new Map(ledger.submissions.map((one) => [one.key, one]));
  const byKey = new Map<string, Version>();
  const rows = await reader
    .selectFrom('submissions')
    .select(['number', 'idempotency_key', 'file_id', 'file_sha256'])
    .where('idempotency_key', 'is not', null)
    .execute();
  for (const { number, idempotency_key, file_id, file_sha256 } of rows) {
    const key = idempotency_key ?? '';
    const submission = sent.get(key);
    if (byKey.has(key)) found.losses.push(`key ${key} made two versions`);
    if (submission?.sha256 !== file_sha256) found.losses.push(`version ${number} was not sent`);
    if (submission !== undefined) byKey.set(key, { number, fileId: file_id ?? '', submission });
  }
  for (const { receipt, key, sha256 } of acknowledged) {
    const number = receipt?.number ?? '';
    expect(found, byKey.get(key)?.number === number, `receipt ${number} has no row`);
    if (receipt?.file?.sha256 !== sha256) found.losses.push(`receipt ${number} is for other bytes`);
  }
  return [...byKey.values()];
}

/** Questions, comments and marks against rows. */
async function verifyOthers({ reader }: Database, { posts, marks }: Ledger, span: Span, found: Findings) {
  for (const table of ['questions', 'comments'] as const) {
    const there = new Set<string>();
    for (const { text } of await reader.selectFrom(table).select('text').execute()) {
      if (there.has(text)) found.losses.push(`"${text}" is in ${table} more than once`);
      there.add(text);
    }
    for (const post of posts)
      if (post.table === table && post.isAcknowledged && isIn(span, post.at))
        expect(found, there.has(post.text), `"${post.text}" was acknowledged and is not in ${table}`);
  }
  const rows = await reader
    .selectFrom('marks')
    .innerJoin('submissions', 'submissions.id', 'marks.submission_id')
    .select(['submissions.number', 'marks.comments'])
    .execute();
  const marked = new Map(rows.map(({ number, comments }) => [number, comments]));
  for (const [number, { value, at }] of marks)
    if (value !== null && isIn(span, at))
      expect(found, marked.get(number) === value, `the mark of ${number} is not the acknowledged one`);
}

/** Reads files back as their students download them. @returns how many are whole */
async function verifyFiles(port: number, versions: readonly Version[], losses: string[]): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const waiting = [...versions];
  let whole = 0;
  const work = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { number, fileId, submission } = next;
      const path = fillPath(paths.readFile.path, { id: fileId });
      const call = { method: 'GET', path, headers: { cookie: submission.student.cookie } };
      const answer = await exchange(agent, port, call, fileTimeoutMs).catch(() => null);
      if (answer?.status === 200 && sha256Of(answer.body) === submission.sha256) whole += 1;
      else losses.push(`the file of ${number} is not what was sent (${answer?.status ?? 'no answer'})`);
    }
  };
  await Promise.all(Array.from({ length: downloadsAtOnce }, work));
  agent.destroy();
  return whole;
}

/**
 * Compares what a class sent with what is stored.
 * @param port of a portal that serves files
 * @param span in which it was acknowledged
 */
export async function verify(
  { ledger }: Classroom,
  database: Database,
  port: number,
  span: Span,
): Promise<Verification> {
  const found: Findings = { acknowledged: 0, rows: 0, losses: [] };
  const versions = await verifyVersions(database, ledger, span, found);
  await verifyOthers(database, ledger, span, found);
  const unseen = versions.filter(({ number }) => !ledger.verifiedFiles.has(number));
  const files = await verifyFiles(port, unseen, found.losses);
  for (const { number } of unseen) ledger.verifiedFiles.add(number);
  return { ...found, files };
}
