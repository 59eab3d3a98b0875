import type { Verdict } from '#contract/receipts';

type Words = { tone: 'success' | 'error' | 'warning'; title: string; words: string };

const tones: Record<Verdict, Words['tone']> = { genuine: 'success', altered: 'error', unknown: 'warning' };

const ofReceipt: Record<Verdict, [title: string, words: string]> = {
  genuine: ['The receipt is genuine', 'It is, letter for letter, what this portal gave out.'],
  altered: [
    'The receipt has been altered',
    'This portal gave out a receipt with this number, but it does not say what this one says.',
  ],
  unknown: ['The receipt is unknown', 'This portal has given out no receipt with this number.'],
};

const ofFile: Record<Verdict, [title: string, words: string]> = {
  genuine: ['The file is genuine', 'It is, byte for byte, the file that was handed in under this number.'],
  altered: ['The file is another one', 'It is not the file that was handed in under this number.'],
  unknown: ['The file cannot be checked', 'This portal has given out no receipt with this number.'],
};

/** A verdict in plain words. */
export function verdictMessage(about: 'receipt' | 'file', verdict: Verdict): Words {
  const [title, words] = (about === 'receipt' ? ofReceipt : ofFile)[verdict];
  return { tone: tones[verdict], title, words };
}
