import { useState } from 'react';
import { SubmissionForm, type SubmissionFormProps } from './submission-form.tsx';
import { ReceiptSheet } from './receipt-sheet.tsx';
import type { SubmitAnswer } from './submit.ts';
import type { Receipts } from './use-receipts.ts';

/** The submission form, replaced by the receipt after success. */
export function SubmissionTask({
  receipts,
  onHandedIn,
  ...form
}: Omit<SubmissionFormProps, 's_id' | 'onReceipt' | 'onCancelled'> & {
  receipts: Receipts;
  onHandedIn?: () => void;
}) {
  const [answer, setAnswer] = useState<SubmitAnswer | null>(null);
  const [isRepeat, setRepeat] = useState(false);
  if (answer !== null) {
    return (
      <ReceiptSheet
        answer={answer}
        student={receipts.student}
        onAgain={() => {
          setAnswer(null);
          setRepeat(true);
        }}
      />
    );
  }
  return (
    <SubmissionForm
      {...form}
      s_id={receipts.student.s_id}
      takesFocus={isRepeat || (form.takesFocus ?? false)}
      onReceipt={(next) => {
        receipts.add(next.receipt);
        onHandedIn?.();
        setAnswer(next);
      }}
      onCancelled={() => void receipts.refresh()}
    />
  );
}
