import { describe, expect, it } from 'vitest';
import { errorsInWords } from './field-errors.ts';

describe('what is wrong with the fields of a form', () => {
  it.each([
    ['until', 'until must be a day, YYYY-MM-DD', 'Must be a day'],
    [
      'from',
      'from must be a day and a time from 2000 to 2099, YYYY-MM-DDTHH:MM',
      'Must be a day and a time from 2000 to 2099',
    ],
    [
      'start',
      'start must be a day, with or without a time, YYYY-MM-DD[THH:MM]',
      'Must be a day, with or without a time',
    ],
    ['p_id', 'p_id, the project, is required', 'Is required'],
    ['ref2', '"ref2" must be an address', 'Must be an address'],
    ['phone', 'A valid phone number is required', 'A valid phone number is required'],
    ['name', 'names must be short', 'Names must be short'],
  ])('of %s is told without names on the wire and shapes for programs: %s', (name, message, words) => {
    expect(errorsInWords([{ name, message }], '', { [name]: 'typed' })).toEqual({ [name]: words });
  });

  it('is that it is empty, where it is, and of several the first', () => {
    const refused = [
      { name: 'reason', message: 'The reason is required' },
      { name: 'email', message: 'Please enter an email address' },
      { name: 'email', message: 'email can have at most 254 characters' },
    ];
    expect(errorsInWords(refused, '', { reason: ' \n', email: 'x' })).toEqual({
      reason: 'Fill in this field.',
      email: 'Please enter an email address',
    });
  });

  it('is told all at once, but only of fields that were sent', () => {
    const refused = [
      { name: 'id', message: 'must be a text of 1 to 40 characters' },
      { name: 'id', message: 'must be 1 to 40 letters' },
      { name: 'overview', message: 'entry 2, must be a text' },
      { name: 'ref2', message: 'must be an address' },
      { name: 'constructor', message: 'must not be' },
    ];
    expect(errorsInWords(refused, '', { id: ' ', overview: 'One', ref2: 'example' })).toEqual({
      id: 'Fill in this field.',
      overview: 'Entry 2, must be a text',
      ref2: 'Must be an address',
    });
  });

  it('is read of a message that names one', () => {
    expect(errorsInWords([], '"ref1" must be an address', { ref1: 'x' })).toEqual({
      ref1: 'Must be an address',
    });
    expect(errorsInWords([], 'until must be a day, YYYY-MM-DD', { until: 'x' })).toEqual({
      until: 'Must be a day',
    });
    expect(errorsInWords([], 'The student has no project.', { student: 'x' })).toEqual({});
    expect(errorsInWords([], 'There is one already.', { There: 'x' })).toEqual({});
  });
});
