import { expect, test } from 'vitest';
import { DatabaseReplaced } from '../database/database-errors.ts';
import { CannotWrite } from '../write-monitor.ts';
import { toHttpError, failureCause } from './error-handler.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

test.each([
  ['damaged', 'SQLITE_CORRUPT'],
  ['damaged', 'SQLITE_CORRUPT_INDEX'],
  ['damaged', 'SQLITE_CORRUPT_VTAB'],
  ['damaged', 'SQLITE_NOTADB'],
  ['damaged', 'XX001'],
  ['damaged', 'XX002'],
  ['disk', 'EACCES'],
  ['disk', 'EPERM'],
  ['disk', 'EIO'],
  ['disk', 'EROFS'],
  ['busy', 'EMFILE'],
  ['busy', 'ENFILE'],
])('it is %s, and 503 in words, for %s', (cause, code) => {
  expect(failureCause(withCode(code))).toBe(cause);
  expect(toHttpError(withCode(code))).toMatchObject({ status: 503, code: 'busy' });
});

test.each(['XX000', 'ENOENT', ''])('%j is what nobody foresaw', (code) => {
  expect([failureCause(withCode(code)), toHttpError(withCode(code))]).toEqual(['bug', null]);
});

test.each([
  ['disk', withCode('EACCES')],
  ['disk', withCode('SQLITE_FULL')],
  ['database', withCode('53100')],
  ['damaged', new DatabaseReplaced('capstone.sqlite', false)],
])('what cannot be written is %s by what the system said', (cause, error) => {
  expect(failureCause(new CannotWrite('x', 1, error))).toBe(cause);
});
