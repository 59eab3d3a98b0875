import type { Guards } from './mutation.ts';

const again = 'src/server/anonymisation/anonymise-again.api.test.ts';
const act = 'src/server/anonymisation/anonymise-person.api.test.ts';

/** What takes a person out of the portal for good, and nobody and nothing else. */
export const anonymisationGuards: Guards = {
  'words of rows that never change go while the act runs alone': {
    file: 'src/server/platform/database/migrations/0053-anonymisations.ts',
    take: ' and n.is_running = 1',
    put: '',
    tests: ['tests/api/erasure-triggers.test.ts'],
  },
  '… and of this person alone': {
    file: 'src/server/platform/database/migrations/0053-anonymisations.ts',
    take: 'where n.account_id = ${account} and',
    put: 'where',
    tests: ['tests/api/erasure-triggers.test.ts'],
  },
  'it asks for the address': {
    file: 'src/server/anonymisation/routes.ts',
    take: 'if (address !== s_id)',
    put: 'if (false)',
    tests: [act],
  },
  'it asks for a fresh proof': {
    file: 'src/server/anonymisation/routes.ts',
    take: 'freshly<Asked>(administratorAbout)',
    put: 'administratorAbout',
    tests: [act],
  },
  'the reason names nobody': {
    file: 'src/server/anonymisation/anonymise-person.ts',
    take: 'requireNameless(reason, person);',
    put: '',
    tests: [act],
  },
  'somebody else’s bytes stay': {
    file: 'src/server/submissions/erase-submissions.ts',
    take: 'if (await isFileInUse(database.reader, sha256)) continue;',
    put: '',
    tests: [again],
  },
  'bytes whose row is on its way stay': {
    file: 'src/server/anonymisation/finish-anonymisation.ts',
    take: 'now - unwrittenMs',
    put: 'now + unwrittenMs',
    tests: [again],
  },
  'late words go': {
    file: 'src/server/anonymisation/finish-anonymisation.ts',
    take: 'await eraseLateWords(context, accountId);',
    put: '',
    tests: [again],
  },
  'another account of the same id is left alone': {
    file: 'src/server/accounts/erase-account.ts',
    take: "    .where('created_at', '=', signedUpAt)\n",
    put: '',
    tests: [again],
  },
  'whoever was imported since has come back': {
    file: 'src/server/anonymisation/anonymise-again.ts',
    take: 'importedAt <= at &&',
    put: '',
    tests: [again],
  },
  'a receipt of before is verified without its words': {
    file: 'src/server/submissions/receipts/verify-receipt.ts',
    take: 'const isErased = row.erasedAt !== null;',
    put: 'const isErased = false;',
    tests: [act],
  },
  'only students are anonymised': {
    file: 'src/server/anonymisation/anonymise-person.ts',
    take: "    if (person.role !== 'student') throw httpErrors.conflict('Only a student’s account can be anonymised.');\n",
    put: '',
    tests: [act],
  },
  'nobody is anonymised twice': {
    file: 'src/server/anonymisation/anonymise-person.ts',
    take: "    if (person.anonymisedAt !== null) throw httpErrors.conflict('This person is anonymised already.');\n",
    put: '',
    tests: [act],
  },
  'an export of somebody leaves its line': {
    file: 'src/server/anonymisation/open-person-export.ts',
    take: '  await recordExport(context, asked);\n',
    put: '',
    tests: [act],
  },
  'names of before go from mails to others': {
    file: 'src/server/anonymisation/erase-person.ts',
    take: 'const called = [name, ...(await formerNamesOf(reader, accountId))];',
    put: 'const called = [name];',
    tests: [act],
  },
  'mails that came while it looked are looked through, too': {
    file: 'src/server/anonymisation/erase-person.ts',
    take: '[...mails, ...since.ids]',
    put: '[...mails]',
    tests: [act],
  },
  'invitations go': {
    file: 'src/server/anonymisation/erase-person.ts',
    take: '  for (const address of addresses) await forgetInvitations(writer, address);\n',
    put: '',
    tests: [act],
  },
  'notices go': {
    file: 'src/server/anonymisation/erase-person.ts',
    take: '  await eraseNotices(writer, { accountId, numbers });\n',
    put: '',
    tests: [act],
  },
  'remembered answers go': {
    file: 'src/server/anonymisation/erase-person.ts',
    take: '  await forgetKeysOf(writer, accountId);\n',
    put: '',
    tests: [act],
  },
  'a record of it is kept outside of the database': {
    file: 'src/server/anonymisation/finish-anonymisation.ts',
    take: '  await keepRecord(context, row);\n',
    put: '',
    tests: [act, again],
  },
};
