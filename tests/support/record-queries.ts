import type { QueryExecutor } from 'kysely';
import { onTestFinished, vi } from 'vitest';
import type { Database } from '#server/platform/database/database';

/** What a process reads once more when it begins to listen for events, a moment after its start: no call asks for it. */
const readAgain = [
  /from "operator_texts" order by/,
  /from "translated_texts"/,
  /^select "id" from "guardian_rule"$/,
  /^select "id", "number", .* from "text_versions" where "page"/,
  /^select "words", .* from "academy_face"$/,
  /from "mail_words" where/,
  /= "projects"\."course_id" where .* order by "course"\."id", "projects"\."id"$/,
  // Whether the sample's ten projects and its batches are there.
  /(?:"projects"\."id"|from "briefs" where "project_id") in \((?:\$?\??\d*, ){9}\$?\??\d*\)$/,
  /^select "id", "name_key" from "batches"$/,
];

/** How a process writes who is online, a moment after a call. */
const writtenBehind = /^(?:insert into|delete from) "presences"|^set local synchronous_commit/;

/** The adapters of a database's connections: each has its own, whose executors have it too. */
async function adaptersOf(database: Database): Promise<Set<unknown>> {
  const adapters = new Set<unknown>([database.reader.getExecutor().adapter]);
  await database.transaction(async (writer) => void adapters.add(writer.getExecutor().adapter));
  return adapters;
}

/** Records every query that the running test's database executes, within transactions and outside of them. */
export async function recordQueries(database: Database) {
  const own = await adaptersOf(database);
  // The class of all executors: a transaction has one of its own, and other portals of the test have theirs.
  const executors = Object.getPrototypeOf(database.reader.getExecutor()) as QueryExecutor;
  const executed = vi.spyOn(executors, 'executeQuery');
  onTestFinished(() => executed.mockRestore());
  const isOfCall = ({ sql }: { sql: string }) =>
    !readAgain.some((one) => one.test(sql)) && !writtenBehind.test(sql);
  const isOwn = (call: number) => own.has((executed.mock.contexts[call] as QueryExecutor).adapter);
  return {
    clear: () => void executed.mockClear(),
    queries: () =>
      executed.mock.calls.flatMap(([query], call) => (isOwn(call) ? [query] : [])).filter(isOfCall),
  };
}
