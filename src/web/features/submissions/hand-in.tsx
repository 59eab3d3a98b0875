import { useState } from 'react';
import { HandInForm, type HandInFormProps } from './hand-in-form.tsx';
import { ReceiptSheet } from './receipt-sheet.tsx';
import type { HandedIn } from './deliver-hand-in.ts';
import type { Receipts } from './use-receipts.ts';

/** The form, and in its place the receipt once there is one. */
export function HandIn({
  receipts,
  onHandedIn,
  ...form
}: Omit<HandInFormProps, 's_id' | 'onReceipt' | 'onCancelled'> & {
  receipts: Receipts;
  onHandedIn?: () => void;
}) {
  const [answer, setAnswer] = useState<HandedIn | null>(null);
  const [isAgain, setAgain] = useState(false);
  if (answer !== null) {
    return (
      <ReceiptSheet
        answer={answer}
        student={receipts.student}
        onAgain={() => {
          setAnswer(null);
          setAgain(true);
        }}
      />
    );
  }
  return (
    <HandInForm
      {...form}
      s_id={receipts.student.s_id}
      takesFocus={isAgain || (form.takesFocus ?? false)}
      onReceipt={(next) => {
        receipts.add(next.receipt);
        onHandedIn?.();
        setAnswer(next);
      }}
      onCancelled={() => void receipts.refresh()}
    />
  );
}
