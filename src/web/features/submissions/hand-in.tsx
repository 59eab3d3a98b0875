import { useState } from 'react';
import { HandInForm, type HandInFormProps } from './hand-in-form.tsx';
import { ReceiptSheet } from './receipt-sheet.tsx';
import type { HandedIn } from './use-hand-in.ts';
import type { Receipts } from './use-receipts.ts';

/** The form, and in its place the receipt once there is one. */
export function HandIn({
  receipts,
  ...form
}: Omit<HandInFormProps, 's_id' | 'onReceipt' | 'onCancelled'> & { receipts: Receipts }) {
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
        setAnswer(next);
      }}
      onCancelled={() => void receipts.refresh()}
    />
  );
}
