import { accessScopes, type AccessScope } from '#contract/accounts/access-scopes';
import * as calls from '#contract/accounts/access-token-calls';
import { instantOrNull, isoInstant } from '#contract/dates';
import { dayMs, hourMs } from '#contract/durations';
import { messages } from '#contract/messages';
import type { AppContext } from '../../platform/context.ts';
import { lockFor } from '../../platform/database/lock-for.ts';
import type { Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import { instantOfDay, readLocal } from '../../platform/zoned-time.ts';
import { notifyHolder } from '../own-account/notify-holder.ts';
import { mentoredBatchNamed, staff } from '../policy.ts';
import { freshly } from '../second-factor/fresh-proof.ts';
import { act, read } from '../sessions/act.ts';
import type { Viewer, ViewerRule } from '../sessions/viewer.ts';
import { makeAccessToken } from './access-token.ts';
import {
  accessTokenById,
  accessTokensOf,
  insertAccessToken,
  scopesOf,
  type AccessTokenRow,
} from './access-token-queries.ts';

/** Examiners have none. */
const tokenHolder: ViewerRule<Viewer> = (check) => {
  const viewer = staff(check);
  if (viewer.isExaminer) throw httpErrors.forbidden(messages.forbidden);
  return viewer;
};

/** With the ended ones of a month. */
const mostShown = 100;

const present = (row: AccessTokenRow): calls.AccessToken => ({
  id: String(row.id),
  name: row.name,
  scopes: scopesOf(row),
  batch: row.batch,
  created_at: isoInstant(row.createdAt),
  ends_at: isoInstant(row.expiresAt),
  used_at: instantOrNull(row.usedAt),
});

/** @throws 400 */
function readEnd(day: string, now: number, { academyZone: zone }: AppContext['settings']): number {
  const expiresAt = readLocal(day, zone, 'end');
  if (expiresAt <= now) throw httpErrors.badRequest('Choose today or a later day.');
  // A change of clocks makes a day an hour longer.
  if (expiresAt > instantOfDay(now, zone) + (calls.maxAccessTokenDays + 1) * dayMs + hourMs)
    throw httpErrors.badRequest(`Choose a day at most ${calls.maxAccessTokenDays} days from today.`);
  return expiresAt;
}

/** @throws 409 */
async function requireRoom(writer: Writer, accountId: number, now: number): Promise<void> {
  await lockFor(writer, `access-tokens ${accountId}`);
  const { count } = await writer
    .selectFrom('access_tokens')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .select((of) => of.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= calls.maxAccessTokens)
    throw httpErrors.conflict(`You can have at most ${calls.maxAccessTokens} API tokens. Revoke one first.`);
}

/** @throws 400 for what the holder may not do */
function requireAllowed({ role }: Viewer, scopes: readonly AccessScope[], batch: string | null): void {
  if (scopes.includes('people:import') && role !== 'administrator')
    throw httpErrors.badRequest('Only administrators can import people.');
  if (batch !== null && !scopes.includes('batch:read'))
    throw httpErrors.badRequest('A batch limits reading only. Allow reading, or choose all batches.');
}

export const accessTokenCalls = [
  read(calls.listAccessTokens, {
    who: tokenHolder,
    async run({ context, resource: { accountId } }) {
      const rows = await accessTokensOf(context.database.reader, { accountId, limit: mostShown });
      return { tokens: rows.map(present) };
    },
  }),

  act(calls.createAccessToken, {
    who: freshly<Viewer>(tokenHolder),
    async prepare({ context, resource: viewer, body: { scopes, batch, ends_on }, now }) {
      requireAllowed(viewer, scopes, batch);
      const expiresAt = readEnd(ends_on, now, context.settings);
      if (batch === null) return { only: null, expiresAt };
      const only = await mentoredBatchNamed(viewer, batch, context.database.reader);
      if (only === undefined) throw httpErrors.badRequest('There is no batch of yours with this name.');
      return { only, expiresAt };
    },
    audit: 'create-access-token',
    async run(writer, { context, resource: { accountId }, body: { name, scopes }, prepared, now }) {
      const { only, expiresAt } = prepared;
      await requireRoom(writer, accountId, now);
      const secret = makeAccessToken();
      const sorted = accessScopes.filter((scope) => scopes.includes(scope));
      const onlyBatchId = only?.id ?? null;
      const id = await insertAccessToken(writer, {
        secret,
        accountId,
        name,
        scopes: sorted,
        onlyBatchId,
        now,
        expiresAt,
      });
      const subject = 'An API token was created for your account';
      const lead = `The API token “${name}” was created for your account.`;
      await notifyHolder(writer, context, accountId, { subject, lead, now });
      const after = { scopes: sorted, batch: only?.name ?? null, ends_at: isoInstant(expiresAt) };
      return { id, audit: { subject: name, aboutId: accountId, after }, shown: { secret } };
    },
    isSecret: true,
    async answer(reader, { viewer: { accountId }, shown }, id) {
      const [row] = await accessTokenById(reader, { accountId, id });
      if (row === undefined) throw httpErrors.conflict('This API token was revoked.');
      return { token: present(row), secret: shown?.secret ?? null };
    },
  }),

  act(calls.revokeAccessToken, {
    who: tokenHolder,
    audit: 'revoke-access-token',
    async run(writer, { resource: { accountId }, params }) {
      const revoked = await writer
        .deleteFrom('access_tokens')
        .where('id', '=', parseId(params.id) ?? 0)
        .where('account_id', '=', accountId)
        .returning(['id', 'name'])
        .executeTakeFirst();
      if (revoked === undefined) return null;
      return { id: revoked.id, audit: { subject: revoked.name, aboutId: accountId } };
    },
  }),
];
