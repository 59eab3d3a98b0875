import { expect, test } from 'vitest';
import { ownWording } from '#contract/certificates/wording';
import { tasks } from '#contract/dates';
import type { FrozenContent } from '#contract/results/freeze-calls';
import { defaultRule } from '#contract/results/rule';
import { makeKeyPair } from '../platform/signing/key-pair.ts';
import { signDocument, withoutFields } from '../platform/signing/signed-document.ts';
import { kindOfResult, paperFields, shownOf } from './paper-fields.ts';

const lines: FrozenContent['lines'] = tasks.map((task) => ({
  task,
  status: 'marked',
  marks: 80,
  late_days: 0,
  late_cost: 0,
  counted: 80,
  counts: true,
  weight: 1,
  under_review: false,
  marked_by: 'Anjali',
}));
const content: FrozenContent = {
  state: 'complete',
  result: 72.5,
  so_far: null,
  passed: true,
  grade: 'First class',
  weights: 6,
  lines,
  minimums: [],
  rule: defaultRule,
  rule_version: 0,
  course: 'MERN',
  batch: 'OURS',
  project: 'Tokens {name}',
  started_at: '2026-11-01T00:00:00.000Z',
  since: { number: 1, at: '2026-11-29T00:00:00.000Z', by: 'Latha' },
};
const given = {
  line: 'ആശ {grade}',
  wording: ownWording.certificate,
  kind: 'certificate' as const,
  academy: 'ICTAK',
  issuedOn: '29 November 2026',
  sheet: 2,
  logo: '',
  background: '',
};
const valueOf = (of: FrozenContent, name: string, more: object = {}) =>
  paperFields(of, { ...given, ...more }).find((field) => field.name === name)?.value;

test.each([
  [{ passed: true }, 'certificate'],
  // Nothing to pass.
  [{ passed: null }, 'certificate'],
  [{ passed: false }, 'statement'],
  [{ state: 'incomplete', passed: null }, 'statement'],
  [{ state: 'excused', passed: null }, 'statement'],
] as const)('%j is a %s', (of, kind) => {
  expect(kindOfResult({ ...content, ...of })).toBe(kind);
});

test('named fields are filled once: what looks like a field in a name or project stays as it is', () => {
  expect(valueOf(content, 'sentence')).toBe(
    'has completed the course MERN at ICTAK with the capstone project Tokens {name}.',
  );
  const wording = { ...ownWording.certificate, sentence: '{name}: {result}, {grade}' };
  expect(valueOf(content, 'sentence', { wording })).toBe('ആശ {grade}: 72.5 of 100, First class');
});

test('the paper says as much of the result as the office shows', () => {
  const shown = (shows: string) => {
    const more = { wording: { ...ownWording.certificate, shows } };
    return [valueOf(content, 'result', more), valueOf(content, 'grade', more)];
  };
  expect(['result', 'grade', 'nothing'].map(shown)).toEqual([
    ['72.5 of 100', 'First class'],
    ['', 'First class'],
    ['', ''],
  ]);
  expect(valueOf({ ...content, state: 'incomplete', result: null }, 'result')).toBe('');
});

test('a statement says each task, what is missing, which minimum failed, and what can be repeated', () => {
  const failed: FrozenContent = {
    ...content,
    passed: false,
    lines: lines.map((line) =>
      line.task === 'week-2'
        ? { ...line, status: 'absent', marks: 0 }
        : line.task === 'week-3'
          ? { ...line, status: 'excused', marks: null }
          : line.task === 'viva'
            ? { ...line, status: 'open', marks: null }
            : line,
    ),
    minimums: [{ of: 'weeks', marks: 50, has: 40, fails: true }],
  };
  const more = { kind: 'statement' };
  expect(valueOf(failed, 'lines', more)).toEqual([
    'Week 1: 80 of 100',
    'Week 2: absent',
    'Week 3: excused',
    'Week 4: 80 of 100',
    'Final project: 80 of 100',
    'Viva voce: no mark',
    'Missing: Week 2, Viva voce',
    'Weeks 1 to 4: 40 of 100, at least 50 needed to pass',
    'Can be repeated: Week 1, Week 2, Week 4, Viva voce',
  ]);
  expect(valueOf(content, 'lines')).toEqual([]);
});

test('what is shown are the signed texts; nothing, once one is erased', () => {
  const paper = { type: 'capstone-certificate', number: 'CERT-1', signedAt: '2026-11-29T10:00:00.000Z' };
  const document = signDocument({ ...paper, fields: paperFields(content, given) }, makeKeyPair());
  expect(shownOf(document)).toMatchObject({ name: given.line, lines: [], language: 'en', signatory: '' });
  expect(shownOf(withoutFields(document, (name) => name === 'role'))).toBeNull();
});
