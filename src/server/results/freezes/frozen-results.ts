import { isoInstant } from '#contract/dates';
import type { FrozenContent } from '#contract/results/freeze-calls';
import { reachOf } from '#contract/results/reach';
import type { ResultFigures, StudentResult } from '#contract/results/result-calls';
import { partsOfLines, type Result } from '#contract/results/result';
import { ruleSentences } from '#contract/results/sentences';
import type { Reader } from '../../platform/database/database.ts';
import { frozenResultsOf } from './freeze-queries.ts';

export const readContent = (text: string): FrozenContent => JSON.parse(text) as FrozenContent;

export type Frozen = { content: FrozenContent; batch: string; number: number; at: number };

/** By account: of students whose result is frozen and not opened. */
export async function readFrozen(
  reader: Reader,
  accountIds: readonly number[],
): Promise<ReadonlyMap<number, Frozen>> {
  const rows = await frozenResultsOf(reader, accountIds);
  return new Map(
    rows.map(({ accountId, content, batch, number, frozenAt }) => [
      accountId,
      { content: readContent(content), batch, number, at: frozenAt },
    ]),
  );
}

export const figuresOf = ({ state, result, so_far, passed, grade }: Result): ResultFigures => ({
  state,
  result,
  so_far,
  passed,
  grade,
});

/** As its student sees it; all of it is released. */
export function presentFrozen({ content, batch, number, at }: Frozen, isForStaff: boolean): StudentResult {
  const { weights, lines, minimums, rule, rule_version: version } = content;
  const figures = figuresOf(content);
  // What is open stays open: nothing can be reached any more.
  const { sentence } = reachOf(rule, partsOfLines(lines));
  const reach = { least: null, most: null, sentence: content.state === 'incomplete' ? null : sentence };
  return {
    ...figures,
    weights,
    lines,
    minimums,
    rule: { version, sentences: ruleSentences(rule), reason: null, made_at: null },
    reach,
    frozen: { batch, number, at: isoInstant(at) },
    ...(isForStaff && { with_unreleased: figures }),
  };
}
