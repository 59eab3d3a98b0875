import { useState } from 'react';
import { limits } from '#contract/limits';
import { ReasonButton } from './reason-dialog.tsx';

/**
 * Reports a post to the mentors.
 * @returns whether the reader had reported it before
 * @throws CallError
 */
export type Report = (reason: string, idempotencyKey: string) => Promise<{ already_reported: boolean }>;

/** The button keeps its place and focus. */
export function ReportButton({ noun, onReport }: { noun: 'question' | 'comment'; onReport: Report }) {
  const [told, setTold] = useState('');
  const isReported = told !== '';
  return (
    <>
      <ReasonButton
        button={{
          children: isReported ? 'Reported' : 'Report',
          'aria-label': isReported ? undefined : `Report this ${noun}`,
          'aria-disabled': isReported || undefined,
        }}
        title={`Report this ${noun}?`}
        confirm="Report"
        isReasonOptional
        maxLength={limits.reportReason}
        onConfirm={async (typed, key) => {
          const { already_reported } = await onReport(typed, key);
          setTold(
            already_reported
              ? `You have already reported this ${noun}.`
              : 'Thank you. The mentors will check it.',
          );
        }}
      >
        The mentors of your batch will check it. Nobody else will know that you reported it.
      </ReasonButton>
      <span role="status" className="visually-hidden">
        {told}
      </span>
    </>
  );
}
