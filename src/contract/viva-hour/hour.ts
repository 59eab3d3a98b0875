import { withAsciiDigits, withDecimalPoint } from '../digits.ts';
import { exactly, minus, over, plus, rounded, zero } from '../exact.ts';
import { limits } from '../limits.ts';
import { isPoints, marksOfLines } from '../projects/rubric-rules.ts';
import { vivaStepNames, vivaSteps, type VivaStep } from '../vivas/viva-steps.ts';

/** What each step is where the project has no rubric for the viva. */
const worth: Record<VivaStep, number> = {
  introduction: 10,
  methodology: 20,
  findings: 20,
  challenges: 15,
  qa: 25,
  conclusion: 10,
};

/** Of a rubric, or a step. `most`: negative where it deducts. */
export type VivaLine = { id: string; text: string; most: number; optional: boolean };

export const stepLines: readonly VivaLine[] = vivaSteps.map((step) => ({
  id: step,
  text: vivaStepNames[step],
  most: worth[step],
  optional: false,
}));

/** Of a final project without a rubric. */
export const wholeLines: readonly VivaLine[] = [
  { id: 'marks', text: 'Marks', most: limits.marksMax, optional: false },
];

/** From best to worst: keys 1 to 5. */
export const answers = ['fully', 'right', 'with-help', 'partly', 'not'] as const;
export type Answered = (typeof answers)[number];

export const answerWords: Record<Answered, string> = {
  fully: 'Fully',
  right: 'Right',
  'with-help': 'With help',
  partly: 'Partly',
  not: 'Not',
};

export type GivenPoints = { line: string; points: number };
export type AskedQuestion = { step: VivaStep | null; text: string; answered: Answered };
/** `at`: an instant, null where only the words were noted. */
export type Incident = { at: string | null; text: string };

/** What one examiner gives. */
export type VivaPaper = {
  points: GivenPoints[];
  words: string;
  questions: AskedQuestion[];
  incidents: Incident[];
};

/** Of somebody who has given nothing. */
export const emptyPaper: VivaPaper = { points: [], words: '', questions: [], incidents: [] };

export const hourLimits = {
  lines: limits.rubricLines,
  questions: 40,
  question: 500,
  incidents: 20,
  incident: 500,
  words: 5_000,
  reason: limits.reason,
  comments: limits.markComments,
  /** Points between two marks that need no reason. */
  apart: 100,
  /** Of a batch's list. */
  listed: 500,
} as const;

/** Where a viva was held. */
export const vivaForms = ['room', 'video'] as const;
export type VivaForm = (typeof vivaForms)[number];

/** Of a student, on screen and in the own data. */
export const shownRecords = 10;

/** How a panel's marks become one. */
export const outcomeWays = ['mean', 'agreed'] as const;
export type OutcomeWay = (typeof outcomeWays)[number];

export type VivaRule = {
  how: OutcomeWay;
  apart: number;
  shows_weeks: boolean;
  /** Two mentors mark the final project, each alone. */
  two_mark_final: boolean;
};

/** Of a batch without a rule of its own. */
export const defaultVivaRule: VivaRule = {
  how: 'mean',
  apart: 10,
  shows_weeks: false,
  two_mark_final: false,
};

/** Null: the points are of the line. */
export function pointsProblem({ text, most }: VivaLine, points: number): string | null {
  const [least, top] = most < 0 ? [most, 0] : [0, most];
  return points >= least && points <= top ? null : `${text}: points must be from ${least} to ${top}`;
}

export const marksOfPoints = (points: readonly { points: number }[]): number => marksOfLines(points);

/** By line, as typed. */
type Typed = { points: Readonly<Record<string, string>> };

const numberOf = (text: string): number => Number(withDecimalPoint(withAsciiDigits(text.trim())));

type Problem = { field: string; message: string };

/** The first that keeps the marks from being given; null for none. */
export function pointsProblemOf(typed: Typed, lines: readonly VivaLine[]): Problem | null {
  for (const line of lines) {
    const text = typed.points[line.id]?.trim() ?? '';
    if (text === '' && line.optional) continue;
    const points = numberOf(text);
    if (text === '' || !Number.isFinite(points) || !isPoints(points))
      return { field: `points ${line.id}`, message: `Enter points for ${line.text}` };
    const problem = pointsProblem(line, points);
    if (problem !== null) return { field: `points ${line.id}`, message: problem };
  }
  return null;
}

export const typedPoints = ({ points }: Typed, lines: readonly VivaLine[]) =>
  lines.flatMap(({ id }) => {
    const text = points[id]?.trim() ?? '';
    return text === '' ? [] : [{ line: id, points: numberOf(text) }];
  });

/** Null while a line has none, or something else than a number. */
export const typedMarks = (typed: Typed, lines: readonly VivaLine[]): number | null =>
  pointsProblemOf(typed, lines) === null ? marksOfPoints(typedPoints(typed, lines)) : null;

/** To one decimal, half up. Of at least one mark. */
export const panelMean = (marks: readonly number[]): number =>
  rounded(over(marks.map(exactly).reduce(plus, zero), BigInt(marks.length)), 1);

/** Between the highest and the lowest. */
export const pointsApart = (marks: readonly number[]): number =>
  rounded(minus(exactly(Math.max(...marks)), exactly(Math.min(...marks))), 2);

/** Marks that lie wider apart than the batch allows are never one mark without a reason. */
export const needsReason = (marks: readonly number[], { apart }: Pick<VivaRule, 'apart'>): boolean =>
  marks.length > 1 && pointsApart(marks) > apart;
