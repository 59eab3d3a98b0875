import { useState } from 'react';
import { limits } from '#contract/limits';
import { Button } from '../../../ui/button.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

/**
 * Reports a post to the mentors.
 * @returns whether the reader had reported it before
 * @throws CallError
 */
export type Report = (reason: string, idempotencyKey: string) => Promise<{ already_reported: boolean }>;

type Props = {
  noun: 'question' | 'comment';
  onReport: Report;
};

/** Reports another person's post; the button keeps its place and focus. */
export function ReportButton({ noun, onReport }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
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
        <ReasonDialog
          title={`Report this ${noun}?`}
          confirm="Report"
          isReasonOptional
          maxLength={limits.reportReason}
          reason={reason}
          onReason={setReason}
          onConfirm={async (typed, key) => {
            const { already_reported } = await onReport(typed, key);
            setReason('');
            setOpen(false);
            setTold(
              already_reported
                ? `You have already reported this ${noun}.`
                : 'Thank you. The mentors will check it.',
            );
          }}
          onClose={() => setOpen(false)}
        >
          The mentors of your batch will check it. Nobody else will know that you reported it.
        </ReasonDialog>
      )}
    </>
  );
}
