import { useState } from 'react';
import { limits } from '#contract/limits';
import { useMutation } from '../../lib/use-mutation.ts';
import { usePressKey } from '../../lib/use-press-key.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { MessageRoom } from '../../ui/message-room.tsx';
import { DiscussionError } from './discussion-error.tsx';

/**
 * Reports a post to the mentors.
 * @returns whether the reader had reported it before
 * @throws CallError
 */
export type Report = (reason: string, idempotencyKey: string) => Promise<{ already_reported: boolean }>;

type Props = {
  /** What is reported. */
  noun: 'question' | 'comment';
  onReport: Report;
};

function ReportDialog({
  noun,
  onReport,
  onReported,
  onClose,
}: Props & { onReported: (wasBefore: boolean) => void; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const { isBusy, error, run } = useMutation();
  const keyOf = usePressKey();
  return (
    <Dialog
      title={`Report this ${noun}?`}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            busy={isBusy}
            onClick={() =>
              void run(async () => {
                const { already_reported } = await onReport(reason.trim(), keyOf(reason.trim()));
                onReported(already_reported);
              })
            }
          >
            Report
          </Button>
        </>
      }
    >
      <p>
        The mentors of your batch look at it. Neither its author nor your batch learns who has reported it.
      </p>
      <TextArea
        label="Reason (optional)"
        rows={2}
        maxLength={limits.reportReason}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <MessageRoom>{error !== null && <DiscussionError of={error} />}</MessageRoom>
    </Dialog>
  );
}

/** The way to report somebody else's post; it stays where it is, with the focus, once that is done. */
export function ReportButton({ noun, onReport }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [told, setTold] = useState('');
  const isReported = told !== '';
  return (
    <>
      <Button
        variant="quiet"
        small
        aria-label={isReported ? undefined : `Report this ${noun}`}
        aria-disabled={isReported || undefined}
        onClick={() => setOpen(!isReported)}
      >
        {isReported ? 'Reported' : 'Report'}
      </Button>
      <span role="status" className="visually-hidden">
        {told}
      </span>
      {isOpen && (
        <ReportDialog
          noun={noun}
          onReport={onReport}
          onReported={(wasBefore) => {
            setOpen(false);
            setTold(
              wasBefore
                ? `You had reported this ${noun} before.`
                : 'Thank you. It is reported to the mentors.',
            );
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
