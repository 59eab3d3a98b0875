import { type VivaStep } from '#contract/vivas/viva-steps';
import {
  emptyPaper,
  typedPoints,
  type AskedQuestion,
  type Incident,
  type VivaLine,
  type VivaPaper,
} from '#contract/viva-hour/hour';
import type { VivaHour } from '#contract/viva-hour/hour-calls';

/** What an examiner types: one draft on the device, until the marks are given. */
export type TypedPaper = {
  /** By line, as typed. */
  points: Readonly<Record<string, string>>;
  words: string;
  questions: readonly AskedQuestion[];
  incidents: readonly Incident[];
  /** A question that is not answered yet, and an incident that is not noted yet. */
  asking: string;
  askingStep: VivaStep | null;
  noting: string;
  /** What the page showed when it was begun; null for nothing. */
  began: VivaPaper | null;
};

type Own = VivaHour['own'];

function paperOf(own: Own): VivaPaper | null {
  if (own === null) return null;
  const { points, words, questions, incidents } = own;
  return { points, words, questions, incidents };
}

export function beginPaper(own: Own): TypedPaper {
  const began = paperOf(own);
  return {
    points: Object.fromEntries((began?.points ?? []).map(({ line, points }) => [line, String(points)])),
    words: began?.words ?? '',
    questions: began?.questions ?? [],
    incidents: began?.incidents ?? [],
    asking: '',
    askingStep: null,
    noting: '',
    began,
  };
}

/** A draft of another version of the portal may be broken: then it begins anew. */
export function parsePaper(text: string, own: Own): TypedPaper {
  if (text === '') return beginPaper(own);
  try {
    return { ...beginPaper(own), ...(JSON.parse(text) as Partial<TypedPaper>) };
  } catch {
    return beginPaper(own);
  }
}

/** What is typed and not added yet is part of it: a question without an answer is noted in the words. */
export function bodyOf(typed: TypedPaper, lines: readonly VivaLine[]) {
  const { questions, incidents, began, noting, asking, words } = typed;
  const noted = noting.trim() === '' ? [] : [{ at: null, text: noting.trim() }];
  const left = asking.trim() === '' ? [] : [`Asked: ${asking.trim()}`];
  return {
    points: typedPoints(typed, lines),
    words: [words, ...left].filter((text) => text !== '').join('\n\n'),
    questions: [...questions],
    incidents: [...incidents, ...noted],
    began: began ?? emptyPaper,
  };
}

export const withoutItem = <Item>(items: readonly Item[], index: number): Item[] =>
  items.filter((_, at) => at !== index);

/** In words; empty long before and an hour after. */
export function minutesLeft(
  { starts_at, minutes }: { starts_at: string; minutes: number },
  now: number,
): string {
  const start = Date.parse(starts_at);
  const toStart = Math.ceil((start - now) / 60_000);
  if (toStart > minutes * 6) return '';
  if (toStart > 0) return `Starts in ${toStart} min`;
  const left = Math.ceil((start + minutes * 60_000 - now) / 60_000);
  if (left < -60) return '';
  return left > 0 ? `${left} min left` : `${-left} min over`;
}
