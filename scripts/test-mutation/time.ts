import type { Guards } from './mutation.ts';

const staff = 'src/server/staff';
const dueDates = 'src/server/submissions/due-dates.ts';
const rule = ['src/server/submissions/due-dates.test.ts'];
const time = [`${staff}/student-time.api.test.ts`];
const outages = [`${staff}/grant-outage.api.test.ts`];
const dates = ['src/server/batches/batch-dates.api.test.ts'];
const undoing = ['src/server/selections/undo-selection.api.test.ts'];

/** Due days, and the time that staff give: rules, and who is told of them. */
export const timeGuards: Guards = {
  'more time ends no earlier than everybody’s': {
    file: `${staff}/extend-due-date.ts`,
    take: 'if (due < common)',
    put: 'if (due < 0)',
    tests: time,
  },
  'more time is given where something is due': {
    file: `${staff}/extend-due-date.ts`,
    take: `      if (common === null || before === null)
        throw`,
    put: `      if (common === null || before === null) return 0;
      if (due === 0)
        throw`,
    tests: time,
  },
  'more time that was given afterwards takes back that it is late': {
    file: dueDates,
    take: 'return version.late === 1 && !(version.submitted_at <= (extensions[version.task]?.due_at ?? -Infinity));',
    put: 'return version.late === 1 && extensions !== null;',
    tests: time,
  },
  'a receipt says of more time that came after it': {
    file: dueDates,
    take: 'return granted_at >= version.submitted_at && due_at > version.due_at ? extension : null;',
    put: 'return due_at > version.due_at ? extension : null;',
    tests: [...rule, ...time],
  },
  'what was handed in for an earlier choice is not of this one': {
    file: dueDates,
    take: 'return submittedAt !== null && chosen !== null && submittedAt >= chosen;',
    put: 'return submittedAt !== null && chosen !== null;',
    tests: undoing,
  },
  'an outage ends after it begins': {
    file: `${staff}/outage-reach.ts`,
    take: "  if (to <= from) throw httpErrors.badRequest('to must be after from.');\n",
    put: '',
    tests: outages,
  },
  'an outage lasts no longer than a month': {
    file: `${staff}/outage-reach.ts`,
    take: 'if (to - from > longestDays * dayMs)',
    put: 'if (to - from > longestDays * to)',
    tests: outages,
  },
  'an outage touches what is due in or after it': {
    file: `${staff}/outage-reach.ts`,
    take: '      before >= from &&\n',
    put: '',
    tests: outages,
  },
  'an outage touches what was open before its end': {
    file: `${staff}/outage-reach.ts`,
    take: '      opensAt(task, due.start) < to &&\n',
    put: '',
    tests: outages,
  },
  'an outage touches what was not handed in before it': {
    file: `${staff}/outage-reach.ts`,
    take: '      (handed === undefined || handed.submittedAt >= from);',
    put: '      (handed === undefined || handed.submittedAt >= 0);',
    tests: outages,
  },
  'an outage that touches nobody is refused': {
    file: `${staff}/grant-outage.ts`,
    take: 'if (accounts.length === 0)',
    put: 'if (accounts.length < 0)',
    tests: outages,
  },
  'a corrected start is another one': {
    file: 'src/server/selections/correct-start.ts',
    take: "      if (standing.startedAt === startedAt) throw httpErrors.conflict('The project starts then already.');\n",
    put: '',
    tests: time,
  },
  'a corrected start moves no moment of choosing': {
    file: 'src/server/selections/correct-start.ts',
    take: 'const chosenAt = standing.chosenAt ?? standing.startedAt;',
    put: 'const chosenAt = now;',
    tests: [...time, ...undoing],
  },
  'a choice is undone with a fresh proof': {
    file: `${staff}/schedule-routes.ts`,
    take: "freshly<OwnStudent>(administratorOfStudent, 'holders')",
    put: 'administratorOfStudent',
    tests: undoing,
  },
  'a batch’s dates are set by whoever has seen them': {
    file: 'src/server/batches/set-batch-dates.ts',
    take: 'if (original !== undefined && inOrder(shown) !== inOrder(original))',
    put: 'if (original !== undefined && inOrder(shown) === null)',
    tests: dates,
  },
  'a brief is changed by whoever has seen it': {
    file: 'src/server/projects/set-brief.ts',
    take: 'if (original !== undefined && current !== original)',
    put: 'if (original !== undefined && current === null)',
    tests: ['src/server/projects/briefs.api.test.ts'],
  },
  'who has a mark hears nothing more of a brief': {
    file: 'src/server/submissions/staff-queries.ts',
    take: "    .where('task_progress.released_id', 'is', null)\n",
    put: '',
    tests: [`${staff}/tell-students.api.test.ts`],
  },
  'those of other projects hear nothing of a brief': {
    file: 'src/server/submissions/staff-queries.ts',
    take: "    .where('choice.project_id', '=', projectId)\n",
    put: '',
    tests: [`${staff}/tell-students.api.test.ts`],
  },
};
