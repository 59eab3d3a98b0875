import type { AccessScope } from '#contract/accounts/access-scopes';
import { batchesAs } from '../../courses/batch-queries.ts';
import { coursesAs } from '../../courses/course-queries.ts';
import { compiledQuery } from '../../platform/database/compiled-query.ts';
import type { Writer } from '../../platform/database/database.ts';
import { hashToken } from '../random-token.ts';
import { viewerColumns } from '../sessions/viewer.ts';

/** One query per request with a token; of staff who are no examiners. */
export const holderOfAccessToken = compiledQuery((db, p: { tokenHash: string; now: number }) =>
  db
    .selectFrom('access_tokens as token')
    .innerJoin('accounts', 'accounts.id', 'token.account_id')
    .leftJoin(batchesAs('batch'), 'batch.id', 'accounts.batch_id')
    .leftJoin(coursesAs('course'), 'course.id', 'batch.course_id')
    .leftJoin('examiner_accounts as examiner', 'examiner.account_id', 'accounts.id')
    .where('token.token_hash', '=', p.tokenHash)
    .where('token.expires_at', '>', p.now)
    .where('accounts.role', '<>', 'student')
    .where('accounts.suspended_at', 'is', null)
    .where('examiner.account_id', 'is', null)
    .select(viewerColumns)
    .select([
      'token.id as tokenId',
      'token.name as tokenName',
      'token.scopes',
      'token.batch_id as onlyBatchId',
      'token.used_at as usedAt',
    ]),
);

const columns = [
  'token.id',
  'token.name',
  'token.scopes',
  'batch.name as batch',
  'token.created_at as createdAt',
  'token.expires_at as expiresAt',
  'token.used_at as usedAt',
] as const;

/** Newest first; ended ones for a month. */
export const accessTokensOf = compiledQuery((db, p: { accountId: number; limit: number }) =>
  db
    .selectFrom('access_tokens as token')
    .leftJoin(batchesAs('batch'), 'batch.id', 'token.batch_id')
    .where('token.account_id', '=', p.accountId)
    .orderBy('token.id', 'desc')
    .limit(p.limit)
    .select(columns),
);

export const accessTokenById = compiledQuery((db, p: { accountId: number; id: number }) =>
  db
    .selectFrom('access_tokens as token')
    .leftJoin(batchesAs('batch'), 'batch.id', 'token.batch_id')
    .where('token.account_id', '=', p.accountId)
    .where('token.id', '=', p.id)
    .select(columns),
);
export type AccessTokenRow = Awaited<ReturnType<typeof accessTokensOf>>[number];

/** @param token.scopes in the order of `accessScopes` @returns its id */
export async function insertAccessToken(
  writer: Writer,
  token: {
    secret: string;
    accountId: number;
    name: string;
    scopes: readonly AccessScope[];
    onlyBatchId: number | null;
    now: number;
    expiresAt: number;
    usedAt?: number | null;
  },
): Promise<number> {
  const { id } = await writer
    .insertInto('access_tokens')
    .values({
      token_hash: hashToken(token.secret),
      account_id: token.accountId,
      name: token.name,
      scopes: token.scopes.join(' ') as AccessTokenRow['scopes'],
      batch_id: token.onlyBatchId,
      created_at: token.now,
      expires_at: token.expiresAt,
      used_at: token.usedAt ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const scopesOf = ({ scopes }: Pick<AccessTokenRow, 'scopes'>): AccessScope[] =>
  scopes.split(' ') as AccessScope[];

export async function endAccessTokens(writer: Writer, accountId: number): Promise<void> {
  await writer.deleteFrom('access_tokens').where('account_id', '=', accountId).execute();
}
