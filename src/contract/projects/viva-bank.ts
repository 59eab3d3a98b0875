import { vivaSteps } from '../vivas/viva-steps.ts';

/** Lists of one-line Markdown: the steps are for examiners; `samples` and `bring` are shown to students. */
export const questionLists = [...vivaSteps, 'samples'] as const;
export type QuestionList = (typeof questionLists)[number];

/** `bring`: Markdown, what to bring; '' for none. */
export type VivaBank = Record<QuestionList, string[]> & { bring: string };
export type BankPart = keyof VivaBank;

/** A question in characters, questions in a step, samples in all, characters of `bring`. */
export const bankLimits = { question: 500, questions: 30, samples: 3, bring: 2_000 } as const;

export const mostOf = (list: QuestionList): number =>
  list === 'samples' ? bankLimits.samples : bankLimits.questions;

export const bankAddress = (project: string): string =>
  `/staff/projects/${encodeURIComponent(project)}/questions`;
