import type { StaffSubmission } from '#contract/marking/calls';
import { useForm } from '../../../lib/forms/use-form.ts';
import { useClockOffset } from '../../../lib/page/page-time.ts';
import { useServerNow } from '../../../lib/page/server-clock.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { Row, Small, Stack } from '../../../ui/layout.tsx';
import { Day, Time } from '../../../ui/time.tsx';
import type { MarkOutbox } from '../use-mark.ts';
import { originalOf, seenMark } from '../marks.ts';

/** Rerenders after its ten minutes. */
export function useCanWithdraw({ take_back_until: until }: StaffSubmission): boolean {
  const end = until === null ? 0 : Date.parse(until);
  return useServerNow(useClockOffset(null), end === 0 ? [] : [end]) < end;
}

export function ReadBy({ row: { shown, student } }: { row: StaffSubmission }) {
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

/** Before the student's mail is sent. Empty for unreleased marks; works without scripts. */
export function Withdraw({
  row,
  address,
  mark,
}: {
  row: StaffSubmission;
  address: string;
  mark: MarkOutbox;
}) {
  const isInTime = useCanWithdraw(row);
  const seen = seenMark(row);
  const { number } = row;
  const { marks, comments } = seen ?? { marks: 0, comments: '' };
  const form = useForm({
    name: 'withdraw',
    of: { number },
    hidden: { marks: String(marks), comments, original: originalOf(seen) },
    action: address,
    isReady: () => mark.body === null,
    send: () => mark.save({ marks, comments, released: false }),
  });
  if (seen === null || !row.released) return null;
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
