import { expressionBuilder } from 'kysely';
import type { AskedText } from '#contract/projects/viva-bank-calls';
import { questionLists, type BankPart, type VivaBank } from '#contract/projects/viva-bank';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/schema.ts';
import { pick } from '../../platform/import-files/plan.ts';
import { markdownHtml, renderAhead } from '../../platform/markdown/markdown-html.ts';

const tables = expressionBuilder<Tables>();

/** For joins in other rooms. Only `samples` and `bring` may reach a student. */
export const vivaQuestionsAs = <Alias extends string>(alias: Alias) =>
  tables.selectFrom('viva_questions').select(['project_id', 'part', 'text']).as(alias);

export const bankParts: readonly BankPart[] = [...questionLists, 'bring'];

export const emptyBank = (): VivaBank =>
  ({ ...Object.fromEntries(questionLists.map((list) => [list, []])), bring: '' }) as unknown as VivaBank;

export type PartRow = { part: BankPart; text: string };

/** A row has one question a line. */
export function bankOfRows(rows: readonly PartRow[]): VivaBank {
  const bank = emptyBank();
  for (const { part, text } of rows) {
    if (part === 'bring') bank.bring = text;
    else bank[part] = text.split('\n');
  }
  return bank;
}

const textOf = (bank: VivaBank, part: BankPart): string =>
  part === 'bring' ? bank.bring : bank[part].join('\n');

export const changedParts = (before: VivaBank, after: VivaBank): BankPart[] =>
  bankParts.filter((part) => textOf(before, part) !== textOf(after, part));

/** Of some projects, those that have one. */
export async function banksOf(reader: Reader, projectIds: readonly string[]): Promise<Map<string, VivaBank>> {
  if (projectIds.length === 0) return new Map();
  const rows = await reader
    .selectFrom('viva_questions')
    .where('project_id', 'in', projectIds)
    .select(['project_id as projectId', 'part', 'text'])
    .execute();
  const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
  return new Map([...byProject].map(([id, own]) => [id, bankOfRows(own)]));
}

export const bankOf = async (reader: Reader, projectId: string): Promise<VivaBank> =>
  (await banksOf(reader, [projectId])).get(projectId) ?? emptyBank();

/** Audited. The project is locked. */
export async function writeBank(
  writer: Writer,
  projectId: string,
  { before, after }: { before: VivaBank; after: VivaBank },
  { actorId, at }: { actorId: number | null; at: number },
): Promise<void> {
  const changed = changedParts(before, after);
  if (changed.length === 0) return;
  for (const part of changed) {
    await writer
      .deleteFrom('viva_questions')
      .where('project_id', '=', projectId)
      .where('part', '=', part)
      .execute();
    const text = textOf(after, part);
    if (text !== '')
      await writer
        .insertInto('viva_questions')
        .values({ project_id: projectId, part, text, changed_at: at })
        .execute();
  }
  await recordAuditEvent(writer, {
    at,
    actorId,
    act: 'change-viva-questions',
    subject: projectId,
    before: pick(before, changed),
    after: pick(after, changed),
  });
}

/** As Markdown. */
export async function presentAsked(texts: readonly string[]): Promise<AskedText[]> {
  await renderAhead(texts);
  return texts.map((text) => ({ text, html: markdownHtml(text) }));
}
