import { describe, expect, it } from 'vitest';
import {
  type BulkAction,
  noteFor,
  overwrittenBy,
  refusalFor,
  replacedBy,
  type Target,
} from './bulk-action-rules.ts';

const boats = { id: 'P001', name: 'Boats', courseId: 7, offer: 'offered' as const };
const student: Target = {
  id: 2,
  email: 'asha@x.test',
  name: 'Asha',
  role: 'student',
  preferred_project: null,
  batch_id: 1,
  batch: 'ONE',
  confirmed_at: 1,
  suspended_at: null,
  anonymised_at: null,
  hasSession: true,
  hasCalendar: false,
  lacksGuardian: false,
  chosen: null,
  exit_score: null,
  course_id: 7,
  choose_until: 9,
  project: boats,
  importedBatch: null,
  importedCourseId: null,
};
const chosen = { id: 'P001', course: 'MERN', courseId: 7 };
const two = { id: 2, name: 'TWO', course_id: 8, retired_at: null };
const refusal = (act: BulkAction['act'], of: Partial<Target>, batch: BulkAction['batch'] = null) =>
  refusalFor({ act, batch, actorId: 1, now: 10, isNamed: false }, { ...student, ...of });

describe('whom an act does not reach, and why', () => {
  it.each([
    ['confirm', {}, null, /already confirmed/],
    ['confirm', { confirmed_at: null }, null, null],
    [
      'confirm',
      { confirmed_at: null, chosen, importedBatch: 'TWO', importedCourseId: 8 },
      null,
      /P001 of "MERN" .* TWO/,
    ],
    ['confirm', { confirmed_at: null, chosen, importedBatch: 'TWO', importedCourseId: 7 }, null, null],
    ['place', {}, two, null],
    ['place', {}, null, /No batch/],
    ['place', {}, { ...two, retired_at: 1 }, /^TWO is archived, so nobody can join it/],
    ['place', { batch_id: 2 }, { ...two, retired_at: 1 }, /Already in TWO/],
    ['place', { role: 'mentor' }, two, /a mentor/],
    ['place', { batch_id: 2 }, two, /Already in TWO/],
    ['place', { chosen }, two, /P001 of "MERN" .* another course/],
    ['place', { chosen }, { ...two, course_id: 7 }, null],
    ['choose-project', {}, null, null],
    ['choose-project', { role: 'mentor' }, null, /a mentor/],
    ['choose-project', { chosen }, null, /^Already has a project/],
    ['choose-project', { batch: null }, null, /^Not in a batch/],
    ['choose-project', { choose_until: 10 }, null, /^Students of ONE can still choose/],
    ['choose-project', { choose_until: null }, null, /can still choose/],
    ['choose-project', { lacksGuardian: true }, null, /^Under 18/],
    ['choose-project', { project: null }, null, /^Prefers no project/],
    ['choose-project', { course_id: 8 }, null, /^Boats belongs to another course/],
    ['choose-project', { project: { ...boats, offer: 'archived' } }, null, /^Boats is archived/],
    ['choose-project', { project: { ...boats, offer: 'incomplete' } }, null, /^Boats has no details/],
    ['choose-project', { exit_score: 49 }, null, /below 50/],
    ['choose-project', { exit_score: 50 }, null, null],
    ['choose-project', { confirmed_at: null }, null, /not confirmed/],
    ['suspend', {}, null, null],
    ['suspend', { suspended_at: 1 }, null, /already suspended/],
    ['suspend', { id: 1 }, null, /your own/],
    ['bring-back', {}, null, /not suspended/],
    ['bring-back', { suspended_at: 1 }, null, null],
    ['sign-out', {}, null, null],
    ['sign-out', { hasSession: false }, null, /Nobody is logged in/],
    ['sign-out', { hasSession: false, hasCalendar: true }, null, null],
    ['send-reset', {}, null, null],
    ['send-reset', { suspended_at: 1 }, null, /Reactivate it first/],
    ['bring-back', { suspended_at: 1, anonymised_at: 1 }, null, /anonymised/],
  ] as const)('%s of %j', (act, of, batch, words) => {
    if (words === null) expect(refusal(act, of, batch)).toBeNull();
    else expect(refusal(act, of, batch)).toMatch(words);
  });

  it('says what changes where that differs', () => {
    const note = (act: BulkAction['act'], of: Partial<Target>) =>
      noteFor({ act, batch: two, actorId: 1, now: 10, isNamed: false }, { ...student, ...of });
    expect(note('place', {})).toBe('From ONE to TWO');
    expect(note('place', { batch: null })).toBeNull();
    expect(note('confirm', { importedBatch: 'TWO' })).toBe('Will join TWO');
    expect(note('suspend', { role: 'mentor' })).toBe('A mentor');
    expect(note('suspend', {})).toBeNull();
    expect(note('sign-out', {})).toBeNull();
    expect(note('sign-out', { hasCalendar: true })).toBe('Ends the calendar link');
    expect(note('choose-project', {})).toBe('Boats');
  });
});

describe('what others have changed since the page was loaded', () => {
  const on = (act: BulkAction['act'], isNamed = false): BulkAction => ({
    act,
    batch: two,
    actorId: 1,
    now: 10,
    isNamed,
  });
  it.each<[BulkAction, Partial<Target>, Partial<Target>, string | null]>([
    [on('place'), {}, { batch: 'ZED' }, 'Now in ZED.'],
    [on('place'), { batch: null }, { batch: 'ZED' }, 'Now in ZED.'],
    [on('place'), {}, { batch: null }, 'Not in a batch now.'],
    [on('place'), {}, { exit_score: 40 }, null],
    [on('confirm'), { importedBatch: 'ONE' }, { importedBatch: 'TWO' }, 'Will now join TWO.'],
    [on('confirm'), { importedBatch: 'ONE' }, { importedBatch: null }, 'Will join no batch now.'],
    [on('choose-project'), {}, { project: { ...boats, id: 'P9', name: 'Nets' } }, 'Now prefers Nets.'],
    [on('choose-project'), {}, { project: null }, 'Prefers no project now.'],
    // The office has named it.
    [on('choose-project', true), {}, { project: { ...boats, id: 'P9' } }, null],
    [on('suspend'), {}, { batch: 'ZED', hasSession: false }, null],
  ])('%#', (action, before, since, words) => {
    const began = { '2': replacedBy(action, { ...student, ...before }) };
    const now = { ...student, ...before, ...since };
    expect(overwrittenBy(action, now, began)).toBe(words);
    // A page of a version before says nothing of anybody.
    expect(overwrittenBy(action, now, {})).toBeNull();
  });
});
