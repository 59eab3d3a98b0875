import { expect, test } from 'vitest';
import { isContention, isUnavailable } from './database-errors.ts';

const withCode = (code: string, more: object = {}) =>
  Object.assign(new Error(`failed with ${code}`), { code }, more);

const postgresCodes =
  '57P01 57P02 57P03 53300 08006 08P01 57014 25P03 25P04 25006 28P01 3D000 58030 40001 40P01 55P03';
const sqliteCodes = 'SQLITE_BUSY SQLITE_FULL SQLITE_IOERR_WRITE';
const networkCodes = 'ECONNRESET ECONNREFUSED EPIPE ETIMEDOUT ENETUNREACH EHOSTUNREACH EAI_AGAIN ENOTFOUND';

test.each(`${postgresCodes} ${sqliteCodes} ${networkCodes}`.split(' '))(
  '%s lies outside of the request',
  (code) => {
    expect(isUnavailable(withCode(code))).toBe(true);
  },
);

test.each([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Connection terminated',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
])('the driver\'s "%s" does too', (message) => {
  expect(isUnavailable(new Error(message))).toBe(true);
});

test('a socket in the file system that is missing is a server that is stopped; another missing file is a fault', () => {
  expect(isUnavailable(withCode('ENOENT', { syscall: 'connect' }))).toBe(true);
  expect(isUnavailable(withCode('ENOENT', { syscall: 'open' }))).toBe(false);
});

test.each(['23505', '23514', '42P01', '42703', '22P02', '0A000', 'SQLITE_CONSTRAINT_CHECK'])(
  '%s is a fault of the request or of the program',
  (code) => {
    expect(isUnavailable(withCode(code))).toBe(false);
  },
);

test('a commit whose outcome is unknown is not tried again', () => {
  for (const code of ['ECONNRESET', '08006', '57P01', '57014', '25P03'])
    expect(isContention(withCode(code))).toBe(false);
  for (const code of ['40001', '40P01', '55P03']) expect(isContention(withCode(code))).toBe(true);
  const race = 'new multixact has more than one updating member: 0 4[6072 (nokeyupd), 6073 (keysh)]';
  expect(isContention(withCode('XX000', { message: race }))).toBe(true);
  expect(isContention(withCode('XX000'))).toBe(false);
});
