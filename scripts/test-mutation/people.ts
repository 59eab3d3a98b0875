import type { Guards } from './mutation.ts';

const acts = ['src/server/people/people-acts.api.test.ts'];
const corrections = ['src/server/people/correct-person.api.test.ts'];
const suspension = 'src/server/accounts/suspend-account.ts';
const members = ['src/server/people/staff-members.api.test.ts'];

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
  'an act on somebody who is not there reaches nobody': {
    file: 'src/server/people/act-on-people.ts',
    take: 'if (rows.length < accountIds.length)',
    put: 'if (rows.length < 0)',
    tests: acts,
  },
  'a suspension has its reason': {
    file: 'src/server/people/act-on-people.ts',
    take: "if (act === 'suspend' && reason === undefined)",
    put: "if (act === 'suspend' && reason === '')",
    tests: acts,
  },
  'nobody suspends the own account': {
    file: 'src/server/accounts/suspend-account.ts',
    take: "  if (account.id === actorId) throw httpErrors.conflict('You cannot suspend your own account.');\n",
    put: '',
    tests: acts,
  },
  '… nor is it in reach': {
    file: 'src/server/people/act-refusal.ts',
    take: "target.id === actorId && 'You",
    put: "target.id < 0 && 'You",
    tests: ['src/server/people/act-refusal.test.ts'],
  },
  'an anonymised person is in reach of no act': {
    file: 'src/server/people/act-refusal.ts',
    take: '  if (target.anonymised_at !== null) return messages.personAnonymised;\n',
    put: '',
    tests: ['src/server/people/act-refusal.test.ts'],
  },
  'a retired batch takes nobody by an act': {
    file: 'src/server/people/act-refusal.ts',
    take: '        placementRefusal(batch) ??\n',
    put: '',
    tests: ['src/server/people/act-refusal.test.ts', 'src/server/people/people-acts.api.test.ts'],
  },
  'a retired batch takes nobody by a placement': {
    file: 'src/server/staff/assign-batch.ts',
    take: '  if (refusal !== null) throw httpErrors.conflict(refusal);\n',
    put: '',
    tests: ['src/server/staff/assign-batch.api.test.ts'],
  },
  'a placement is of students': {
    file: 'src/server/staff/assign-batch.ts',
    take: "  if (account.role !== 'student') throw httpErrors.conflict(`${email} is a ${account.role}, not a student.`);\n",
    put: '',
    tests: ['src/server/staff/assign-batch.api.test.ts'],
  },
  'whoever has chosen a project stays in its course': {
    file: 'src/server/staff/assign-batch.ts',
    take: '  await refuseOtherCourse(writer, id, batch);\n',
    put: '',
    tests: ['src/server/staff/assign-batch.api.test.ts'],
  },
  'name and phone of an anonymised person stay removed': {
    file: 'src/server/people/correct-person.ts',
    take: '      if (account.anonymised_at !== null) throw httpErrors.conflict(messages.personAnonymised);\n',
    put: '',
    tests: corrections,
  },
  'the address of an anonymised person stays removed': {
    file: 'src/server/accounts/change-email.ts',
    take: '  if (account.anonymised_at !== null) throw httpErrors.conflict(messages.personAnonymised);\n',
    put: '',
    tests: corrections,
  },
  'another address is nobody else’s': {
    file: 'src/server/accounts/change-email.ts',
    take: '  if (await isTaken(writer, email, accountId)) throw httpErrors.conflict(messages.emailOfAnother);\n  const before',
    put: '  const before',
    tests: corrections,
  },
  'nobody changes the own role': {
    file: 'src/server/people/staff-members.ts',
    take: 'if (accountId === actorId && account.role !== role)',
    put: 'if (accountId === -1 && account.role !== role)',
    tests: members,
  },
  'a student does not become staff': {
    file: 'src/server/people/staff-members.ts',
    take: "if (account.role === 'student' || account.anonymised_at !== null)",
    put: "if (account.anonymised_at !== null && account.role === 'student')",
    tests: members,
  },
  'an invitation to staff changes nobody who is there': {
    file: 'src/server/people/staff-members.ts',
    take: "if (there !== undefined && there.role !== 'student')",
    put: "if (there !== undefined && there.role === 'student')",
    tests: members,
  },
  'the last administrator keeps the role': {
    file: 'src/server/accounts/invite-staff.ts',
    take: "if (account.role === 'administrator' && role === 'mentor' && !(await isAdministratorLeft(writer)))",
    put: "if (account.role === 'student' && role === 'mentor' && !(await isAdministratorLeft(writer)))",
    tests: ['src/server/people/staff-members.api.test.ts', 'src/server/accounts/operator-acts.api.test.ts'],
  },
  'administrators have no batches of their own': {
    file: 'src/server/accounts/invite-staff.ts',
    take: "if (input.role === 'administrator' && input.batches.length > 0)",
    put: "if (input.role === 'administrator' && input.batches.length > 1e9)",
    tests: members,
  },
};
