import { useState } from 'react';
import { flushSync } from 'react-dom';
import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import type { ListedReceipt } from '#contract/submissions/calls';
import { call, errorMessage } from '../calls/client.ts';
import { useMutation } from './use-mutation.ts';

type Texts = Pick<ListedReceipt, 'number' | 'links' | 'comments'>;

/** The long texts of a receipt that a list has cut: whether they are shown whole, and what brings them. */
export type WholeTexts = {
  isWhole: boolean;
  /** Where the whole receipt is, for whom no script serves. */
  href: string;
  isBusy: boolean;
  error: string | null;
  /** @returns whether the whole texts are shown now */
  show: () => Promise<boolean>;
};

/**
 * A receipt as it came with a list, and with its whole texts once somebody has asked for them.
 * @returns the receipt as it is to be shown; `texts` is null where nothing was cut
 */
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
      // At once, so that whoever waits for it can print.
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
