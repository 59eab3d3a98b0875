import { expect, it } from 'vitest';
import type { AuditLine } from '#contract/privacy/audit-calls';
import {
  actorName,
  changeWords,
  formatLocalClock,
  groupLines,
  namesInShort,
  personBehind,
  repeatsOf,
  subjectName,
  thingsInShort,
} from './audit-sentence.ts';

const asha = { s_id: 'asha@example.test', s_name: 'Asha' };
const anjali = { s_id: 'anjali@example.test', s_name: 'Anjali' };
const line = (values: Partial<AuditLine>): AuditLine => ({
  id: '1',
  at: '2026-11-21T09:00:00.000Z',
  kind: 'marks',
  act: 'mark-submission',
  words: 'marked the hand-in',
  who: anjali,
  by: 'person',
  subject: 'R-1',
  whom: asha,
  changes: [],
  network: null,
  ...values,
});

it('whoever acted has a name, or is called what is known of them', () => {
  expect(actorName(line({}))).toBe('Anjali');
  expect(actorName(line({ who: null, by: 'operator' }))).toBe('The operator');
  expect(actorName(line({ who: null, by: 'unknown' }))).toBe('Somebody');
});

it('a person stands for their address, behind another thing, and not twice', () => {
  expect(personBehind(line({}))).toEqual({ name: 'Asha', as: 'of' });
  expect(personBehind(line({ subject: asha.s_id }))).toEqual({ name: 'Asha', as: 'subject' });
  expect(personBehind(line({ subject: '' }))).toEqual({ name: 'Asha', as: 'subject' });
  expect(personBehind(line({ whom: anjali }))).toBeNull();
  expect(personBehind(line({ whom: null }))).toBeNull();
});

it('a change says what was before, where there was something', () => {
  expect(changeWords({ what: 'marks', before: '70', after: '80' })).toBe('marks: 70 → 80');
  expect(changeWords({ what: 'marks', before: null, after: '80' })).toBe('marks: 80');
  expect(changeWords({ what: 'batch', before: 'WEB 1', after: null })).toBe('batch: WEB 1 → nothing');
});

it('a change has the names of the screens, not those that are stored', () => {
  expect(changeWords({ what: 'p id', before: 'P101', after: null })).toBe('project: P101 → nothing');
  expect(changeWords({ what: 'way', before: null, after: 'mail' })).toBe('invited by: email');
});

it('a subject is in words: a screen by its title, and the task of a project', () => {
  expect(subjectName('/staff/projects/:id/rubric')).toBe('“Rubric”');
  expect(subjectName('P001 final')).toBe('Final project of P001');
  expect(subjectName('P001 week-2')).toBe('Week 2 of P001');
  expect(subjectName('W-123')).toBe('W-123');
});

it('equal events that follow one another are one entry, logins also of several people', () => {
  const logIn = (id: string, who: AuditLine['who']) =>
    line({ id, act: 'log-in', who, whom: who, subject: who?.s_id ?? '' });
  const groups = groupLines([
    logIn('5', asha),
    logIn('4', anjali),
    line({ id: '3' }),
    line({ id: '2' }),
    line({ id: '1', who: asha, whom: anjali }),
  ]);
  expect(groups.map((group) => group.map(({ id }) => id))).toEqual([['5', '4'], ['3', '2'], ['1']]);
  expect(namesInShort(['Asha', 'Asha'])).toBe('Asha');
  expect(namesInShort(['Asha', 'Ravi'])).toBe('Asha and Ravi');
  expect(namesInShort(['Asha', 'Ravi', 'Devi'])).toBe('Asha and 2 others');
});

it('things that one entry names are counted, with their noun in the plural', () => {
  const rubrics = ['Final project of P001', 'Week 1 of P001', 'Week 2 of P001'];
  const words = 'changed the rubric for';
  expect(thingsInShort(words, rubrics)).toBe('changed 3 rubrics: Final project of P001, and 2 more');
  expect(thingsInShort(words, rubrics.slice(0, 2))).toBe(
    'changed 2 rubrics: Final project of P001 and Week 1 of P001',
  );
  expect(thingsInShort(words, ['Week 1 of P001', 'Week 1 of P001'])).toBe(
    'changed the rubric for Week 1 of P001',
  );
  expect(thingsInShort('was refused access to', ['“Rubric”', '“Portal”'])).toBe(
    'was refused access to “Rubric” and “Portal”',
  );
});

it('a counted event says how often and since when, in the words of the screen', () => {
  const changes = [
    { what: 'times', before: null, after: '3' },
    { what: 'since', before: null, after: '2026-11-27 13:33' },
  ];
  expect(repeatsOf(line({ changes }))).toEqual({ times: '3', since: '2026-11-27 13:33' });
  expect(repeatsOf(line({ changes: changes.slice(1) }))).toBeNull();
  const at = (now: string) => formatLocalClock('2026-11-27 13:33', Date.parse(now), { name: 'Asia/Kolkata' });
  expect(at('2026-11-27T08:10:00.000Z')).toBe('1:33 pm');
  expect(at('2026-11-27T20:10:00.000Z')).toBe('Fri 27 Nov, 1:33 pm');
});
