import { foldText } from '#contract/fold-text';
import { threadTimeOf } from '#support/thread-time';

const plain = 'plain words '.repeat(8_500);
/** The thread's clock counts some four milliseconds at once. */
const folds = 400;

/** What folding a hundred kilobytes of plain text takes this thread now, in milliseconds. */
async function takeYardstick(): Promise<number> {
  const ms = await threadTimeOf(() => {
    for (let done = 0; done < folds; done++) foldText(plain);
  });
  return ms / folds;
}
let yardstick: number | undefined;

/** Yardsticks that need no review: some twelve milliseconds, for large answers some thirty. */
const quick = 100;
const quickLarge = 250;
/** Yardsticks that no request takes: some fifty milliseconds. */
const most = 400;
const mostGrowth = 2.5;
const tries = 5;

export type Send = () => Promise<{ status: number }>;

/** `file`: of any size, which is written between other requests. */
type Answered = 'call' | 'page' | 'file';

/**
 * Sends an input whole, and again beside its half where that took long.
 * @returns what is wrong; null for nothing
 */
export async function faultOfInput(
  prepare: (share: 1 | 0.5) => Send | Promise<Send>,
  answered: Answered = 'call',
): Promise<string | null> {
  const enough = answered === 'call' ? quick : quickLarge;
  const costOf = async (share: 1 | 0.5): Promise<number> => {
    const send = await prepare(share);
    let status = 0;
    const ms = await threadTimeOf(async () => {
      ({ status } = await send());
    });
    if (status >= 500) throw new Error(`answered ${status}`);
    return ms / (yardstick ??= await takeYardstick());
  };
  try {
    let whole = await costOf(1);
    let half = Infinity;
    const isFine = () => whole <= mostGrowth * half && (whole <= most || answered === 'file');
    for (let n = 0; n < tries && whole > enough; n++) {
      // The machine may be slower or faster now.
      if (n > 0) yardstick = await takeYardstick();
      for (let twice = 0; twice < 2; twice++) half = Math.min(half, await costOf(0.5));
      if (isFine()) break;
      // As often as the half: the smaller of more tries is smaller.
      for (let twice = 0; twice < 2; twice++) whole = Math.min(whole, await costOf(1));
      if (whole > 4 * most) break;
    }
    if (whole <= enough || isFine()) return null;
    return whole > mostGrowth * half
      ? `takes ${(whole / half).toFixed(1)} times as long as its half (${(whole / 10).toFixed(0)} MB folded)`
      : `takes as long as folding ${(whole / 10).toFixed(0)} MB`;
  } catch (error) {
    return String(error);
  }
}
