import type { Guards } from './mutation.ts';

const first = 'src/server/platform/database/migrations/0001-portal.ts';
const invariants = ['tests/api/invariants.test.ts'];

/** What the product promises: keys, triggers and rules. */
const rubrics = ['src/server/staff/rubrics.api.test.ts'];

export const ruleGuards: Guards = {
  'a line of a rubric stays what it is': {
    file: 'src/server/platform/database/migrations/0042-rubrics.ts',
    take: "ddl.forbid('rubric_lines', ['update', 'delete'])",
    put: "ddl.forbid('rubric_lines', ['delete'])",
    tests: invariants,
  },
  'a changed rubric touches no mark that is released': {
    file: 'src/server/submissions/outdated-marks.ts',
    take: "    .where('marks.released', '=', 0)\n",
    put: '',
    tests: rubrics,
  },
  'a mentor marks again only the own students': {
    file: 'src/server/submissions/outdated-marks.ts',
    take: '$if(batchIds !== null,',
    put: '$if(batchIds?.length === -1,',
    tests: rubrics,
  },
  'marks are given by lines of the own project and task': {
    file: 'src/server/submissions/mark-rubric.ts',
    take: 'lines.length < ids.length || !lines.every(isOfRubric)',
    put: 'lines.length < ids.length && !lines.every(isOfRubric)',
    tests: rubrics,
  },
  'two mentors at one hand-in do not lose lines of a rubric': {
    file: 'src/server/submissions/record-mark.ts',
    take: ' &&\n  (other.ruledBy === undefined || isSameRuledBy(one.ruledBy, other.ruledBy))',
    put: '',
    tests: rubrics,
  },
  'a link in a comment leads to a web page': {
    file: 'src/contract/small-markdown.ts',
    take: '  renderer.validateLink = isWebAddress;\n',
    put: '',
    tests: ['src/server/platform/markdown/markdown-html.test.ts'],
  },
  'an edit that names no format leaves it': {
    file: 'src/server/discussions/edit-question.ts',
    take: 'named === undefined ? question.format : formatColumn(named)',
    put: 'formatColumn(named)',
    tests: ['src/server/discussions/post-format.api.test.ts'],
  },
  'a phrase is its owner’s alone': {
    file: 'src/server/staff/phrases.ts',
    take: "    .where('account_id', '=', accountId)\n",
    put: '',
    tests: ['src/server/staff/phrases.api.test.ts'],
  },
  'a student has one selection': {
    file: first,
    take: ".references('accounts.id').unique())\n        .addColumn('project_id'",
    put: ".references('accounts.id'))\n        .addColumn('project_id'",
    tests: invariants,
  },
  'a version is one': {
    file: first,
    take: "        .addUniqueConstraint('submissions_version', ['account_id', 'task', 'version'])\n",
    put: '',
    tests: invariants,
  },
  'an Idempotency-Key is one hand-in': {
    file: first,
    take: "        .addUniqueConstraint('submissions_idempotency', ['account_id', 'task', 'idempotency_key'])\n",
    put: '',
    tests: invariants,
  },
  'a receipt’s number is one': {
    file: first,
    take: ".addColumn('number', 'text', (c) => c.notNull().unique())",
    put: ".addColumn('number', 'text', (c) => c.notNull())",
    tests: invariants,
  },
  'an Idempotency-Key is one change': {
    file: 'src/server/platform/database/migrations/0010-idempotency-keys.ts',
    take: "        .addPrimaryKeyConstraint('idempotency_keys_key', ['account_id', 'kind', 'idempotency_key'])\n",
    put: '',
    tests: invariants,
  },
  'selections stay as they are': {
    file: first,
    take: "ddl.forbid('selections', ['update', 'delete'])",
    put: "ddl.forbid('selections', ['delete'])",
    tests: invariants,
  },
  'hand-ins stay as they are': {
    file: 'src/server/platform/database/migrations/0053-anonymisations.ts',
    take: 'submissions: `${',
    put: 'submissions: `old.id = old.id or ${',
    tests: invariants,
  },
  'the audit log stays as it is': {
    file: 'src/server/platform/database/migrations/0051-audit-lines.ts',
    take: "'exists (select 1 from audit_removals r where r.lines_before > old.at)'",
    put: "'old.id = old.id'",
    tests: invariants,
  },
  'marks are from 0 to 100': {
    file: first,
    take: '.check(sql`marks >= 0 and marks <= 100`)',
    put: '',
    tests: invariants,
  },
  'an identity opens one account': {
    file: 'src/server/platform/database/migrations/0029-external-identities.ts',
    take: "        .addPrimaryKeyConstraint('external_identities_key', ['issuer', 'subject'])\n",
    put: '',
    tests: invariants,
  },
  'an account has one identity of a provider': {
    file: 'src/server/platform/database/migrations/0029-external-identities.ts',
    take: "        .addUniqueConstraint('external_identities_of_account', ['account_id', 'issuer'])\n",
    put: '',
    tests: invariants,
  },
  'a login at the provider is used once': {
    file: 'src/server/platform/database/migrations/0029-external-identities.ts',
    take: ".addColumn('token_hash', 'text', (c) => c.primaryKey())",
    put: ".addColumn('token_hash', 'text')",
    tests: invariants,
  },
  'a project of another course cannot be chosen': {
    file: 'src/server/selections/policy.ts',
    take: "  if (project.courseId !== student.courseId) return 'This project belongs to another course.';\n",
    put: '',
    tests: ['src/server/selections/select-project.api.test.ts'],
  },
  'a low score chooses nothing': {
    file: 'src/server/selections/policy.ts',
    take: '  if (student.exitScore !== null && student.exitScore < limits.exitScoreMin) return messages.exitScoreLow;\n',
    put: '',
    tests: ['src/server/selections/select-project.api.test.ts'],
  },
  'a score that waits holds up the choice': {
    file: 'src/server/selections/select-project.ts',
    take: ' || (await hasWaitingScore(writer, student.accountId));',
    put: ';',
    tests: ['src/server/accounts/confirm-email.api.test.ts'],
  },
  'a project has no more choices than seats': {
    file: 'src/server/platform/database/migrations/0047-joining-and-seats.ts',
    take: 'p.seats_taken > p.seats',
    put: 'p.seats_taken > p.seats + 1',
    tests: ['src/server/selections/seats.api.test.ts'],
  },
  'nobody joins a batch for invited addresses by its name': {
    file: 'src/server/batches/queries.ts',
    take: "batch === undefined || batch.joining === 'invited' ? null : batch",
    put: 'batch ?? null',
    tests: ['src/server/accounts/sign-up-batch.api.test.ts'],
  },
  'a task opens at its instant': {
    file: 'src/server/submissions/require-open-task.ts',
    take: 'if (!isOpen(task, start, clock.now())) {',
    put: 'if (start > clock.now()) {',
    tests: ['src/server/submissions/submission-refusals.api.test.ts'],
  },
  'who has no project hands nothing in': {
    file: 'src/server/submissions/require-open-task.ts',
    take: 'if (schedule?.startedAt == null) throw httpErrors.conflict(messages.noProjectYet);\n  return schedule.startedAt;',
    put: 'return schedule?.startedAt ?? 0;',
    tests: ['tests/api/access.test.ts', 'src/server/submissions/submission-refusals.api.test.ts'],
  },
  'a file and an upload at once are refused': {
    file: 'src/server/submissions/submission-form.ts',
    take: 'if (upload !== null && file !== null)',
    put: 'if (upload !== null && file !== null && file === null)',
    tests: ['src/server/submissions/uploads/submit-upload.api.test.ts'],
  },
  'a file of zero bytes is refused': {
    file: 'src/server/submissions/submission-form.ts',
    take: "      if (hasEmptyFile) throw httpErrors.badRequest('The file is empty. Please choose another one.');\n",
    put: '',
    tests: ['src/server/submissions/submission-refusals.api.test.ts'],
  },
  'a selection goes only where a former one tells of it': {
    file: 'src/server/platform/database/migrations/0040-former-selections.ts',
    take: ' and f.started_at = old.started_at',
    put: '',
    tests: invariants,
  },
  'a selection ends once': {
    file: 'src/server/platform/database/migrations/0040-former-selections.ts',
    take: "addColumn('selection_id', ddl.number, (c) => c.notNull().unique())",
    put: "addColumn('selection_id', ddl.number, (c) => c.notNull())",
    tests: invariants,
  },
  'former selections stay as they are': {
    file: 'src/server/platform/database/migrations/0040-former-selections.ts',
    take: "ddl.forbid('former_selections', ['update', 'delete'])",
    put: "ddl.forbid('former_selections', ['update'])",
    tests: invariants,
  },
  'extensions stay as they are': {
    file: 'src/server/platform/database/migrations/0039-due-days.ts',
    take: "ddl.forbid('extensions', ['update', 'delete'])",
    put: "ddl.forbid('extensions', ['update'])",
    tests: invariants,
  },
  'administrators alone undo a choice': {
    file: 'src/server/staff/policy.ts',
    take: "  if (staff(check).role !== 'administrator') throw httpErrors.forbidden(messages.forbidden);\n",
    put: '',
    tests: ['src/server/selections/undo-selection.api.test.ts'],
  },
  'an undone choice is the one that was seen': {
    file: 'src/server/selections/undo-selection.ts',
    take: 'if (standing.projectId !== projectId) {',
    put: 'if (standing.projectId === null) {',
    tests: ['src/server/selections/undo-selection.api.test.ts'],
  },
  'a due date is the later of a date and a day after the opening': {
    file: 'src/server/submissions/due-dates.ts',
    take: 'return Math.max(endOfDate(day.date, zone), endOfDay(opens + dayMs, zone));',
    put: 'return endOfDate(day.date, zone);',
    tests: ['src/server/submissions/due-dates.test.ts'],
  },
  'an extension takes no time away': {
    file: 'src/server/submissions/due-dates.ts',
    take: 'return common === null || extended === undefined ? common : Math.max(common, extended);',
    put: 'return common === null || extended === undefined ? common : extended;',
    tests: ['src/server/submissions/due-dates.test.ts'],
  },
  'an outage is granted once': {
    file: 'src/server/staff/outage-reach.ts',
    take: 'touched.filter(({ task }) => !granted.has(grantKey(accountId, task)));',
    put: 'touched.filter(({ task }) => task !== undefined);',
    tests: ['src/server/staff/grant-outage.api.test.ts'],
  },
  'a brief is written by staff of its course': {
    file: 'src/server/projects/policy.ts',
    take: 'if (project === undefined || !courses.has(project.courseId))',
    put: 'if (project === undefined)',
    tests: ['src/server/projects/briefs.api.test.ts'],
  },
};
