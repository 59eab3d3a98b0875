import { createHash } from 'node:crypto';
import { shownName } from '#contract/accounts/person-name';
import { isoInstant, tasks, type Task } from '#contract/dates';
import type { BatchFreezes, FrozenContent, NextRelease, NextResult } from '#contract/results/freeze-calls';
import { resultOf, type Result } from '#contract/results/result';
import { ruleSentences } from '#contract/results/sentences';
import { countsIn, type ResultRule } from '#contract/results/rule';
import { studentsToFreeze, type StudentToFreeze } from '../../accounts/frozen-students.ts';
import { type Batch } from '../../courses/batch-queries.ts';
import { readDecided, type Decided } from '../../marking/freeze/release-all.ts';
import type { Unreleased } from '../../marking/freeze/unreleased-marks.ts';
import type { Reader } from '../../platform/database/database.ts';
import { readParts } from '../parts.ts';
import { readRule, type NumberedRule } from '../rule-rows.ts';
import { choicesOf, freezesOfBatch, type FreezeRow } from './freeze-queries.ts';
import { figuresOf, readFrozen } from './frozen-results.ts';

type Choice = Awaited<ReturnType<typeof choicesOf>>[number];

export type NextStudent = {
  student: StudentToFreeze;
  standing: NextResult['standing'];
  /** As it would be with everything released; of a frozen one: as it is. */
  result: Result;
  /** Of a frozen one; it stays. */
  content: FrozenContent | null;
};

export type NextFreeze = {
  number: number;
  freezes: FreezeRow[];
  rule: NumberedRule;
  students: NextStudent[];
  leftOut: BatchFreezes['next']['left_out'];
  decided: Decided;
  choices: Map<number, Choice>;
};

const personOf = ({ email, name }: Pick<StudentToFreeze, 'email' | 'name'>) => ({
  s_id: email,
  s_name: shownName(name),
});

function standingOf(
  { freezeId, openedAt }: StudentToFreeze,
  freezeIds: ReadonlySet<number>,
): NextResult['standing'] | 'other_batch' {
  if (freezeId === null) return 'new';
  if (openedAt !== null) return 'opened';
  return freezeIds.has(freezeId) ? 'frozen' : 'other_batch';
}

/** What a batch's next sheet would have, with everything released. The same rows under lock give the same. */
export async function readNextFreeze(reader: Reader, batch: Pick<Batch, 'id'>): Promise<NextFreeze> {
  const freezes = await freezesOfBatch(reader, { batchId: batch.id });
  const freezeIds = new Set(freezes.map(({ id }) => id));
  const rule = await readRule(reader, batch.id);
  const found = await studentsToFreeze(reader, { batchId: batch.id, freezeIds: [...freezeIds] });
  const ids = found.map(({ accountId }) => accountId);
  const choices = new Map((await choicesOf(reader, ids)).map((choice) => [choice.accountId, choice]));
  const contents = await readFrozen(reader, ids);
  const parts = await readParts(reader, ids);
  const students: NextStudent[] = [];
  const leftOut: NextFreeze['leftOut'] = [];
  for (const student of found) {
    const { accountId } = student;
    const standing = standingOf(student, freezeIds);
    const content = contents.get(accountId)?.content ?? null;
    const own = parts.get(accountId);
    if (standing === 'other_batch') leftOut.push({ ...personOf(student), why: 'other_batch' });
    else if (standing === 'frozen' && content !== null)
      students.push({ student, standing, result: content, content });
    else if (own === undefined || !choices.has(accountId))
      leftOut.push({ ...personOf(student), why: 'no_project' });
    else students.push({ student, standing, result: resultOf(rule.rule, own.all), content: null });
  }
  const changing = students.filter(({ content }) => content === null);
  const decided = await readDecided(
    reader,
    changing.map(({ student }) => student.accountId),
  );
  return { number: (freezes[0]?.number ?? 0) + 1, freezes, rule, students, leftOut, decided, choices };
}

const openTasks = (rule: ResultRule, { lines }: Result): Task[] =>
  tasks.filter((task) => countsIn(rule, task) && lines.find((line) => line.task === task)?.status === 'open');

function presentNext(
  { rule, decided }: NextFreeze,
  { student, standing, result, content }: NextStudent,
): NextResult {
  const { openedAt, openedBy, reason } = student;
  return {
    student: personOf(student),
    ...figuresOf(result),
    open: content === null ? openTasks(rule.rule, result) : openTasks(content.rule, result),
    under_review: result.lines.filter((line) => line.under_review).map(({ task }) => task),
    newer_version: content === null ? (decided.unmarked.get(student.accountId) ?? []) : [],
    standing,
    opened:
      openedAt === null
        ? null
        : { at: isoInstant(openedAt), by: shownName(openedBy ?? ''), reason: reason ?? '' },
    ...(content !== null && { since: content.since.number }),
  };
}

function presentRelease(
  { status, task, marks, seen, markedBy }: Unreleased,
  student: StudentToFreeze,
): NextRelease {
  return { student: personOf(student), task, status, marks, seen, marked_by: markedBy };
}

export function presentNextFreeze(next: NextFreeze): BatchFreezes['next'] {
  const byId = new Map(next.students.map(({ student }) => [student.accountId, student]));
  const shown = {
    number: next.number,
    rule: { version: next.rule.version, sentences: ruleSentences(next.rule.rule) },
    students: next.students.map((student) => presentNext(next, student)),
    releases: next.decided.unreleased.flatMap((unreleased) => {
      const student = byId.get(unreleased.accountId);
      return student === undefined ? [] : [presentRelease(unreleased, student)];
    }),
    left_out: next.leftOut,
  };
  const lines = next.students.map(({ result }) => result.lines);
  const digest = createHash('sha256')
    .update(JSON.stringify([shown, lines]))
    .digest('base64url');
  return { ...shown, digest };
}

export async function presentFreezes(
  reader: Reader,
  batch: Pick<Batch, 'id' | 'name'>,
): Promise<BatchFreezes> {
  return presentBatchFreezes(batch, await readNextFreeze(reader, batch));
}

export function presentBatchFreezes({ name }: Pick<Batch, 'name'>, next: NextFreeze): BatchFreezes {
  return {
    batch: name,
    freezes: next.freezes.map((row) => presentFreeze(row)),
    next: presentNextFreeze(next),
  };
}

export const presentFreeze = (row: FreezeRow): BatchFreezes['freezes'][number] => ({
  number: row.number,
  students: Number(row.students),
  rule_version: row.ruleVersion,
  reason: row.reason,
  by: shownName(row.frozenBy),
  at: isoInstant(row.frozenAt),
});

type Since = FrozenContent['since'];

function contentOf(
  { rule, choices, decided }: NextFreeze,
  batch: Pick<Batch, 'name'>,
  { accountId }: StudentToFreeze,
  result: Result,
  since: Since,
): FrozenContent {
  const choice = choices.get(accountId);
  if (choice === undefined) throw new Error(`account ${accountId} has no project`);
  const markers = decided.deciders.get(accountId) ?? {};
  return {
    ...result,
    lines: result.lines.map((line) => ({ ...line, marked_by: markers[line.task] ?? null })),
    rule: rule.rule,
    rule_version: rule.version,
    course: choice.course,
    batch: batch.name,
    project: choice.project,
    started_at: isoInstant(choice.startedAt),
    since,
  };
}

/** For staff: what is frozen, and what the next sheet would have with everything released. */
export function contentsOfNext(next: NextFreeze, batch: Pick<Batch, 'name'>, at: number) {
  const since = { number: next.number, at: isoInstant(at), by: '' };
  return next.students.map(({ student, result, content }) => ({
    student,
    content: content ?? contentOf(next, batch, student, result, since),
  }));
}

/** Of released marks alone: call it after the release. */
export async function makeContents(
  reader: Reader,
  batch: Pick<Batch, 'id' | 'name'>,
  next: NextFreeze,
  chosen: readonly NextStudent[],
  { by, at }: { by: string; at: number },
): Promise<{ accountId: number; name: string; content: FrozenContent }[]> {
  const { rule, number } = next;
  const parts = await readParts(
    reader,
    chosen.map(({ student }) => student.accountId),
  );
  const since = { number, at: isoInstant(at), by };
  return chosen.map(({ student, content }) => {
    const { accountId, name } = student;
    if (content !== null) return { accountId, name, content };
    const own = parts.get(accountId);
    if (own === undefined) throw new Error(`account ${accountId} has no project`);
    const result = resultOf(rule.rule, own.released);
    return { accountId, name, content: contentOf(next, batch, student, result, since) };
  });
}
