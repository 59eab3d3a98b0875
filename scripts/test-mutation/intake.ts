import type { Guards } from './mutation.ts';

const sheets = ['src/server/platform/sheets/read-sheet.test.ts'];
const intake = ['src/server/intake/intake.api.test.ts'];
const conflicts = ['src/server/intake/import-conflicts.api.test.ts'];
const invitations = ['src/server/intake/invitations.api.test.ts'];

/** What stands between somebody's spreadsheet, or an invitation, and the people of the portal. */
export const intakeGuards: Guards = {
  'a document type in a workbook is refused': {
    file: 'src/server/platform/sheets/xml-events.ts',
    take: "parser.on('doctype', () => {\n    refusal ??=",
    put: "parser.on('doctype', () => {\n    void",
    tests: sheets,
  },
  'a formula in a workbook is refused': {
    file: 'src/server/platform/sheets/read-xlsx.ts',
    take: "} else if (name === 'f') {",
    put: "} else if (name === 'no-formula') {",
    tests: sheets,
  },
  'a part of a workbook that would be too large stays packed': {
    file: 'src/server/platform/sheets/xlsx-archive.ts',
    take: 'if (!isTooLong && !isTooDense) return;',
    put: 'if (!isTooDense || !isTooLong || true) return;',
    tests: sheets,
  },
  'a sheet without end is refused': {
    file: 'src/server/platform/sheets/sheet.ts',
    take: 'if (inAll > limits.rowsInAll)',
    put: 'if (inAll > Infinity)',
    tests: sheets,
  },
  'an import with a wrong row is refused': {
    file: 'src/server/intake/import-intake.ts',
    take: 'if (intake.wrong_count > 0)',
    put: 'if (intake.wrong_count > 1e9)',
    tests: intake,
  },
  'an import that changes many asks for their number': {
    file: 'src/server/intake/import-intake.ts',
    take: 'if (asked !== null && changes !== asked)',
    put: 'if (asked !== null && changes === -1)',
    tests: intake,
  },
  'an import sees what has changed since its dry run': {
    file: 'src/server/intake/import-intake.ts',
    take: 'if (overtaken > 0)',
    put: 'if (overtaken > 1e9)',
    tests: conflicts,
  },
  'an import replaces nothing that has changed since its dry run': {
    file: 'src/server/intake/import-intake.ts',
    take: "or (person.state = 'changed' and",
    put: "or (person.state = 'no-state' and",
    tests: conflicts,
  },
  'an import overwrites nobody who has come since it looked': {
    file: 'src/server/accounts/staged-people.ts',
    take: '  if (Number(updated) !== known) throw metAnother();\n',
    put: '  void updated;\n',
    tests: conflicts,
  },
  'an import leaves nobody out who has come since it looked': {
    file: 'src/server/accounts/staged-people.ts',
    take: '  if (Number(inserted) !== fresh) throw metAnother();\n',
    put: '  void inserted;\n',
    tests: conflicts,
  },
  'a spreadsheet moves nobody into a retired batch': {
    file: 'src/server/intake/compare-people.ts',
    take: 'when batch.retired_at is not null and',
    put: 'when batch.retired_at < 0 and',
    tests: intake,
  },
  'an operator’s file moves nobody into a retired batch': {
    file: 'src/server/staff/import/import-people.ts',
    take: 'if (known?.isRetired === true &&',
    put: 'if (known?.isRetired === null &&',
    tests: ['src/server/staff/import/import-people.api.test.ts'],
  },
  'a spreadsheet is imported once': {
    file: 'src/server/intake/import-intake.ts',
    take: "        .where('state', '=', 'checked')\n",
    put: '',
    tests: intake,
  },
  'an address stands in a spreadsheet once': {
    file: 'src/server/intake/compare-people.ts',
    take: 'and other.email = person.email and other.line <> person.line)',
    put: 'and other.email = person.email and other.line < 0)',
    tests: intake,
  },
  'a row with faults is wrong': {
    file: 'src/server/intake/compare-people.ts',
    take: "when person.faults is not null then 'wrong'",
    put: "when person.faults = '' then 'wrong'",
    tests: intake,
  },
  'a spreadsheet says nothing of staff': {
    file: 'src/server/intake/compare-people.ts',
    take: "when account.role <> 'student' then 'wrong'",
    put: "when account.role = '' then 'wrong'",
    tests: intake,
  },
  'an address that somebody had before is nobody else’s in a spreadsheet': {
    file: 'src/server/intake/compare-people.ts',
    take: "when former.email is not null then 'wrong'",
    put: "when former.email = '' then 'wrong'",
    tests: intake,
  },
  'a spreadsheet moves nobody away from the course of a chosen project': {
    file: 'src/server/intake/compare-people.ts',
    take: "when batch.id is not null and project.course_id <> batch.course_id then 'wrong'",
    put: "when batch.id is not null and project.course_id < 0 then 'wrong'",
    tests: intake,
  },
  'an import leaves a line for each person': {
    file: 'src/server/intake/import-intake.ts',
    take: '  await recordPeople(writer, run);\n',
    put: '  void recordPeople;\n',
    tests: intake,
  },
  'an import keeps what it does not know': {
    file: 'src/server/accounts/staged-people.ts',
    take: 'grade = coalesce(staged.grade, imported_people.grade),',
    put: 'grade = staged.grade,',
    tests: intake,
  },
  'an import reaches no address that is not confirmed': {
    file: 'src/server/accounts/staged-people.ts',
    take: "accounts.role = 'student' and accounts.confirmed_at is not null",
    put: "accounts.role = 'student'",
    tests: intake,
  },
  'an invitation works once': {
    file: 'src/server/intake/invitation-tokens.ts',
    take: "  if (row.used_at !== null) return 'used';\n",
    put: '',
    tests: invitations,
  },
  'an invitation has an end': {
    file: 'src/server/intake/invitation-tokens.ts',
    take: "row.expires_at <= now ? 'expired' : 'open'",
    put: "'open'",
    tests: invitations,
  },
  'an invitation can be taken back': {
    file: 'src/server/intake/invitation-tokens.ts',
    take: "  if (row.revoked_at !== null) return 'revoked';\n",
    put: '',
    tests: invitations,
  },
  'an invitation opens no other account': {
    file: 'src/server/intake/accept-invitation.ts',
    take: "viewer.role !== 'student' || account.email !== normalizeEmail(row.email)",
    put: "viewer.role !== 'student'",
    tests: invitations,
  },
  'what an invitation says is not to be changed by who opens it': {
    file: 'src/server/intake/accept-invitation.ts',
    take: 'name: known?.name ?? name,',
    put: 'name: typed.name ?? name,',
    tests: invitations,
  },
  'an invitation is used up within the change that it allows': {
    file: 'src/server/intake/accept-invitation.ts',
    take: '      await take(writer, row.id, now);\n      // Once',
    put: '      // Once',
    tests: invitations,
  },
  '… and by whoever has an account': {
    file: 'src/server/intake/accept-invitation.ts',
    take: '    await take(writer, row.id, now);\n    await confirm',
    put: '    await confirm',
    tests: invitations,
  },
  'a newer invitation ends the one before': {
    file: 'src/server/intake/invitation-tokens.ts',
    take: '  await endInvitations(writer, { emails, now, way });\n',
    put: '',
    tests: invitations,
  },
  'an invitation that was used is not taken back': {
    file: 'src/server/intake/invitation-tokens.ts',
    take: "    .where('email', 'in', emails)\n    .where('used_at', 'is', null)\n",
    put: "    .where('email', 'in', emails)\n",
    tests: invitations,
  },
  'whoever has come is not invited again': {
    file: 'src/server/intake/invitation-queries.ts',
    take: "    .where('person.state', 'not in', ['used', 'came'])\n",
    put: '',
    tests: invitations,
  },
  'an invitation does not bring a suspended account back': {
    file: 'src/server/intake/invitation-queries.ts',
    take: ' or account.suspended_at is not null',
    put: '',
    tests: invitations,
  },
  'invitations go to one address so often a day': {
    file: 'src/server/intake/invite.ts',
    take: 'if (await mayMailToday(writer, { to: person.email, mailsADay, now: act.now })) within',
    put: 'within',
    tests: invitations,
  },
  'an invitation leaves its line': {
    file: 'src/server/intake/invite.ts',
    take: "    act: 'invite-person' as const,\n    subject: email,\n    before: null,\n    after: { way },\n  }));\n  await recordActs(writer, acts);\n",
    put: "    act: 'invite-person' as const,\n    subject: email,\n    before: null,\n    after: { way },\n  }));\n  void acts;\n",
    tests: invitations,
  },
  'an invitation that is taken back leaves its line': {
    file: 'src/server/intake/invite.ts',
    take: '        after: null,\n      }));\n      await recordActs(writer, acts);\n',
    put: '        after: null,\n      }));\n      void acts;\n',
    tests: invitations,
  },
};
