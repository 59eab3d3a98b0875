import type { MarkRubric } from '#contract/projects/rubric-calls';
import { PointLines } from '../projects/point-lines.tsx';
import { Small } from '../../ui/layout.tsx';

/** The rubric lines as of the mark; for staff, why the mark differs from their sum. */
export function MarkLines({ rubric: { lines, reason } }: { rubric: MarkRubric }) {
  return (
    <>
      <PointLines lines={lines} />
      {reason !== null && <Small>{`Reason, for staff: ${reason}`}</Small>}
    </>
  );
}
