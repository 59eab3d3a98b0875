import type { Verdict } from '#contract/submissions/receipt-calls';

type VerdictMessage = { tone: 'success' | 'error' | 'warning'; title: string; text: string };

const tones: Record<Verdict, VerdictMessage['tone']> = {
  genuine: 'success',
  altered: 'error',
  unknown: 'warning',
};

const receiptMessages: Record<Verdict, [title: string, text: string]> = {
  genuine: ['The receipt is genuine', 'It is exactly the receipt that this portal issued.'],
  altered: [
    'The receipt has been altered',
    'This portal issued a receipt with this number, but with other content.',
  ],
  unknown: ['The receipt is unknown', 'This portal has not issued a receipt with this number.'],
};

const fileMessages: Record<Verdict, [title: string, text: string]> = {
  genuine: ['The file is genuine', 'It is exactly the file that was submitted with this receipt.'],
  altered: ['The file is a different one', 'It is not the file that was submitted with this receipt.'],
  unknown: ['The file cannot be checked', 'This portal has not issued a receipt with this number.'],
};

export function verdictMessage(about: 'receipt' | 'file', verdict: Verdict): VerdictMessage {
  const [title, text] = (about === 'receipt' ? receiptMessages : fileMessages)[verdict];
  return { tone: tones[verdict], title, text };
}
