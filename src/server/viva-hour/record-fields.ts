import { vivaStepNames, vivaSteps, type VivaStep } from '#contract/vivas/viva-steps';
import type { Answered, OutcomeWay, VivaForm } from '#contract/viva-hour/hour';
import type { OwnVivaRecord, VivaRecord } from '#contract/viva-hour/record-calls';
import { shownName } from '#contract/accounts/person-name';
import type { SignedDocument } from '../platform/signing/signed-document.ts';

type Field = { name: string; value: string | string[] };

/** What a record is made of; names as people are called then. */
export type RecordContent = {
  academy: string;
  batch: string;
  viva: number;
  student: { name: string; email: string };
  project: string;
  heldAt: string;
  minutes: number;
  form: VivaForm;
  place: string;
  how: OutcomeWay;
  confirmedAt: string;
  result: number;
  comments: string;
  /** In the order of the panel; null for whoever gave no marks. */
  examiners: readonly { name: string; paper: ExaminersPaper | null }[];
  /** Of at least two. */
  apart: number | null;
  reason: string;
  closed: { at: string; by: string; reason: string } | null;
};

type ExaminersPaper = {
  marks: number;
  givenAt: string;
  confirmedAt: string;
  points: readonly { text: string; most: number; points: number }[];
  words: string;
  questions: readonly { step: VivaStep | null; text: string; answered: Answered }[];
  incidents: readonly { at: string | null; text: string }[];
};

/** Times and the result: they stay after an anonymisation. */
const lasting = new Set([
  'academy',
  'batch',
  'viva',
  'version',
  'replaces',
  'held_at',
  'minutes',
  'form',
  'how',
  'confirmed_at',
  'result',
]);

/** Students read neither what each examiner gave nor what was written about them. */
const forStaff = new Set(['marks', 'points', 'words', 'asked', 'apart', 'incident', 'closed']);

export const isLasting = (name: string): boolean => lasting.has(name);
export const isForStaff = (name: string): boolean => forStaff.has(name);

/** One field for each question, so that a file stays small and its bearer can withhold one. */
export function recordFields(content: RecordContent): Field[] {
  const { student, examiners, closed, apart } = content;
  const papers = examiners.flatMap(({ name, paper }) => (paper === null ? [] : [{ name, paper }]));
  let place = 0;
  const asked = papers.map(({ name, paper }) => ({
    name: 'asked',
    value: [name, ...paper.questions.map(() => String((place += 1)))],
  }));
  return [
    { name: 'academy', value: content.academy },
    { name: 'batch', value: content.batch },
    { name: 'viva', value: String(content.viva) },
    { name: 'version', value: '1' },
    { name: 'replaces', value: '' },
    { name: 'held_at', value: content.heldAt },
    { name: 'minutes', value: String(content.minutes) },
    { name: 'form', value: content.form },
    { name: 'how', value: content.how },
    { name: 'confirmed_at', value: content.confirmedAt },
    { name: 'result', value: String(content.result) },
    { name: 'student', value: [shownName(student.name), student.email] },
    { name: 'project', value: content.project },
    { name: 'place', value: content.place },
    ...examiners.map(({ name, paper }) => ({
      name: 'examiner',
      value: [name, paper === null ? 'gave no marks' : 'gave marks'],
    })),
    ...papers.flatMap(({ paper }) =>
      paper.questions.map(({ step, text, answered }) => ({
        name: 'question',
        value: [step === null ? '' : vivaStepNames[step], text, answered],
      })),
    ),
    { name: 'comments', value: content.comments },
    ...papers.flatMap(({ name, paper: { marks, givenAt, confirmedAt, points, words } }) => [
      { name: 'marks', value: [name, String(marks), givenAt, confirmedAt] },
      {
        name: 'points',
        value: [name, ...points.flatMap((line) => [line.text, String(line.most), String(line.points)])],
      },
      { name: 'words', value: [name, words] },
    ]),
    ...asked,
    ...(apart === null ? [] : [{ name: 'apart', value: [String(apart), content.reason] }]),
    ...papers.flatMap(({ name, paper }) =>
      paper.incidents.map(({ at, text }) => ({ name: 'incident', value: [at ?? '', text, name] })),
    ),
    ...(closed === null ? [] : [{ name: 'closed', value: [closed.at, closed.by, closed.reason] }]),
  ];
}

type Correction = { by: string; at: string; answer: string };

/** The next version: all as it was, but for the result, and by which review. @param result null: the viva is excused */
export function correctedFields(
  { number, fields }: Pick<SignedDocument, 'number' | 'fields'>,
  result: number | null,
  { by, at, answer }: Correction,
): Field[] {
  const kept = fields.flatMap((field) => (field === null || field.name === 'correction' ? [] : [field]));
  const changed: Record<string, string> = {
    version: String(Number(kept.find(({ name }) => name === 'version')?.value) + 1),
    replaces: number,
    result: result === null ? '' : String(result),
  };
  return [
    ...kept.map(({ name, value }) => ({ name, value: changed[name] ?? value })),
    { name: 'correction', value: [by, at, answer] },
  ];
}

const numberOf = (text: string): number | null => (text === '' ? null : Number(text));

/** What a stored record says; empty where its words are erased. */
export function readRecord(
  { number, signed_at, fields }: Pick<SignedDocument, 'number' | 'signed_at' | 'fields'>,
  replacedBy: string | null,
): VivaRecord {
  const values = (of: string): string[][] =>
    fields.flatMap((field) => (field?.name === of ? [[field.value].flat()] : []));
  const one = (of: string): string[] => values(of)[0] ?? [];
  const text = (of: string): string => one(of)[0] ?? '';
  const [name = '', email = ''] = one('student');
  const [correction, closed, apart] = [values('correction')[0], values('closed')[0], one('apart')];
  const ofExaminer = (of: string, who: number): string[] => values(of)[who]?.slice(1) ?? [];
  return {
    number,
    signed_at,
    replaces: text('replaces') || null,
    replaced_by: replacedBy,
    academy: text('academy'),
    batch: text('batch'),
    viva: Number(text('viva')),
    student: { name, email },
    project: text('project'),
    held_at: text('held_at'),
    minutes: Number(text('minutes')),
    form: text('form') as VivaForm,
    place: text('place'),
    examiners: values('examiner').map(([of = '', gave]) => ({ name: of, gave: gave === 'gave marks' })),
    questions: values('question').map(([step = '', asked = '', answered]) => ({
      step: vivaSteps.find((known) => vivaStepNames[known] === step) ?? null,
      text: asked,
      answered: answered as Answered,
    })),
    confirmed_at: text('confirmed_at'),
    result: numberOf(text('result')),
    comments: text('comments'),
    correction:
      correction === undefined
        ? null
        : { by: correction[0] ?? '', at: correction[1] ?? '', answer: correction[2] ?? '' },
    how: text('how') as OutcomeWay,
    papers: values('marks').map(([of = '', marks, given_at = '', confirmed_at = ''], who) => ({
      name: of,
      marks: Number(marks),
      given_at,
      confirmed_at,
      points: triples(ofExaminer('points', who)),
      words: ofExaminer('words', who)[0] ?? '',
      questions: ofExaminer('asked', who).map(Number),
    })),
    apart: numberOf(apart[0] ?? ''),
    reason: apart[1] ?? '',
    incidents: values('incident').map(([at = '', what = '', by = '']) => ({
      at: at === '' ? null : at,
      text: what,
      by,
    })),
    closed:
      closed === undefined ? null : { at: closed[0] ?? '', by: closed[1] ?? '', reason: closed[2] ?? '' },
  };
}

const triples = (flat: readonly string[]) =>
  Array.from({ length: flat.length / 3 }, (_, line) => ({
    text: flat[3 * line] ?? '',
    most: Number(flat[3 * line + 1]),
    points: Number(flat[3 * line + 2]),
  }));

/** What its student reads of it. */
export function ownRecord(record: VivaRecord): OwnVivaRecord {
  const { how: _how, papers: _papers, apart: _apart, reason: _reason, ...rest } = record;
  const { incidents: _incidents, closed: _closed, ...own } = rest;
  return own;
}
