import { useForm } from '../../../lib/forms/use-form.ts';
import { useClockOffset } from '../../../lib/page/page-time.ts';
import { useServerNow } from '../../../lib/page/server-clock.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { Row, Small, Stack } from '../../../ui/layout.tsx';
import { Day, Time } from '../../../ui/time.tsx';
import type { MarkBody } from '../mark-body.ts';
import type { MarkOutbox } from '../use-mark.ts';
import { originalOf, seenMark, toggledOf, type MarkRow } from '../marks.ts';

/** Rerenders after its ten minutes. */
export function useCanWithdraw({ take_back_until: until }: MarkRow): boolean {
  const end = until === null ? 0 : Date.parse(until);
  return useServerNow(useClockOffset(null), end === 0 ? [] : [end]) < end;
}

function ReadBy({ row: { shown, student } }: { row: MarkRow }) {
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
export function seenFields(row: MarkRow): Record<string, string> {
  const { status, marks, comments } = releasedMark(row, row.released);
  return {
    ...(status !== undefined && { status }),
    marks: String(marks ?? ''),
    comments,
    original: originalOf(seenMark(row)),
  };
}

/** Before the student's mail is sent. Empty for unreleased marks; works without scripts. */
export function Withdraw({ row, address, mark }: { row: MarkRow; address: string; mark: MarkOutbox }) {
  const isInTime = useCanWithdraw(row);
  const { number } = row;
  const form = useForm({
    name: 'withdraw',
    target: { number },
    hidden: seenFields(row),
    action: address,
    isReady: () => mark.body === null,
    send: () => mark.save(releasedMark(row, false)),
  });
  if (!row.released) return null;
  return (
    <Stack gap={2}>
      <Small>
        <ReadBy row={row} />
      </Small>
      {isInTime && row.take_back_until !== null && (
        <Form form={form}>
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
        </Form>
      )}
    </Stack>
  );
}
