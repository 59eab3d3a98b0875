import type { CertificateKind } from '#contract/certificates/wording';
import type { Reader } from '../../platform/database/database.ts';
import type { Background } from './draw-background.ts';

/** SHA-256 of those that there are, by kind. */
export async function backgroundHashes(db: Reader): Promise<Map<CertificateKind, string>> {
  const rows = await db.selectFrom('certificate_backgrounds').select(['kind', 'sha256']).execute();
  return new Map(rows.flatMap(({ kind, sha256 }) => (sha256 === null ? [] : [[kind, sha256] as const])));
}

/** The one that new papers of this kind get. */
export async function backgroundOf(db: Reader, kind: CertificateKind): Promise<Background | null> {
  const row = await db
    .selectFrom('certificate_backgrounds')
    .where('kind', '=', kind)
    .select(['sha256', 'type', 'bytes'])
    .executeTakeFirst();
  if (row === undefined) return null;
  const { sha256, type, bytes } = row;
  return sha256 === null || type === null || bytes === null ? null : { sha256, type, bytes };
}
