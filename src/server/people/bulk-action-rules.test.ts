import { describe, expect, it } from 'vitest';
import { type BulkAction, noteFor, refusalFor, type Target } from './bulk-action-rules.ts';

const student: Target = {
  id: 2,
  role: 'student',
  batch_id: 1,
  batch: 'ONE',
  confirmed_at: 1,
  suspended_at: null,
  anonymised_at: null,
  hasSession: true,
  chosen: null,
  importedBatch: null,
  importedCourseId: null,
};
const chosen = { id: 'P001', course: 'MERN', courseId: 7 };
const two = { id: 2, name: 'TWO', course_id: 8, retired_at: null };
const refusal = (act: BulkAction['act'], of: Partial<Target>, batch: BulkAction['batch'] = null) =>
  refusalFor({ act, batch, actorId: 1 }, { ...student, ...of });

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
    ['suspend', {}, null, null],
    ['suspend', { suspended_at: 1 }, null, /already suspended/],
    ['suspend', { id: 1 }, null, /your own/],
    ['bring-back', {}, null, /not suspended/],
    ['bring-back', { suspended_at: 1 }, null, null],
    ['sign-out', {}, null, null],
    ['sign-out', { hasSession: false }, null, /Nobody is logged in/],
    ['send-reset', {}, null, null],
    ['send-reset', { suspended_at: 1 }, null, /Reactivate it first/],
    ['bring-back', { suspended_at: 1, anonymised_at: 1 }, null, /anonymised/],
  ] as const)('%s of %j', (act, of, batch, words) => {
    if (words === null) expect(refusal(act, of, batch)).toBeNull();
    else expect(refusal(act, of, batch)).toMatch(words);
  });

  it('says what changes where that differs', () => {
    const note = (act: BulkAction['act'], of: Partial<Target>) =>
      noteFor({ act, batch: two, actorId: 1 }, { ...student, ...of });
    expect(note('place', {})).toBe('From ONE to TWO');
    expect(note('place', { batch: null })).toBeNull();
    expect(note('confirm', { importedBatch: 'TWO' })).toBe('Will join TWO');
    expect(note('suspend', { role: 'mentor' })).toBe('A mentor');
    expect(note('suspend', {})).toBeNull();
  });
});
