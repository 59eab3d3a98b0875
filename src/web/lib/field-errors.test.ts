import { describe, expect, it } from 'vitest';
import { CallError } from './calls/call-error.ts';
import { checkMarked, errorsInWords, fieldOfMessage, refusalOf } from './field-errors.ts';

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
      'start must be a day, YYYY-MM-DD, or with a time, YYYY-MM-DDTHH:MM',
      'Must be a day or with a time',
    ],
    ['p_id', 'p_id, the project, is required', 'Is required'],
    ['ref2', '"ref2" must be an address', 'Must be an address'],
    ['phone', 'A valid phone number is required', 'A valid phone number is required'],
    ['name', 'names must be short', 'Names must be short'],
  ])('of %s is told without names on the wire and shapes for programs: %s', (name, message, words) => {
    expect(errorsInWords([{ name, message }], { [name]: 'typed' })).toEqual({ [name]: words });
  });

  it('is that it is empty, where it is, and of several the first', () => {
    const refused = [
      { name: 'reason', message: 'The reason is required' },
      { name: 'email', message: 'Please enter an email address' },
      { name: 'email', message: 'email can have at most 254 characters' },
    ];
    expect(errorsInWords(refused, { reason: ' \n', email: 'x' })).toEqual({
      reason: 'Fill in this field.',
      email: 'Please enter an email address',
    });
  });

  it('leaves the words under the form to what is of no field', () => {
    const refused = new CallError(400, 'bad_request', 'until must be a day', null, undefined, [
      { name: 'until', message: 'until must be a day' },
    ]);
    const { failure, errorAt } = refusalOf(refused, undefined, { until: 'x' });
    expect([failure, errorAt('until'), errorAt('reason')]).toEqual([checkMarked, 'Must be a day', undefined]);
    const busy = new CallError(409, 'conflict', 'The student has no project.');
    expect(refusalOf(busy, undefined, {}).failure).toBe('The student has no project.');
    expect(refusalOf(null, undefined, {}).failure).toBeUndefined();
  });

  it('is read of a message that names one', () => {
    expect(fieldOfMessage('"id" must be a text')).toEqual([{ name: 'id', message: 'must be a text' }]);
    expect(fieldOfMessage('There is one already.')).toEqual([]);
  });
});
