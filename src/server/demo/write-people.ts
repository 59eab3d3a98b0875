import { dayMs, hourMs, minuteMs } from '#contract/durations';
import { insertAccount } from '../accounts/insert-account.ts';
import { assignMentorByName } from '../courses/write-batches.ts';
import { batchSchedules, moveBatchStart, type BatchSchedule } from '../courses/batch-queries.ts';
import type { Writer } from '../platform/database/database.ts';
import { instantOfDay } from '../platform/zoned-time.ts';
import { insertSelection } from '../selections/insert-selection.ts';
import type { DemoSelection, Person } from './read-records.ts';

/** Long enough ago for the stages of all demo accounts. */
const startedDaysAgo = new Map([
  ['MERN-2026-11', 36],
  ['DSA-2026-10', 43],
]);

export type DemoAccount = { id: number; role: Person['role']; batch: BatchSchedule | null };

export async function moveBatches(
  writer: Writer,
  zone: string,
  now: number,
): Promise<Map<string, BatchSchedule>> {
  for (const [name, days] of startedDaysAgo) {
    const starts_at = instantOfDay(now - days * dayMs, zone);
    await moveBatchStart(writer, name, starts_at);
  }
  const batches = await batchSchedules(writer);
  return new Map(batches.map((batch) => [batch.name, batch]));
}

/** A mentor gets the batches that have the mentor's name. */
export async function writePeople(
  writer: Writer,
  people: readonly Person[],
  batches: ReadonlyMap<string, BatchSchedule>,
  passwordHash: string,
  now: number,
): Promise<Map<string, DemoAccount>> {
  const earliest = Math.min(...[...batches.values()].map((batch) => batch.starts_at));
  const accounts = new Map<string, DemoAccount>();
  for (const [index, person] of people.entries()) {
    const batch = person.batch === null ? null : (batches.get(person.batch) ?? null);
    // Staff sign up before the first batch, students in the evening before theirs starts.
    const created_at =
      batch === null ? earliest - 7 * dayMs : batch.starts_at - 6 * hourMs + index * 7 * minuteMs;
    const id = await insertAccount(writer, {
      email: person.email,
      name: person.name,
      role: person.role,
      phone: person.phone,
      password_hash: passwordHash,
      batch_id: batch?.id ?? null,
      typed_batch: person.batch,
      confirmed_at: created_at,
      exit_score: person.exit_score ?? null,
      grade: person.grade ?? null,
      created_at,
      seen_at:
        batch !== null && startedDaysAgo.has(batch.name) ? now - (3 + ((index * 5) % 40)) * hourMs : null,
    });
    accounts.set(person.email, { id, role: person.role, batch });
    if (person.role === 'mentor') await assignMentorByName(writer, { id, name: person.name });
  }
  return accounts;
}

export function accountOf(accounts: ReadonlyMap<string, DemoAccount>, email: string): DemoAccount {
  const account = accounts.get(email);
  if (account === undefined) throw new Error(`The demo's people.yaml does not have ${email}`);
  return account;
}

/** @returns the projects' starts by email */
export async function writeSelections(
  writer: Writer,
  selections: readonly DemoSelection[],
  accounts: ReadonlyMap<string, DemoAccount>,
  now: number,
): Promise<Map<string, number>> {
  const starts = new Map<string, number>();
  for (const { email, project, started_at, started_days_ago } of selections) {
    const start =
      started_at === undefined ? Math.round(now - (started_days_ago ?? 0) * dayMs) : Date.parse(started_at);
    starts.set(email, start);
    await insertSelection(writer, {
      accountId: accountOf(accounts, email).id,
      projectId: project,
      startedAt: start,
    });
  }
  return starts;
}
