import { useClockOffset } from '../../../lib/page/page-time.ts';
import { useServerNow } from '../../../lib/page/server-clock.ts';
import { Button } from '../../../ui/button.tsx';
import { Row, Small, Stack } from '../../../ui/layout.tsx';
import { Day, Time } from '../../../ui/time.tsx';
import type { MarkBody, MarkOutbox } from '../use-mark.ts';
import { originalOf, seenMark, toggledOf, type MarkRow } from '../marks.ts';

/** Rerenders after its ten minutes. */
export function useCanWithdraw({ take_back_until: until }: MarkRow): boolean {
  const end = until === null ? 0 : Date.parse(until);
  return useServerNow(useClockOffset(null), end === 0 ? [] : [end]) < end;
}

export function ReadBy({ row: { shown, student } }: { row: MarkRow }) {
  if (shown === null) return null;
  return (
    <>
      {shown.read_at === null ? (
        <span>{`Not yet read by ${student.s_name}`}</span>
      ) : (
        <>
          <span>{`Read by ${student.s_name}, `}</span>
          <Day value={shown.read_at} />
        </>
      )}
    </>
  );
}

/** The mark as it is, released or withdrawn. */
export const releasedMark = (row: MarkRow, released: boolean): MarkBody => ({
  ...(row.status != null && { status: row.status }),
  marks: row.marks,
  comments: row.mark_comments ?? '',
  released,
  // So that a release of a record compares them too.
  ...(row.status === 'marked' && { rubric: toggledOf(row.rubric) }),
});

/** The same for a form without script. */
export function SeenFields({ row }: { row: MarkRow }) {
  const { status, marks, comments } = releasedMark(row, row.released);
  return (
    <>
      <input type="hidden" name="number" value={row.number} />
      {status !== undefined && <input type="hidden" name="status" value={status} />}
      <input type="hidden" name="marks" value={marks ?? ''} />
      <input type="hidden" name="comments" value={comments} />
      <input type="hidden" name="original" value={originalOf(seenMark(row))} autoComplete="off" />
    </>
  );
}

/** Before the student's mail is sent. Empty for unreleased marks; works without scripts. */
export function Withdraw({ row, address, mark }: { row: MarkRow; address: string; mark: MarkOutbox }) {
  const isInTime = useCanWithdraw(row);
  if (!row.released) return null;
  return (
    <Stack gap={2}>
      <Small>
        <ReadBy row={row} />
      </Small>
      {isInTime && row.take_back_until !== null && (
        <form
          method="post"
          action={address}
          onSubmit={(event) => {
            event.preventDefault();
            if (mark.body === null) void mark.save(releasedMark(row, false));
          }}
        >
          <SeenFields row={row} />
          <Row gap={2}>
            <Button type="submit" variant="secondary" small name="released" value="no" busy={mark.isBusy}>
              Withdraw
            </Button>
            <Small as="span">
              <span>until </span>
              <Time value={row.take_back_until} />
              <span>{`; then ${row.student.s_name} gets an email`}</span>
            </Small>
          </Row>
        </form>
      )}
    </Stack>
  );
}
