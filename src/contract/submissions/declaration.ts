import { tasks, type Task } from '../dates.ts';

/** How AI tools were used, from least to most. */
export const aiUses = ['none', 'understanding', 'parts'] as const;
export type AiUse = (typeof aiUses)[number];

/** What a batch asks with each submission; `ai_use`: the furthest answer that a task allows. */
export type Declaration = { statement: string; ai_use: Record<Task, AiUse> };

export const allowedUses = (furthest: AiUse): readonly AiUse[] =>
  aiUses.slice(0, aiUses.indexOf(furthest) + 1);

export const aiUseWords: Record<AiUse, string> = {
  none: 'Not used',
  understanding: 'For understanding',
  parts: 'For parts of the work',
};

/** By task, so that equal ones compare as equal; an absent task allows every answer. */
export const byTask = (uses: Partial<Record<Task, AiUse | undefined>>): Record<Task, AiUse> =>
  Object.fromEntries(tasks.map((task) => [task, uses[task] ?? 'parts'])) as Record<Task, AiUse>;

type Declared = { statement: string; ai_use: AiUse; ai_text?: string | undefined };

export const aiUseLine = ({ ai_use }: Pick<Declared, 'ai_use'>): string =>
  `AI tools: ${aiUseWords[ai_use].toLowerCase()}`;

/** As receipts and staff show it; empty where none was asked. */
export function declarationText(of: {
  declaration?: Declared | undefined;
  undeclared?: true | undefined;
}): string {
  const { declaration, undeclared } = of;
  if (declaration === undefined) return undeclared === true ? 'No declaration' : '';
  const { statement, ai_text = '' } = declaration;
  return `${statement}\n${aiUseLine(declaration)}${ai_text === '' ? '' : `. ${ai_text}`}`;
}
