import { useState } from 'react';
import { flushSync } from 'react-dom';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import type { ListedReceipt } from '#contract/submissions/calls';
import { call } from './calls/client.ts';
import { useRead } from './use-read.ts';

type Texts = Pick<ListedReceipt, 'number' | 'links' | 'comments'>;

/** Long receipt texts that a list has cut. */
export type WholeTexts = {
  isWhole: boolean;
  /** For use without a script. */
  href: string;
  isBusy: boolean;
  failure: string | null;
  /** @returns whether the full texts are shown */
  show: () => Promise<boolean>;
};

/** @returns the receipt to show; `texts` is null when nothing was cut */
export function useWholeTexts<Shown extends ListedReceipt>(
  receipt: Shown,
): { receipt: Shown; texts: WholeTexts | null } {
  const [whole, setWhole] = useState<Texts | null>(null);
  const { number } = receipt;
  const { isBusy, failure, read } = useRead(async () => {
    const { links, comments } = await call('readReceipt', { params: { number } });
    // Synchronous, so that the caller can print.
    flushSync(() => setWhole({ number, links, comments }));
  });
  if (receipt.shortened !== true) return { receipt, texts: null };
  const isWhole = whole?.number === number;
  return {
    receipt: isWhole ? { ...receipt, ...whole } : receipt,
    texts: {
      isWhole,
      href: fillPath(paths.readReceipt.path, { number }),
      isBusy,
      failure,
      show: async () => isWhole || read(),
    },
  };
}
