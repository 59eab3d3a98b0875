import type { Verdict } from '#contract/submissions/receipt-calls';

type VerdictMessage = { tone: 'success' | 'error' | 'warning'; title: string; text: string };

const tones: Record<Verdict, VerdictMessage['tone']> = {
  genuine: 'success',
  altered: 'error',
  unknown: 'warning',
};

const receiptMessages: Record<Verdict, [title: string, text: string]> = {
  genuine: ['The receipt is genuine', 'It is, letter for letter, what this portal gave out.'],
  altered: [
    'The receipt has been altered',
    'This portal gave out a receipt with this number, but it does not say what this one says.',
  ],
  unknown: ['The receipt is unknown', 'This portal has given out no receipt with this number.'],
};

const fileMessages: Record<Verdict, [title: string, text: string]> = {
  genuine: ['The file is genuine', 'It is, byte for byte, the file that was handed in under this number.'],
  altered: ['The file is another one', 'It is not the file that was handed in under this number.'],
  unknown: ['The file cannot be checked', 'This portal has given out no receipt with this number.'],
};

/** The message of a verdict. */
export function verdictMessage(about: 'receipt' | 'file', verdict: Verdict): VerdictMessage {
  const [title, text] = (about === 'receipt' ? receiptMessages : fileMessages)[verdict];
  return { tone: tones[verdict], title, text };
}
