import type { TextPage } from '#contract/screens';
import type { Reader } from '../../platform/database/database.ts';

export type OperatorText = { page: TextPage; text: string; sha256: string; changedAt: number };

export async function operatorTexts(database: Reader): Promise<OperatorText[]> {
  return database
    .selectFrom('operator_texts')
    .orderBy('page')
    .select(['page', 'text', 'sha256', 'changed_at as changedAt'])
    .execute();
}

export async function operatorTextHashes(database: Reader): Promise<ReadonlyMap<TextPage, string>> {
  const rows = await database.selectFrom('operator_texts').select(['page', 'sha256']).execute();
  return new Map(rows.map(({ page, sha256 }) => [page, sha256]));
}
