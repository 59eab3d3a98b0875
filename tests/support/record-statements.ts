import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { PostgresAdapter, type CompiledQuery, type QueryExecutor } from 'kysely';
import type { Engine } from '#server/platform/database/engine';

/** Where `npm test` compares the engines' statements afterwards (`scripts/test-runner/statements.mjs`); unset elsewhere. */
const folder = process.env.CAPSTONE_TEST_STATEMENTS;

type Executor = { executeQuery(query: CompiledQuery, ...rest: unknown[]): unknown };

/** A test on PostgreSQL may open SQLite too, as a restored backup does: the connection says which one runs the statement. */
function engineOf({ adapter }: QueryExecutor): Engine['name'] {
  return adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}

/** The prototype that has the method: all connections share it. */
function ownerOf(object: object): Executor {
  let owner = object;
  while (!Object.hasOwn(owner, 'executeQuery')) owner = Object.getPrototypeOf(owner) as object;
  return owner as Executor;
}

const testFile = /\.test\.ts|\/tests\/(?!support\/record-statements)|\/database\/migrat/;
const productFile = /\/(src\/(?:server|cli)\/(?!platform\/database\/|platform\/write-monitor)[^)]+)/;

/** Who has called, by file alone: to find the lines in the sources costs more than the statement. */
function callingFiles(): string[] {
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getFileName() ?? '');
  const files = new Error().stack as unknown as string[];
  Error.prepareStackTrace = prepareStackTrace;
  return files;
}

/** The product's line that asks for the statement; null for a test's own, and for a schema step, which each engine has in SQL of its own. */
function callSite(): string | null {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 50;
  try {
    const asking = callingFiles().find((file) => testFile.test(file) || productFile.test(file));
    if (asking === undefined || testFile.test(asking)) return null;
    const frames = (new Error().stack ?? '').split('\n');
    return frames.flatMap((frame) => productFile.exec(frame)?.[1] ?? [])[0] ?? null;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

const seen = new Set<string>();

function record({ sql }: CompiledQuery, engine: Engine['name']): void {
  const key = `${engine} ${sql}`;
  if (seen.has(key)) return;
  const site = callSite();
  if (site === null) return;
  seen.add(key);
  mkdirSync(folder as string, { recursive: true });
  const file = path.join(folder as string, `${engine}-${process.pid}.jsonl`);
  appendFileSync(file, `${JSON.stringify({ engine, sql, site })}\n`);
}

let isRecording = false;
let isPaused = false;

/** @returns ends the pause */
export function pauseRecording(): () => void {
  isPaused = true;
  return () => void (isPaused = false);
}

/** Writes down each statement that the product runs, once a worker and engine. */
export function recordStatements({ reader }: Engine): void {
  if (folder === undefined || isRecording) return;
  isRecording = true;
  const owner = ownerOf(reader.getExecutor());
  const { executeQuery } = owner;
  owner.executeQuery = function recorded(this: QueryExecutor, query, ...rest) {
    if (!isPaused) record(query, engineOf(this));
    return executeQuery.call(this, query, ...rest);
  };
}
