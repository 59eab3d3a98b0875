import { dayMs } from '#contract/durations';
import type { Writer } from '#server/platform/database/database';
import { insertSelection } from '#server/selections/insert-selection';
import type { DemoRecords } from './demo-records.ts';
import { accountOf, type DemoAccount } from './write-people.ts';

/** Writes the choices; @returns the projects' starts by address */
export async function writeSelections(
  writer: Writer,
  selections: DemoRecords['selections'],
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
