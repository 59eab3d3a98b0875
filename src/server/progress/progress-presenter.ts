import type { StudentProgress } from '#contract/progress/calls';
import { isoInstant } from '#contract/dates';
import { isSameBatch } from '#contract/limits';
import { shownName } from '#contract/accounts/person-name';
import { presentChosenProject } from '../selections/presenter.ts';
import type { Standing } from '../submissions/staff-queries.ts';
import { progressReason } from './progress-reason.ts';
import type { ProgressRow } from './progress-queries.ts';
import { ofChoice, stonesOf } from './stones.ts';

/** `typedBatch` only if it differs from the batch. */
type Shown = Pick<ProgressRow, 'typedBatch' | 'batch' | 'signedUpAt' | 'seenAt' | 'startedAt' | 'chosenAt'>;

export function reasonOf(
  row: Shown,
  standings: readonly Pick<Standing, 'task' | 'submittedAt'>[],
  now: number,
): string | null {
  const { typedBatch, batch, signedUpAt, seenAt, startedAt } = row;
  return progressReason(
    {
      signedUpAt,
      seenAt,
      startedAt,
      handedIn: new Set(ofChoice(standings, row).map(({ task }) => task)),
      hasBatch: batch !== null,
      typedBatch: typedBatch !== null && !isSameBatch(typedBatch, batch) ? typedBatch : null,
    },
    now,
  );
}

export function presentStudentProgress(
  row: ProgressRow,
  standings: readonly Standing[],
  now: number,
): StudentProgress {
  return {
    student: { s_id: row.email, s_name: shownName(row.name) },
    project: presentChosenProject(row),
    seen_at: row.seenAt === null ? null : isoInstant(row.seenAt),
    stones: stonesOf(standings, row, now),
    reason: reasonOf(row, standings, now),
  };
}
