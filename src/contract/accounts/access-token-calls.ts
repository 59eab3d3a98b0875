import { z } from 'zod';
import { endpoint, errorBody, instant, localDay, nothing, visibleText } from '../wire/endpoint.ts';
import { accessScopes } from './access-scopes.ts';

/** Of an account. */
export const maxAccessTokens = 20;
/** From today to its last day: it lives for 366 days at most. */
export const maxAccessTokenDays = 365;

const scope = z.enum(accessScopes, `scopes can have only: ${accessScopes.join(', ')}`);

const accessToken = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(scope),
  /** The only batch that `batch:read` opens; null for all that its holder may see. */
  batch: z.string().nullable(),
  created_at: instant,
  /** From then on it is refused. */
  ends_at: instant,
  /** To five minutes. */
  used_at: instant.nullable(),
});
export type AccessToken = z.infer<typeof accessToken>;

export const listAccessTokens = endpoint('GET', '/api/account/tokens', {
  summary: "The user's own access tokens, newest first, without their secrets. For staff",
  answers: { 200: z.object({ tokens: z.array(accessToken) }), 401: errorBody },
});

export const createAccessToken = endpoint('POST', '/api/account/tokens', {
  summary: `Create an access token for a program, at most ${maxAccessTokens} for an account. \`secret\` is shown this once; a repetition gets null. \`ends_on\` is its last day, at most ${maxAccessTokenDays} days from today. For staff`,
  takesIdempotencyKey: true,
  body: z.object({
    name: visibleText('The name', 80),
    scopes: z
      .array(scope, 'scopes must be a list')
      .min(1, 'Choose what the token may do')
      .max(accessScopes.length, `scopes can have only: ${accessScopes.join(', ')}`),
    batch: z
      .string('batch must be the name of a batch, or null')
      .max(80, 'batch must be the name of a batch, or null')
      .nullable()
      .default(null),
    ends_on: localDay('The last day'),
  }),
  answers: {
    201: z.object({ token: accessToken, secret: z.string().nullable() }),
    401: errorBody,
    409: errorBody,
  },
});

export const revokeAccessToken = endpoint('DELETE', '/api/account/tokens/:id', {
  summary: 'Revoke an access token; it is refused at once. Does nothing for one that is gone. For staff',
  params: z.object({ id: z.string() }),
  takesIdempotencyKey: true,
  answers: { 204: nothing, 401: errorBody, 409: errorBody },
});
