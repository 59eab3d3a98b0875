import { guardsOf } from './guard.ts';

const accounts = 'src/server/accounts';
const factors = `${accounts}/second-factor`;
const academy = `${accounts}/academy-login`;
const logIn = `${accounts}/login/log-in.http.test.ts`;
const resetPassword = `${accounts}/login/reset-password.api.test.ts`;
const forgotPassword = `${accounts}/login/forgot-password.http.test.ts`;
const ownAccount = `${accounts}/own-account/own-account.api.test.ts`;
const sessionTests = `${accounts}/sessions/sessions.api.test.ts`;
const academyAccounts = `${academy}/academy-login.api.test.ts`;
const bulkActions = 'src/server/people/bulk-actions.api.test.ts';
const invitations = 'src/server/people/invitations/invitations.api.test.ts';
const academyAttacks = 'tests/attack/academy-login.http.test.ts';
const factorAttacks = 'tests/attack/second-factor.http.test.ts';
const guessing = 'tests/attack/guessing-passwords.test.ts';

const sessions = guardsOf(`${accounts}/sessions/sessions.ts`);
const cookies = guardsOf(`${accounts}/sessions/cookies.ts`);
const links = guardsOf(`${accounts}/one-time-tokens.ts`);
const queries = guardsOf(`${accounts}/queries.ts`);
const freshProof = guardsOf(`${factors}/fresh-proof.ts`);
const pendingLogins = guardsOf(`${factors}/pending-logins.ts`);
const flow = guardsOf(`${academy}/login-flow.ts`);
const identity = guardsOf(`${academy}/identity.ts`);
const rateLimits = guardsOf(`${accounts}/rate-limits.ts`);
const nothing = 'async () => {}';

/** Who somebody is: sessions, passwords, one-time links, second factors, the academy’s own login. */
export const sessionGuards = [
  sessions(
    'viewerOfToken',
    'a session ends sixty days after the login',
    '(reader, { tokenHash }) => original(reader, { tokenHash, now: 0 })',
    sessionTests,
  ),
  sessions(
    'viewerOfToken',
    'a session that is not used ends, one of staff sooner',
    'async (reader, of) => (await original(reader, of)).map((row) => ({ ...row, usedAt: of.now }))',
    logIn,
    `${factors}/second-factor.api.test.ts`,
  ),
  sessions('endSession', 'logging out ends the session', nothing, logIn),
  guardsOf(`${accounts}/sessions/end-logins.ts`)(
    'endAllLogins',
    'what was open in a backup opens nothing after its restore',
    'async () => ({ sessions: 1, begun: 0, links: 0, devices: 0 })',
    `${accounts}/sessions/end-logins.api.test.ts`,
  ),
  guardsOf(`${accounts}/login/reset-password.ts`)(
    'replaceLogin',
    'who signed up first with an address does not keep its account from its holder',
    `async (writer, confirmHolder, { accountId, passwordHash, now }) => {
      await writer.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', accountId).execute();
      await confirmHolder(writer, accountId, now);
    }`,
    'src/server/people/invitations/invitations.api.test.ts',
    resetPassword,
  ),
  sessions(
    'endSessionsOf',
    'a new password and a suspension end every session',
    nothing,
    resetPassword,
    bulkActions,
  ),
  sessions(
    'endSessionOf',
    'nobody ends another account’s session',
    `async (writer, _, id) => {
      const rows = await writer.selectFrom('sessions').select(['account_id', 'token_hash']).execute();
      for (const row of rows) if (idOfSession(row.token_hash) === id) await original(writer, row.account_id, id);
    }`,
    ownAccount,
  ),
  sessions(
    'beginSession',
    'no session begins in a suspended account',
    `async (writer, accountId, ...rest) => {
      const of = writer.updateTable('accounts').where('id', '=', accountId);
      const { suspended_at } = await writer.selectFrom('accounts').where('id', '=', accountId).select('suspended_at').executeTakeFirst();
      await of.set({ suspended_at: null, suspension_reason: null }).execute();
      return original(writer, accountId, ...rest);
    }`,
    bulkActions,
  ),
  guardsOf(`${accounts}/random-token.ts`)(
    'hashToken',
    'the database holds hashes of tokens',
    '(token) => token',
    sessionTests,
  ),
  guardsOf(`${accounts}/login/login-replies.ts`)(
    'loginSourceOf',
    'a login ends the browser’s earlier session',
    '(request, settings) => ({ ...original(request, settings), formerToken: null })',
    logIn,
  ),
  cookies(
    'cookieOptions',
    'scripts cannot read the session’s cookie',
    '(settings) => ({ ...original(settings), httpOnly: false })',
    logIn,
  ),
  cookies(
    'cookieOptions',
    'other sites’ requests do not carry the session’s cookie',
    "(settings) => ({ ...original(settings), sameSite: 'none' })",
    logIn,
  ),
  cookies(
    'cookieOptions',
    'behind https the session’s cookie is sent by https only',
    '(settings) => ({ ...original(settings), secure: false })',
    logIn,
  ),
  cookies(
    'sessionCookieName',
    'behind https the session’s cookie belongs to this host',
    "() => 'capstone'",
    logIn,
  ),
  guardsOf(`${accounts}/sessions/register-endpoint.ts`)(
    'viewerOfRequest',
    'a request that names another account is not signed in',
    '(request, context) => viewerOfSession(context, sessionTokenOf(request, context.settings) ?? "")',
    sessionTests,
  ),
  guardsOf(`${accounts}/login/log-in.ts`)(
    'logIn',
    'staff do not log in by password where the setting says so',
    '(context, ...rest) => original({ ...context, settings: { ...context.settings, staffPasswordLogin: true } }, ...rest)',
    academyAccounts,
  ),
  guardsOf(`${accounts}/login/require-password.ts`)(
    'requirePassword',
    'a new password needs the current one',
    nothing,
    ownAccount,
  ),
  links(
    'endTokens',
    'a used link, and a suspension, end the other links',
    nothing,
    forgotPassword,
    resetPassword,
    bulkActions,
  ),
  guardsOf(`${accounts}/sign-up/email-confirmations.ts`)(
    'endConfirmations',
    'a new password, and a suspension, end a link to a new address',
    nothing,
    ownAccount,
    invitations,
  ),
  guardsOf(`${accounts}/own-account/calendar-links.ts`)(
    'endCalendar',
    'a new password and logging out everywhere end the calendar link',
    'async () => false',
    'src/server/progress/calendar/calendar.api.test.ts',
  ),
  guardsOf(`${accounts}/own-account/ended-calendars.ts`)(
    'recordEndedLink',
    'an ended calendar link stays ended after a restore',
    nothing,
    `${accounts}/own-account/ended-calendars.api.test.ts`,
  ),
  links('isTokenGood', 'a link opens one thing, once, for a time', 'async () => true', resetPassword),
  guardsOf(`${academy}/external-identities.ts`)(
    'unlinkIdentities',
    'a new password unties academy accounts',
    nothing,
    academyAccounts,
  ),
  guardsOf(`${academy}/external-identities.ts`)(
    'hasIdentityOf',
    'an address that the provider gives to somebody else opens no existing account',
    'async () => false',
    academyAccounts,
  ),
  queries(
    'accountByEmail',
    'an unconfirmed account is tied to no identity, and a suspended one gets no link',
    `async (...given) => {
      const account = await original(...given);
      return account && { ...account, confirmed_at: account.confirmed_at ?? 1, suspended_at: null };
    }`,
    academyAttacks,
    bulkActions,
  ),
  guardsOf(`${accounts}/policy.ts`)(
    'isSuspended',
    'a suspended account gets no second step',
    'async () => false',
    bulkActions,
  ),
  flow(
    'flowOfRequest',
    'a login at the provider ends after ten minutes',
    "(request, settings) => flowOf(request.cookies[flowCookieName(settings)] ?? '')",
    academyAttacks,
  ),
  flow(
    'flowOfRequest',
    'a login at the provider belongs to the browser that began it',
    '(request, ...rest) => { const own = original(request, ...rest); return own && { ...own, state: request.query.state }; }',
    academyAttacks,
  ),
  guardsOf(`${academy}/identity-provider.ts`)(
    'makeIdentityProvider',
    'an ID token is for this login',
    '(...given) => { const provider = original(...given); return { ...provider, redeem: (query, own) => provider.redeem(query, { ...own, nonce: undefined }) }; }',
    academyAttacks,
  ),
  identity(
    'identityOf',
    'an address counts only when the provider has verified it',
    '(claims, settings) => original({ ...claims, email_verified: true }, settings)',
    academyAttacks,
  ),
  identity(
    'identityOf',
    'roles come from the provider only where the setting names a claim',
    "(claims, settings) => original(claims, { ...settings, roleClaim: settings.roleClaim ?? 'roles' })",
    academyAttacks,
  ),
  guardsOf(`${accounts}/login/finish-login.ts`)(
    'finishLogin',
    'a right password alone begins no session where there is a second factor',
    'enterAccount',
    factorAttacks,
  ),
  guardsOf(`${factors}/factor-queries.ts`)(
    'countUse',
    'a code of an app works once',
    'async () => true',
    factorAttacks,
  ),
  guardsOf(`${factors}/factor-queries.ts`)(
    'removeFactors',
    'a factor of an unconfirmed account locks nobody out',
    nothing,
    factorAttacks,
  ),
  guardsOf(`${factors}/check-code.ts`)(
    'checkCode',
    'a recovery code works once, at the same moment too',
    'async (...given) => { const proof = await original(...given); return { use: (writer) => proof.use(writer).catch(() => {}) }; }',
    factorAttacks,
  ),
  pendingLogins('usePendingLogin', 'a second step begins one session', nothing, factorAttacks),
  pendingLogins('countStepAttempt', 'a login takes five codes', 'requirePendingLogin', factorAttacks),
  pendingLogins(
    'endPendingLogins',
    'a new password and a suspension end started logins',
    nothing,
    factorAttacks,
    bulkActions,
  ),
  guardsOf(`${factors}/factor-queries.ts`)(
    'takeChallenge',
    'a challenge is good for one answer',
    'readChallenge',
    factorAttacks,
  ),
  guardsOf(`${factors}/passkeys.ts`)(
    'passkeySite',
    'a passkey signs for this origin',
    "(settings) => { const site = original(settings); return site && { ...site, origin: ['https://portal.example.test', 'http://portal.example.test'] }; }",
    factorAttacks,
  ),
  guardsOf(`${accounts}/sessions/recent-proof.ts`)(
    'isProven',
    'a proof does not stay fresh',
    '({ provenAt }) => provenAt !== null',
    factorAttacks,
  ),
  freshProof(
    'freshly',
    'final actions need a fresh proof',
    '(rule) => rule',
    'src/server/people/correct-person.api.test.ts',
    'src/server/selections/end-selection.api.test.ts',
    'src/server/catalogue/catalogue.api.test.ts',
    'src/server/privacy/anonymisation/anonymise-person.api.test.ts',
  ),
  guardsOf(`${accounts}/policy.ts`)(
    'mustSetUpFactor',
    'an administrator without a second factor can do nothing else',
    '() => false',
    `${factors}/second-factor.api.test.ts`,
    'tests/attack/previews.http.test.ts',
  ),
  rateLimits(
    'countedByNetwork',
    'the lines of one IPv6 site share a limit',
    '(kind, network) => original(kind, network).slice(0, 1)',
    guessing,
  ),
  rateLimits(
    'enforceRateLimits',
    'logins, links, signups and passwords are limited',
    nothing,
    guessing,
    factorAttacks,
    academyAttacks,
    forgotPassword,
    ownAccount,
    `${accounts}/rate-limits.api.test.ts`,
  ),
  guardsOf(`${accounts}/login/login-limits.ts`)(
    'beginLoginAttempt',
    'of a burst of guesses only so many are judged',
    'async () => ({ forget: async () => {} })',
    guessing,
    factorAttacks,
  ),
];
