import type { WholeTexts } from '../../lib/forms/use-whole-texts.ts';

/**
 * Prints a receipt, which is whole on paper: what a list has cut is loaded first. Where that fails nothing is printed, and the
 * receipt says why.
 */
export async function printWhole(texts: WholeTexts | null, print: () => void): Promise<void> {
  if (texts === null || texts.isWhole || (await texts.show())) print();
}
