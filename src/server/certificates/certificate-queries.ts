import type { CertificateKind, Revocation } from '#contract/certificates/wording';
import { batchesAs } from '../courses/batch-queries.ts';
import { compiledQuery } from '../platform/database/compiled-query.ts';
import type { Reader } from '../platform/database/database.ts';
import { partsOf } from '../platform/database/rows-at-once.ts';
import type { SignedDocument } from '../platform/signing/signed-document.ts';

export const certificateByNumber = compiledQuery((db, p: { number: string }) =>
  db
    .selectFrom('certificates as paper')
    .where('paper.number', '=', p.number)
    .select(['paper.id', 'paper.number', 'paper.kind', 'paper.account_id as accountId'])
    .select(['paper.batch_id as batchId', 'paper.layout', 'paper.logo', 'paper.background'])
    .select('paper.document')
    .select(['paper.revoked_at as revokedAt', 'paper.revocation']),
);
export type CertificateRow = Awaited<ReturnType<typeof certificateByNumber>>[number];

/** Newest first. */
export const certificatesOf = compiledQuery((db, p: { accountId: number }) =>
  db
    .selectFrom('certificates as paper')
    .innerJoin(batchesAs('batch'), 'batch.id', 'paper.batch_id')
    .where('paper.account_id', '=', p.accountId)
    .orderBy('paper.id', 'desc')
    .select(['paper.number', 'paper.kind', 'batch.name as batch', 'paper.issued_at as issuedAt'])
    .select(['paper.revoked_at as revokedAt', 'paper.revocation', 'paper.document']),
);

/** Who has one from this batch, also of students who have moved since. */
export const holdersIn = compiledQuery((db, p: { batchId: number }) =>
  db
    .selectFrom('certificates')
    .where('batch_id', '=', p.batchId)
    .select('account_id as accountId')
    .distinct(),
);

/** For the student's own record. */
export const signedCertificates = async (db: Reader, accountId: number) =>
  (await certificatesOf(db, { accountId })).map(({ number, document }) => ({
    number,
    document: `${JSON.stringify(JSON.parse(document), null, 2)}\n`,
  }));

export type NewestRow = {
  accountId: number;
  number: string;
  kind: CertificateKind;
  freezeId: number;
  issuedAt: number;
  revokedAt: number | null;
  revocation: Revocation | null;
};

/** The newest of each student in a batch. */
export async function newestOf(
  db: Reader,
  batchId: number,
  accountIds: readonly number[],
): Promise<Map<number, NewestRow>> {
  const newest = new Map<number, NewestRow>();
  for (const some of partsOf(accountIds)) {
    const rows = await db
      .selectFrom('certificates as paper')
      .where('paper.batch_id', '=', batchId)
      .where('paper.account_id', 'in', some)
      .orderBy('paper.id')
      .select(['paper.account_id as accountId', 'paper.number', 'paper.kind', 'paper.freeze_id as freezeId'])
      .select(['paper.issued_at as issuedAt', 'paper.revoked_at as revokedAt', 'paper.revocation'])
      .execute();
    for (const row of rows) newest.set(row.accountId, row);
  }
  return newest;
}

export async function keepsCertificates(db: Reader, accountId: number): Promise<boolean> {
  const row = await db
    .selectFrom('certificate_wishes')
    .where('account_id', '=', accountId)
    .select('keeps')
    .executeTakeFirst();
  return row?.keeps === 1;
}

export const documentOf = ({ document }: Pick<CertificateRow, 'document'>): SignedDocument =>
  JSON.parse(document) as SignedDocument;

export type Picture = { type: string; bytes: Buffer };

export async function pictureOf(db: Reader, sha256: string | null): Promise<Picture | null> {
  if (sha256 === null) return null;
  const picture = db.selectFrom('certificate_pictures').where('sha256', '=', sha256);
  return picture.select(['type', 'bytes']).executeTakeFirstOrThrow();
}
