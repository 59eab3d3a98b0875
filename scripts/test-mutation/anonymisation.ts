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
};
