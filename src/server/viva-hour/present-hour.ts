import { shownName } from '#contract/accounts/person-name';
import { instantOrNull, isoInstant } from '#contract/dates';
import { needsReason, panelMean, pointsApart, type VivaRule } from '#contract/viva-hour/hour';
import type { VivaHour } from '#contract/viva-hour/hour-calls';
import { accountNames } from '../accounts/queries.ts';
import { batchById } from '../courses/batch-queries.ts';
import { gradesOf } from '../marking/queries.ts';
import type { Reader, Writer } from '../platform/database/database.ts';
import { httpErrors } from '../platform/http/http-errors.ts';
import { hourNumber } from '../vivas/hour-slots.ts';
import { lastSelectionOf, selectionOfStudent, type SelectionRow } from '../selections/queries.ts';
import { hourOf, papersOf, vivaRuleOf, type GivenPaper, type HourRow } from './hour-rows.ts';
import { linesOfTask } from './lines-of-paper.ts';
import type { OutcomeRow } from './outcome.ts';
import { panelOf, type OfPanel, type Panel } from './policy.ts';

/** What a panel has done until now. */
export type HourState = {
  panel: Panel;
  choice: SelectionRow;
  hour: HourRow | null;
  rule: VivaRule;
  /** Of those who sit in the panel, by examiner. */
  papers: Map<number, GivenPaper>;
  /** All have given marks, or the office has closed the panel: who gave sees all of it. */
  isShown: boolean;
};

export const momentOf = ({ chosenAt, startedAt }: SelectionRow): number => chosenAt ?? startedAt;

const noProject = 'The student has no project now, so there is nothing to mark.';

/** @throws 409 where the student has no project */
export async function readState(
  reader: Reader | Writer,
  accountId: number,
  panel: Panel,
): Promise<HourState> {
  const [choice] = await selectionOfStudent(reader, { accountId });
  if (choice === undefined) throw httpErrors.conflict(noProject);
  return readStateOf(reader, accountId, panel, choice);
}

async function readStateOf(
  reader: Reader | Writer,
  accountId: number,
  panel: Panel,
  choice: SelectionRow,
): Promise<HourState> {
  const hour = await hourOf(reader, {
    accountId,
    choice: momentOf(choice),
    number: hourNumber(panel.slot),
  });
  const all = hour === null ? new Map<number, GivenPaper>() : await papersOf(reader, hour.id);
  const papers = new Map([...all].filter(([id]) => panel.members.some((member) => member.id === id)));
  const rule = await vivaRuleOf(reader, panel.slot.batchId);
  const isClosed = hour?.closed_at != null;
  return { panel, choice, hour, rule, papers, isShown: isClosed || papers.size === panel.members.length };
}

/**
 * As the triggers of marks: a panel sits, and has not confirmed an outcome for the student's project.
 * @returns the accounts of the panel
 */
export async function openPanelOf(reader: Reader, accountId: number): Promise<readonly number[] | null> {
  const panel = await panelOf(reader, accountId);
  if (panel === null || panel.members.length === 0) return null;
  const members = panel.members.map(({ id }) => id);
  const [choice] = await selectionOfStudent(reader, { accountId });
  if (choice === undefined) return members;
  const of = { accountId, choice: momentOf(choice), number: hourNumber(panel.slot) };
  const hour = await hourOf(reader, of);
  return hour === null || hour.confirmed_at === null ? members : null;
}

export const presentPaper = ({ paper, marks, givenAt }: GivenPaper) => ({
  ...paper,
  marks,
  at: isoInstant(givenAt),
});

/** Numbers of those whose papers are shown. */
export const marksOf = ({ papers }: { papers: ReadonlyMap<number, { marks: number }> }): number[] =>
  [...papers.values()].map(({ marks }) => marks);

async function weeksOf(reader: Reader | Writer, accountId: number): Promise<VivaHour['weeks']> {
  const grades = await gradesOf(reader, [accountId]);
  return grades.flatMap(({ task, counted, unreleased }) =>
    task === 'viva' ? [] : [{ task, marks: unreleased ?? counted?.marks ?? null }],
  );
}

/** Null before anybody proposed one. */
export async function presentOutcome(
  reader: Reader | Writer,
  hour: OutcomeRow | null,
): Promise<VivaHour['outcome']> {
  if (hour?.outcome == null || hour.proposed_by === null || hour.proposed_at === null) return null;
  const by = (await accountNames(reader, [hour.proposed_by])).get(hour.proposed_by) ?? '';
  return {
    marks: hour.outcome,
    reason: hour.outcome_reason ?? '',
    comments: hour.outcome_comments ?? '',
    by,
    at: isoInstant(hour.proposed_at),
  };
}

export async function presentClosed(
  reader: Reader | Writer,
  of: Pick<HourRow, 'closed_at' | 'closed_by' | 'closed_reason'> | null,
): Promise<VivaHour['closed']> {
  if (of?.closed_at == null || of.closed_by === null) return null;
  const by = (await accountNames(reader, [of.closed_by])).get(of.closed_by) ?? '';
  return { at: isoInstant(of.closed_at), by, reason: of.closed_reason ?? '' };
}

/**
 * For one examiner. What others gave is in it only once all have given theirs, and never for somebody who gave nothing.
 * @param isFirst false for a repetition, which is answered although the student's choice was undone since
 */
export async function presentHour(
  reader: Reader | Writer,
  { student, viewer }: Omit<OfPanel, 'panel'>,
  { isFirst } = { isFirst: true },
): Promise<VivaHour> {
  const { accountId } = student;
  const panel = await panelOf(reader, accountId);
  if (panel === null) throw httpErrors.conflict('The viva has no time any more.');
  const last = isFirst ? undefined : await lastSelectionOf(reader, accountId);
  const state = await (last === undefined
    ? readState(reader, accountId, panel)
    : readStateOf(reader, accountId, panel, last));
  const { hour, rule, papers, choice, isShown } = state;
  const own = papers.get(viewer.accountId) ?? null;
  const seesAll = isShown && own !== null;
  const given = seesAll ? marksOf(state) : [];
  const batch = await batchById(reader, panel.slot.batchId);
  return {
    student: { s_id: student.email, s_name: shownName(student.name) },
    batch: batch.name,
    project: { id: choice.projectId, name: choice.projectName },
    slot: {
      starts_at: isoInstant(panel.slot.startsAt),
      minutes: panel.slot.minutes,
      room: panel.slot.room,
      link: panel.slot.link,
    },
    ...(hourNumber(panel.slot) > 1 && { repeat: true as const }),
    rule,
    lines: [...(await linesOfTask(reader, { projectId: choice.projectId, task: 'viva' }))],
    panel: panel.members.map(({ id, name }) => ({
      name: shownName(name),
      is_own: id === viewer.accountId,
      gave: papers.has(id),
      confirmed: seesAll && papers.get(id)?.confirmedAt != null,
    })),
    own: own && presentPaper(own),
    weeks: own !== null || rule.shows_weeks ? await weeksOf(reader, accountId) : null,
    papers: seesAll
      ? panel.members.flatMap(({ id, name }) => {
          const paper = papers.get(id);
          return paper === undefined ? [] : [{ name: shownName(name), paper: presentPaper(paper) }];
        })
      : null,
    mean: given.length === 0 ? null : panelMean(given),
    apart: given.length < 2 ? null : pointsApart(given),
    needs_reason: needsReason(given, rule),
    outcome: seesAll ? await presentOutcome(reader, hour) : null,
    closed: await presentClosed(reader, hour),
    confirmed_at: instantOrNull(hour?.confirmed_at),
  };
}
