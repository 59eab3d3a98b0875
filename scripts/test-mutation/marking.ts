import type { Guards } from './mutation.ts';

const staff = 'src/server/staff';
const submissions = 'src/server/submissions';
const one = [`${staff}/release-mark.api.test.ts`];
const many = [`${staff}/release-marks.api.test.ts`];
const looks = [`${staff}/second-looks.api.test.ts`];
const told = [`${submissions}/tell-of-marks.api.test.ts`];
const rubrics = [`${staff}/rubrics.api.test.ts`];

/** What staff decide about marks: their release, second looks, rubrics. */
export const markingGuards: Guards = {
  'a released mark is taken back for ten minutes': {
    file: `${submissions}/record-mark.ts`,
    take: 'if (there.released && !mark.released && at > takeBackUntil(before))',
    put: 'if (there.released && !mark.released && at > takeBackUntil(before) + at)',
    tests: one,
  },
  'a mark falls below the released one after a warning': {
    file: `${submissions}/record-mark.ts`,
    take: '    if (seen !== null && mark.marks < seen.marks) throw fallsBelow(mark.marks, seen);\n',
    put: '    if (seen !== null && mark.marks < 0) throw fallsBelow(mark.marks, seen);\n',
    tests: one,
  },
  'an older version’s mark is not compared with a newer one’s': {
    file: `${submissions}/mark-rules.ts`,
    take: 'return other !== null && other.version < version ? other : null;',
    put: 'return other;',
    tests: [`${submissions}/mark-rules.test.ts`],
  },
  'marks of a list are taken back for ten minutes': {
    file: `${submissions}/release-listed.ts`,
    take: 'if (row.released === 0 || now <= takeBackUntil(row)) return null;',
    put: 'if (row.released === 0 || now <= takeBackUntil(row) + now) return null;',
    tests: many,
  },
  'a list releases the marks that were seen': {
    file: `${submissions}/release-listed.ts`,
    take: '  if (row.marks !== listed.marks) return changed;\n',
    put: '',
    tests: many,
  },
  'a list releases newest versions alone': {
    file: `${submissions}/release-listed.ts`,
    take: '  if (row.newestId !== row.id) return changed;\n',
    put: '',
    tests: many,
  },
  'a mark of a list falls below the released one once that is confirmed': {
    file: `${submissions}/release-listed.ts`,
    take: 'row.marks >= seen.marks || listed.confirm_lower',
    put: 'row.marks >= 0 || listed.confirm_lower',
    tests: many,
  },
  'a list has marks of its own batch': {
    file: `${submissions}/release-listed.ts`,
    take: "    .where('progress.batch_id', '=', batchId)\n",
    put: '    .$if(batchId < 0, (query) => query)\n',
    tests: many,
  },
  'a list has marks of its own task': {
    file: `${submissions}/release-listed.ts`,
    take: "    .where('submissions.task', '=', task)\n    .where('progress.batch_id'",
    put: "    .where('submissions.task', '<>', `${task} `)\n    .where('progress.batch_id'",
    tests: many,
  },
  'a second look is asked for at a released mark': {
    file: `${submissions}/ask-second-look.ts`,
    take: `      if (asked === undefined || asked.released !== 1) throw noReleasedMark();
      if (!(await noteAtMark(writer, asked.id, now))) throw noReleasedMark();
`,
    put: `      if (asked === undefined) throw noReleasedMark();
      await noteAtMark(writer, asked.id, now);
`,
    tests: looks,
  },
  'a second look is asked for once': {
    file: `${submissions}/ask-second-look.ts`,
    take: 'if (inserted === undefined)',
    put: 'if (inserted === null)',
    tests: looks,
  },
  'a second look is answered once': {
    file: `${staff}/answer-second-look.ts`,
    take: 'if (given.answer !== answer)',
    put: 'if (given.answer === null)',
    tests: looks,
  },
  'what was read is the mark as it is now': {
    file: `${submissions}/note-read-mark.ts`,
    take: 'if (isoInstant(marked_at) !== markedAt || readSince',
    put: 'if (isoInstant(marked_at) === null || readSince',
    tests: [...many, ...looks, ...told],
  },
  'a released mark is mailed once it can no longer be taken back': {
    file: `${submissions}/tell-of-marks.ts`,
    take: 'dueAt: at + takeBackMs + 1,',
    put: 'dueAt: at,',
    tests: told,
  },
  'marks that are not what the lines come to have a reason': {
    file: `${submissions}/mark-rubric.ts`,
    take: 'if (needsReason && reason === null)',
    put: 'if (needsReason && reason === undefined)',
    tests: rubrics,
  },
  'a mark has one version of a line': {
    file: `${submissions}/mark-rubric.ts`,
    take: 'if (new Set(lines.map(lineOf)).size < lines.length)',
    put: 'if (new Set(lines.map(lineOf)).size < 0)',
    tests: rubrics,
  },
  'marks that were given against the lines stay when those change': {
    file: `${staff}/remark-by-rubric.ts`,
    take: 'isOverruled(former, mark.marks) ? mark.marks : marksOfLines(lines);',
    put: 'marksOfLines(lines);',
    tests: [`${staff}/remark-by-rubric.test.ts`],
  },
  'a rubric is changed by whoever has seen its lines': {
    file: 'src/server/rubrics/change-rubric.ts',
    take: 'if (change.original.join() !== standing.map(({ id }) => id).join()) {',
    put: 'if (change.original.length < 0) {',
    tests: rubrics,
  },
  'a line stands once in a rubric': {
    file: 'src/server/rubrics/change-rubric.ts',
    take: 'if (taken.has(id))',
    put: 'if (taken.has(`${id} `))',
    tests: rubrics,
  },
  'a rubric is changed by mentors of its course': {
    file: 'src/server/rubrics/policy.ts',
    take: 'if (found === undefined || !courses.some(({ name }) => name === found.course))',
    put: 'if (found === undefined || courses.length < 0)',
    tests: [...rubrics, 'tests/api/access.test.ts'],
  },
  'phrases of one account are counted one at a time': {
    file: `${staff}/phrases.ts`,
    take: 'if (own.length >= limits.phrases)',
    put: 'if (own.length > limits.phrases)',
    tests: [`${staff}/phrases.api.test.ts`],
  },
};
