import { isoInstant } from '#contract/dates';
import { isSameBatch } from '#contract/limits';
import type { ListedPerson, People } from '#contract/people/calls';
import { stages } from '#contract/people/people-view';
import { shownName } from '#contract/accounts/person-name';
import type { ListedPersonRow, peopleCounts } from './queries.ts';

const instantOrNull = (at: number | null) => (at === null ? null : isoInstant(at));

/** @param batches those of each mentor, by the account */
export function presentListedPerson(
  row: ListedPersonRow,
  batches: ReadonlyMap<number, string[]>,
): ListedPerson {
  const { batch, typedBatch, projectId } = row;
  return {
    id: String(row.id),
    s_id: row.email,
    s_name: shownName(row.name),
    role: row.role,
    phone: row.phone,
    batch,
    batches: batches.get(row.id) ?? [],
    typed_batch: typedBatch !== null && !isSameBatch(typedBatch, batch) ? typedBatch : null,
    project: projectId === null ? null : { id: projectId, name: row.projectName ?? projectId },
    confirmed: row.confirmedAt !== null,
    suspended: row.suspendedAt !== null,
    asks_deletion: row.deletionAskedAt !== null,
    anonymised: row.anonymisedAt !== null,
    signed_up_at: isoInstant(row.signedUpAt),
    seen_at: instantOrNull(row.seenAt),
  };
}

/** @param row none where there is nobody yet */
export function presentCounts(row: Awaited<ReturnType<typeof peopleCounts>>[number] | undefined) {
  const counts = ['everybody', ...stages].map((stage) => [
    stage,
    Number(row?.[stage.replaceAll('-', '_') as keyof typeof row] ?? 0),
  ]);
  return Object.fromEntries(counts) as People['counts'];
}
