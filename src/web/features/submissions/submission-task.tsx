import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { messages } from '#contract/messages';
import { SubmissionForm, type SubmissionFormProps } from './submission-form.tsx';
import { ReceiptSheet } from './receipt-sheet.tsx';
import type { SubmitAnswer } from './submit.ts';
import type { Receipts } from './use-receipts.ts';

/** What the server says with the receipt (specification, section 8). */
const words = {
  uploadWeek: messages.weekSubmitted,
  uploadProject: messages.finalSubmitted,
  uploadViva: messages.vivaSubmitted,
} as const;

/**
 * The submission form, replaced by the receipt after success: of this form, or, by `?receipt=` in the address, of one that
 * was posted before its script ran.
 */
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
  const [search] = useSearchParams();
  const posted = receipts.receipts.find(({ number }) => number === search.get('receipt'));
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
  if (posted !== undefined)
    return (
      <ReceiptSheet answer={{ message: words[form.call], receipt: posted }} student={receipts.student} />
    );
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
