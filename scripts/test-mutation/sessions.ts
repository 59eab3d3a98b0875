import type { Guards } from './mutation.ts';

const sessions = 'src/server/accounts/sessions.ts';
const finish = 'src/server/accounts/finish-login.ts';
const oidc = 'src/server/accounts/academy-login';
const academy = ['tests/attack/academy-login.test.ts'];

/** Who somebody is: sessions, passwords, links, the academy's own accounts. */
export const sessionGuards: Guards = {
  'a session ends sixty days after the login': {
    file: sessions,
    take: "    .where('sessions.expires_at', '>', p.now)\n",
    put: '',
    tests: ['src/server/accounts/sessions.api.test.ts'],
  },
  'a session ends when it is not used': {
    file: sessions,
    take: ' || row.usedAt <= now - idleMsOf(row.role, settings)',
    put: '',
    tests: ['src/server/accounts/log-in.api.test.ts'],
  },
  'the database holds hashes of sessions': {
    file: 'src/server/accounts/random-token.ts',
    take: "return hash('sha256', token);",
    put: 'return token;',
    tests: ['src/server/accounts/sessions.api.test.ts'],
  },
  'a login ends the session of before': {
    file: finish,
    take: 'if (formerToken !== null) await endSession(writer, formerToken);',
    put: '',
    tests: ['src/server/accounts/log-in.api.test.ts'],
  },
  'logging out ends the session': {
    file: 'src/server/accounts/routes.ts',
    take: 'if (token !== null) await context.database.transaction((writer) => endSession(writer, token));',
    put: '',
    tests: ['src/server/accounts/log-in.api.test.ts'],
  },
  'the session’s cookie is out of scripts’ reach': {
    file: 'src/server/accounts/session-cookie.ts',
    take: 'httpOnly: true,',
    put: '',
    tests: ['src/server/accounts/log-in.api.test.ts'],
  },
  'the session’s cookie stays away from other sites’ requests': {
    file: 'src/server/accounts/session-cookie.ts',
    take: "sameSite: 'lax',",
    // Left out it is what the library takes anyway.
    put: "sameSite: 'none',",
    tests: ['src/server/accounts/log-in.api.test.ts'],
  },
  'behind https the cookie stays with https': {
    file: 'src/server/accounts/session-cookie.ts',
    take: "secure: settings.publicUrl?.protocol === 'https:',",
    put: 'secure: false,',
    tests: ['src/server/accounts/log-in.api.test.ts'],
  },
  'behind https the cookie is bound to the host': {
    file: 'src/server/accounts/session-cookie.ts',
    take: "return settings.publicUrl?.protocol === 'https:' ? '__Host-capstone' : 'capstone';",
    put: "return settings === null ? '__Host-capstone' : 'capstone';",
    tests: ['src/server/accounts/log-in.api.test.ts', 'src/server/accounts/sessions.api.test.ts'],
  },
  'a request that names another account is nobody’s': {
    file: 'src/server/accounts/register-endpoint.ts',
    take: 'return viewer === null || isForAnother(request, viewer) ? null : viewer;',
    put: 'return viewer;',
    tests: ['src/server/accounts/sessions.api.test.ts'],
  },
  'an unknown address costs the same look at a hash': {
    file: 'src/server/accounts/log-in.ts',
    take: 'const fits = await passwords.verify(',
    put: 'const fits = account !== undefined && await passwords.verify(',
    tests: ['src/server/accounts/rate-limits.api.test.ts'],
  },
  'where staff have no password login theirs is wrong': {
    file: 'src/server/accounts/log-in.ts',
    take: 'if (account === undefined || !fits || !isAllowed)',
    put: 'if (account === undefined || !fits)',
    tests: [`src/server/accounts/academy-login/academy-login.api.test.ts`],
  },
  'a new password ends every session': {
    file: 'src/server/accounts/reset-password.ts',
    take: '    await endSessionsOf(writer, accountId);\n',
    put: '',
    tests: ['src/server/accounts/reset-password.api.test.ts'],
  },
  'a new password ends what an identity opens': {
    file: 'src/server/accounts/reset-password.ts',
    take: '    await unlinkIdentities(writer, accountId);\n',
    put: '',
    tests: ['src/server/accounts/academy-login/academy-login.api.test.ts'],
  },
  'a used link ends the other links': {
    file: 'src/server/accounts/reset-password.ts',
    take: "    await endTokens(writer, 'reset', accountId);\n",
    put: '',
    tests: [
      'src/server/accounts/forgot-password.api.test.ts',
      'src/server/accounts/reset-password.api.test.ts',
    ],
  },
  'a link that was given out ends after seven days': {
    file: 'src/server/accounts/one-time-tokens.ts',
    take: 'linkLifeMs = 7 * 24',
    put: 'linkLifeMs = 70 * 24',
    tests: ['src/server/accounts/reset-password.api.test.ts'],
  },
  'a link that anybody may ask for ends after an hour': {
    file: 'src/server/accounts/one-time-tokens.ts',
    take: 'const askedLifeMs = 60 * 60_000;',
    put: 'const askedLifeMs = 600 * 60_000;',
    tests: ['src/server/accounts/forgot-password.api.test.ts'],
  },
  'a link to one thing is of no use for another': {
    file: 'src/server/accounts/one-time-tokens.ts',
    take: "    .where('purpose', '=', purpose)\n    .where('used_at', 'is', null)\n    .where('expires_at', '>', now)\n    .select('purpose')",
    put: "    .where('used_at', 'is', null)\n    .where('expires_at', '>', now)\n    .select('purpose')",
    tests: [
      'src/server/accounts/reset-password.api.test.ts',
      'src/server/accounts/set-up-administrator.api.test.ts',
    ],
  },
  'an address that was somebody’s goes to nobody else': {
    file: 'src/server/accounts/insert-account.ts',
    take: 'if (former !== undefined) throw httpErrors.conflict(messages.emailTaken);',
    put: '',
    tests: ['src/server/accounts/own-account.api.test.ts'],
  },
  'a change of password asks for the one of before': {
    file: 'src/server/accounts/change-password.ts',
    take: '  await requirePassword(context, accountId, current);\n',
    put: '',
    tests: ['src/server/accounts/own-account.api.test.ts'],
  },
  'nobody ends another’s session': {
    file: sessions,
    take: "    .where('account_id', '=', accountId)\n    .select('token_hash')",
    put: "    .select('token_hash')",
    tests: ['src/server/accounts/own-account.api.test.ts'],
  },
  'whoever signs up with an imported address gets nothing of it': {
    file: 'src/server/accounts/sign-up.ts',
    take: '        batch_id: batch?.id ?? null,',
    put: "        batch_id: batch?.id ?? (await writer.selectFrom('imported_people').where('email', '=', fields.email).select('batch_id').executeTakeFirst())?.batch_id ?? null,",
    tests: ['src/server/accounts/sign-up-batch.api.test.ts'],
  },
  'a login at the provider belongs to the browser that began it': {
    file: `${oidc}/routes.ts`,
    take: "if (flow === null || state !== flow.state) throw new AcademyLoginError('academy-again');",
    put: "if (flow === null) throw new AcademyLoginError('academy-again');",
    tests: academy,
  },
  'a login at the provider ends after ten minutes': {
    file: `${oidc}/login-flow.ts`,
    take: 'now >= flow.begunAt + flowLifetimeMs || now < flow.begunAt',
    put: 'now < flow.begunAt',
    tests: academy,
  },
  'the ID token is for this login': {
    file: `${oidc}/identity-provider.ts`,
    take: 'expectedNonce: flow.nonce,',
    put: 'expectedNonce: undefined as unknown as string,',
    tests: academy,
  },
  'an address counts once the provider vouches for it': {
    file: `${oidc}/identity.ts`,
    take: "if (typeof email !== 'string' || !isVerified(claims)) return null;",
    put: "if (typeof email !== 'string') return null;",
    tests: academy,
  },
  'an account that nobody has confirmed is tied to nobody': {
    file: `${oidc}/log-in-with-identity.ts`,
    take: "if (account?.confirmed_at === null) throw new AcademyLoginError('academy-unconfirmed');",
    put: '',
    tests: academy,
  },
  'an address that the provider gives away opens no account of before': {
    file: `${oidc}/log-in-with-identity.ts`,
    take: "if (await hasIdentityOf(writer, id, identity.issuer)) throw new AcademyLoginError('academy-taken');",
    put: '',
    tests: ['src/server/accounts/academy-login/academy-login.api.test.ts'],
  },
  'roles come from the provider by a setting only': {
    file: `${oidc}/identity.ts`,
    take: 'if (roleClaim === null) return null;\n  const value = claimAt(claims, roleClaim);',
    put: "const value = claimAt(claims, roleClaim ?? 'roles');",
    tests: academy,
  },
  'a login at the provider leads to no other site': {
    file: `${oidc}/routes.ts`,
    take: 'if (from === null || from.origin !== origin) return null;',
    put: 'if (from === null) return null;',
    tests: academy,
  },
  'nobody makes the portal ask the provider without end': {
    file: `${oidc}/routes.ts`,
    take: '    await enforceRateLimit(writer, attempt, clock.now());\n',
    put: '',
    tests: academy,
  },
  'after a login only the portal’s own addresses follow': {
    file: 'src/contract/screens.ts',
    take: String.raw`/^\/(?!\/)[!-[\]-~]*$/.test(next)`,
    put: String.raw`/^\//.test(next)`,
    tests: ['src/contract/screens.test.ts'],
  },
};
