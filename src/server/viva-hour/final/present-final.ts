import { shownName } from '#contract/accounts/person-name';
import { instantOrNull, isoInstant } from '#contract/dates';
import { needsReason, panelMean, pointsApart } from '#contract/viva-hour/hour';
import type { FinalMarks } from '#contract/viva-hour/final-calls';
import { accountNames, peopleOf } from '../../accounts/queries.ts';
import { rubricOfSubmission } from '../../marking/mark-rubric.ts';
import type { Markable } from '../../marking/policy.ts';
import { newestOfTask, type NewestOfTask } from '../../marking/recorded/queries.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { receiptByNumber } from '../../submissions/queries.ts';
import { linesOfTask } from '../lines-of-paper.ts';
import { marksOf, presentClosed, presentOutcome } from '../present-hour.ts';
import { earlierVersionOf, readFinalState, type FinalState, type OwnMarks } from './final-rows.ts';

const oneMarks = 'One mentor marks this submission. Give the marks in the ordinary form.';

export type MarkedByTwo = FinalState & { batchId: number; newest: NewestOfTask };

const newestFinal = async (reader: Reader | Writer, accountId: number) =>
  (await newestOfTask(reader, { accountId, task: 'final' }))[0];

/** @throws 409 where one mentor marks it */
export async function markedByTwo(
  reader: Reader | Writer,
  { id, accountId, batchId, task }: Markable,
): Promise<MarkedByTwo> {
  const newest = await newestFinal(reader, accountId);
  if (task !== 'final' || batchId === null || newest === undefined) throw httpErrors.conflict(oneMarks);
  const state = await readFinalState(reader, { submissionId: id, batchId });
  if (!state.rule.two_mark_final) throw httpErrors.conflict(oneMarks);
  return { ...state, batchId, newest };
}

export const rubricOfFinal = async (reader: Reader | Writer, submissionId: number) => ({
  projectId: (await rubricOfSubmission(reader, submissionId)).projectId,
  task: 'final' as const,
});

/** A third mentor, where the marks of two lie wide apart. */
export const mayGive = ({ row, papers, rule }: FinalState, markerId: number): boolean => {
  if (row?.closed_at != null || row?.confirmed_at != null) return false;
  if (papers.has(markerId)) return row?.opened_at == null && papers.size < 2;
  return papers.size < 2 || (papers.size === 2 && needsReason(marksOf({ papers }), rule));
};

const presentOwn = ({ opinion, marks, givenAt }: OwnMarks) => ({
  ...opinion,
  marks,
  at: isoInstant(givenAt),
});

/**
 * For one marker. What others gave is in it only once two have, and never for somebody who gave nothing.
 * @param isFirst false for a repetition, which is answered although one mentor marks it since
 */
export async function presentFinal(
  reader: Reader | Writer,
  of: Markable,
  { isFirst } = { isFirst: true },
): Promise<FinalMarks> {
  const { id, accountId, batchId, number, viewer } = of;
  const state =
    isFirst || batchId === null
      ? await markedByTwo(reader, of)
      : {
          ...(await readFinalState(reader, { submissionId: id, batchId })),
          newest: await newestFinal(reader, accountId),
        };
  const { row, rule, papers, isShown, newest } = state;
  const [receipt] = await receiptByNumber(reader, { number });
  const student = (await peopleOf(reader, [accountId])).get(accountId);
  if (receipt === undefined || student === undefined) throw new Error(`version ${number} is gone`);
  const { version } = receipt;
  const markerId = viewer.accountId;
  const own = papers.get(markerId) ?? null;
  const seesAll = isShown && own !== null;
  const given = seesAll ? marksOf({ papers }) : [];
  const names = await accountNames(reader, [...papers.keys()]);
  const nameOf = (marker: number) => shownName(names.get(marker) ?? '');
  const earlier = await earlierVersionOf(reader, { accountId, markerId, version });
  return {
    number,
    version,
    student,
    rule: { how: rule.how, apart: rule.apart },
    lines: [...(await linesOfTask(reader, await rubricOfFinal(reader, id)))],
    // Of an undone choice none is.
    newest: { number: newest?.number ?? number, version: newest?.version ?? version },
    earlier_version: own === null ? earlier : null,
    markers: [...papers].map(([marker, { confirmedAt }]) => ({
      name: nameOf(marker),
      is_own: marker === markerId,
      confirmed: seesAll && confirmedAt !== null,
    })),
    own: own && presentOwn(own),
    may_give: rule.two_mark_final && newest?.id === id && newest.released !== 1 && mayGive(state, markerId),
    papers: seesAll
      ? [...papers].map(([marker, paper]) => ({ name: nameOf(marker), paper: presentOwn(paper) }))
      : null,
    mean: given.length === 0 ? null : panelMean(given),
    apart: given.length < 2 ? null : pointsApart(given),
    needs_reason: needsReason(given, rule),
    outcome: seesAll ? await presentOutcome(reader, row) : null,
    closed: await presentClosed(reader, row),
    confirmed_at: instantOrNull(row?.confirmed_at),
  };
}
