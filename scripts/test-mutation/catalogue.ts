import type { Guards } from './mutation.ts';

const tests = ['src/server/catalogue/catalogue.api.test.ts'];

/** What keeps a catalogue that people live by from being edited away. */
export const catalogueGuards: Guards = {
  'a retired project is not chosen': {
    file: 'src/server/selections/policy.ts',
    take: '  if (project.retiredAt !== null) return messages.projectRetired;\n',
    put: '',
    tests,
  },
  'a retired project is not offered': {
    file: 'src/server/projects/queries.ts',
    take: "    .where('course.name', '=', p.course)\n    .where('projects.retired_at', 'is', null)\n",
    put: "    .where('course.name', '=', p.course)\n",
    tests,
  },
  'two who edit one entry at once do not write over each other': {
    file: 'src/server/catalogue/change-entry.ts',
    take: 'if (seen !== undefined && current.version !== seen)',
    put: 'if (seen === null)',
    tests,
  },
  'a file is replaced only by whoever has seen it': {
    file: 'src/server/catalogue/edit-files.ts',
    take: 'if (before !== undefined && before.sha256 !== original)',
    put: 'if (before === null)',
    tests,
  },
  'a picture that a project shows is not removed': {
    file: 'src/server/catalogue/edit-files.ts',
    take: 'if (first !== undefined) {',
    put: 'if (first === null) {',
    tests,
  },
  'a course with an open batch is not retired': {
    file: 'src/server/catalogue/change-course.ts',
    take: '      if (open !== undefined)\n',
    put: '      if (open === null)\n',
    tests,
  },
  'what has been chosen keeps its course on screen, too': {
    file: 'src/server/catalogue/change-project.ts',
    take: 'if (after.course !== before.course && current.used)',
    put: 'if (after.course === undefined)',
    tests,
  },
  'a batch with choices keeps its course on screen, too': {
    file: 'src/server/catalogue/change-batch.ts',
    take: 'if (after.course !== found.state.course && (await hasSelections(writer, found.id)))',
    put: 'if (after.course === undefined)',
    tests,
  },
  'a mentor who has an account stays in a batch that is edited': {
    file: 'src/server/catalogue/change-batch.ts',
    take: 'mergeMentors(fields.mentors ?? [], found.linkedMentors)',
    put: 'mergeMentors(fields.mentors ?? [], [])',
    tests,
  },
  'a ZIP does not grow without bounds when it is opened': {
    file: 'src/server/catalogue/read-zip-sources.ts',
    take: 'if (length > most) stream.destroy(',
    put: 'if (length < 0) stream.destroy(',
    tests,
  },
  'a line of a rubric goes only with a project that nobody ever chose': {
    file: 'src/server/platform/database/migrations/0043-retired-catalogue.ts',
    take: 'not exists (select 1 from selections s where s.project_id = old.project_id)',
    put: 'true',
    tests: ['tests/api/invariants.test.ts'],
  },
  'nothing new belongs to a retired course': {
    file: 'src/server/catalogue/change-course.ts',
    take: 'if (course.state.is_retired && key !== own)',
    put: 'if (course.state.is_retired && key === "")',
    tests: tests,
  },
  'a retired batch is not the default one': {
    file: 'src/server/catalogue/change-batch.ts',
    take: "  if (isRetired && fields.default) throw httpErrors.badRequest('A retired batch cannot be the default one.');\n",
    put: '',
    tests: tests,
  },
  'a retired batch is closed': {
    file: 'src/server/catalogue/change-batch.ts',
    take: 'is_open: fields.open && !isRetired',
    put: 'is_open: fields.open',
    tests: tests,
  },
  'the default batch is not for invited addresses': {
    file: 'src/server/catalogue/change-batch.ts',
    take: "if (after.is_default && after.joining === 'invited')",
    put: 'if (after.is_default && after.joining === null)',
    tests: tests,
  },
  'a batch’s former default steps down': {
    file: 'src/server/catalogue/change-batch.ts',
    take: '  if (former === undefined || former === key) return [];',
    put: '  if (former !== null) return [];',
    tests: tests,
  },
  'a ZIP has so many entries at most': {
    file: 'src/server/catalogue/read-zip-sources.ts',
    take: 'if (count >= mostEntries)',
    put: 'if (count >= Infinity)',
    tests: tests,
  },
  'a file of a ZIP has so many bytes at most': {
    file: 'src/server/catalogue/read-zip-sources.ts',
    take: 'Math.min(left, limits.catalogueFileBytes)',
    put: 'left',
    tests: tests,
  },
  'a file of the catalogue has so many bytes at most': {
    file: 'src/server/catalogue/receive-file.ts',
    take: 'if (bytes > maxBytes)',
    put: 'if (bytes > Infinity)',
    tests: tests,
  },
  'a form brings one file': {
    file: 'src/server/catalogue/receive-file.ts',
    take: "    if (file !== undefined) throw httpErrors.badRequest('Please send one file only.');\n",
    put: '',
    tests: tests,
  },
  'a file of the catalogue is what its name says': {
    file: 'src/server/catalogue/edit-files.ts',
    take: 'if (fault !== null) throw',
    put: 'if (fault === "") throw',
    tests: tests,
  },
  'what cannot be undone asks for a fresh proof': {
    file: 'src/server/catalogue/policy.ts',
    take: "freshly(administrator, 'holders')",
    put: 'administrator',
    tests: tests,
  },
};
