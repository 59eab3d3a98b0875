import { useState } from 'react';
import { flushSync } from 'react-dom';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import type { ListedReceipt } from '#contract/submissions/calls';
import { call, errorMessage } from '../calls/client.ts';
import { useMutation } from './use-mutation.ts';

type Texts = Pick<ListedReceipt, 'number' | 'links' | 'comments'>;

/** Long receipt texts that a list has cut. */
export type WholeTexts = {
  isWhole: boolean;
  /** For use without a script. */
  href: string;
  isBusy: boolean;
  error: string | null;
  /** @returns whether the full texts are shown */
  show: () => Promise<boolean>;
};

/** @returns the receipt to show; `texts` is null when nothing was cut */
export function useWholeTexts<Shown extends ListedReceipt>(
  receipt: Shown,
): { receipt: Shown; texts: WholeTexts | null } {
  const [whole, setWhole] = useState<Texts | null>(null);
  const { isBusy, error, run } = useMutation();
  if (receipt.shortened !== true) return { receipt, texts: null };
  const { number } = receipt;
  const isWhole = whole?.number === number;
  const show = async () =>
    isWhole ||
    run(async () => {
      const { links, comments } = await call('readReceipt', { params: { number } });
      // Synchronous, so that the caller can print.
      flushSync(() => setWhole({ number, links, comments }));
    });
  return {
    receipt: isWhole ? { ...receipt, ...whole } : receipt,
    texts: {
      isWhole,
      href: fillPath(paths.readReceipt.path, { number }),
      isBusy,
      error: error === null ? null : errorMessage(error),
      show,
    },
  };
}
