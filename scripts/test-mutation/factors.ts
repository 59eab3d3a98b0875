import type { Guards } from './mutation.ts';

const folder = 'src/server/accounts/second-factor';
const attacks = ['tests/attack/second-factor.test.ts'];

/** Second factors: no session before them, each thing once, and asked for again before what cannot be undone. */
export const factorGuards: Guards = {
  'a right password is no session where there is a second factor': {
    file: 'src/server/accounts/finish-login.ts',
    take: 'if (account.hasSecondFactor)',
    put: 'if (account.accountId === 0)',
    tests: attacks,
  },
  'a code of an app works once': {
    file: `${folder}/check-code.ts`,
    take: 'if (period <= counter) wasUsed = true;',
    put: 'if (period < 0) wasUsed = true;',
    tests: attacks,
  },
  'a recovery code works once, also in the same moment': {
    file: `${folder}/check-code.ts`,
    take: "        .where('used_at', 'is', null)\n",
    put: '',
    tests: attacks,
  },
  'a login is entered once': {
    file: `${folder}/pending-logins.ts`,
    take: "    .where('used_at', 'is', null)\n",
    put: '',
    tests: attacks,
  },
  'a challenge is good for one answer': {
    file: `${folder}/challenges.ts`,
    take: ".deleteFrom('factor_challenges')",
    put: ".updateTable('factor_challenges').set({ purpose: 'prove' })",
    tests: attacks,
  },
  'a passkey signs for this origin': {
    file: `${folder}/passkeys.ts`,
    take: '    expectedOrigin: site.origin,\n    expectedRPID: site.id,\n    credential: {',
    put: "    expectedOrigin: ['https://portal.example.test', 'http://portal.example.test'],\n    expectedRPID: site.id,\n    credential: {",
    tests: attacks,
  },
  'a login takes five codes': {
    file: `${folder}/pending-logins.ts`,
    take: 'const maxAttempts = 5;',
    put: 'const maxAttempts = 500;',
    tests: attacks,
  },
  'wrong codes are counted by account': {
    file: `${folder}/take-second-step.ts`,
    take: '  await enforceLoginLimits(database.reader, scope, now);\n  const attempt = await beginLoginAttempt(context, scope);',
    put: '  const attempt = { forget: async () => {}, enforceLoginLimits, beginLoginAttempt, scope };',
    tests: attacks,
  },
  'a fresh proof is fresh': {
    file: `${folder}/fresh-proof.ts`,
    take: 'now - provenAt < proofMs',
    put: 'now - provenAt >= 0',
    tests: attacks,
  },
  'a new password asks for the second factor, too': {
    file: 'src/server/accounts/own-account-routes.ts',
    take: 'calls.changePassword, {\n    authorize: freshlySignedInHolder,',
    put: 'calls.changePassword, {\n    authorize: signedIn,',
    tests: attacks,
  },
  'a new password ends what the old one began': {
    file: 'src/server/accounts/reset-password.ts',
    take: 'await endPendingLogins(writer, accountId);',
    put: 'void endPendingLogins;',
    tests: attacks,
  },
  'a factor set up with an unconfirmed address keeps nobody out': {
    file: 'src/server/accounts/reset-password.ts',
    take: 'if (confirmed_at === null) await removeFactors(writer, accountId);',
    put: 'void [confirmed_at, removeFactors];',
    tests: attacks,
  },
  'an administrator without a second factor has nothing else': {
    file: 'src/server/accounts/register-endpoint.ts',
    take: 'if (check.viewer !== null && mustSetUpFactor(check.viewer, context.settings))',
    put: 'if (mustSetUpFactor === null && check.viewer !== null)',
    tests: [`${folder}/second-factor.api.test.ts`],
  },
  'a session of staff ends sooner': {
    file: 'src/server/accounts/sessions.ts',
    take: ' || row.usedAt <= now - idleMsOf(row.role, settings)',
    put: ' || settings === null',
    tests: [`${folder}/second-factor.api.test.ts`],
  },
};
