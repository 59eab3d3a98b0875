import type { Guards } from './mutation.ts';

const acts = ['src/server/people/people-acts.api.test.ts'];
const corrections = ['src/server/people/correct-person.api.test.ts'];
const suspension = 'src/server/accounts/suspend-account.ts';

/** What holds for a suspended account, and for acts of the office. */
export const peopleGuards: Guards = {
  'no session begins in a suspended account': {
    file: 'src/server/accounts/sessions.ts',
    take: '  if (suspended_at !== null) throw suspended(accountId);\n',
    put: '',
    tests: acts,
  },
  'a suspended account has no second step either': {
    file: 'src/server/accounts/finish-login.ts',
    take: '    if (await isSuspended(writer, account.accountId)) throw suspended(account.accountId);\n',
    put: '',
    tests: acts,
  },
  'a suspension ends sessions': {
    file: suspension,
    take: '  await endSessionsOf(writer, account.id);\n',
    put: '',
    tests: acts,
  },
  'a suspension ends begun logins': {
    file: suspension,
    take: '  await endPendingLogins(writer, account.id);\n',
    put: '',
    tests: acts,
  },
  'a suspension ends links to a new password': {
    file: suspension,
    take: "  await endTokens(writer, 'reset', account.id);\n",
    put: '',
    tests: acts,
  },
  'the last administrator cannot be suspended': {
    file: suspension,
    take: "  if (suspended.role === 'administrator' && !(await isAdministratorLeft(writer)))\n    throw httpErrors.conflict(`${account.email} is the last administrator who can log in.`);\n",
    put: '',
    tests: acts,
  },
  'a suspended account gets no link to a new password': {
    file: 'src/server/accounts/forgot-password.ts',
    take: 'if (account?.suspended_at === null) await mailLink',
    put: 'if (account !== undefined) await mailLink',
    tests: acts,
  },
  'nothing of a suspended account is told to its holder by mail': {
    file: 'src/server/accounts/notify-holder.ts',
    take: ' || holder.suspendedAt !== null',
    put: '',
    tests: acts,
  },
  'no notice is mailed to a suspended account': {
    file: 'src/server/accounts/queries.ts',
    take: "    .where('confirmed_at', 'is not', null)\n    .where('suspended_at', 'is', null)\n",
    put: "    .where('confirmed_at', 'is not', null)\n",
    tests: acts,
  },
  'a batch’s news reach nobody who is suspended': {
    file: 'src/server/accounts/queries.ts',
    take: "    .where('role', '=', 'student')\n    .where('suspended_at', 'is', null)\n",
    put: "    .where('role', '=', 'student')\n",
    tests: acts,
  },
  'an act reaches all whom it names, or nobody': {
    file: 'src/server/people/act-on-people.ts',
    take: '      if (refused.length > 0) throw notReached(refused);\n',
    put: '',
    tests: acts,
  },
  'a link to a new password asks for a fresh proof': {
    file: 'src/server/people/routes.ts',
    take: '    // Whoever has the link has the account.\n    authorize: freshly<PersonOfOffice>(personOfOffice),\n',
    put: '    authorize: personOfOffice,\n',
    tests: corrections,
  },
  'another address asks for a fresh proof': {
    file: 'src/server/people/routes.ts',
    take: '    // Whoever has the address has the account.\n    authorize: freshly<PersonOfOffice>(personOfOffice),\n',
    put: '    authorize: personOfOffice,\n',
    tests: corrections,
  },
  'people are the office’s alone': {
    file: 'src/server/people/policy.ts',
    take: "  if (viewer.role !== 'administrator') throw httpErrors.forbidden(messages.forbidden);\n",
    put: '',
    tests: ['src/server/people/list-people.api.test.ts'],
  },
};
