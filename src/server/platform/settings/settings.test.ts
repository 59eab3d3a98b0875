import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

test('without an environment every setting has its default', () => {
  expect(readSettings({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    databaseUrl: null,
    databasePoolSize: 16,
    storage: null,
    publicUrl: null,
    trustProxy: null,
    smtpUrl: null,
    mailFrom: null,
    academyName: 'ICTAK',
    academyZone: 'Asia/Kolkata',
    maxUploadBytes: 64 * 1024 * 1024,
    uploadsAtOnce: 200,
    uploadsAtOnceOfAccount: 4,
    requestsPerSecond: 300,
    uploadLongestMs: 3_600_000,
    uploadLeastRate: 500,
    submissionsADay: 2_000,
    submissionBytesADay: 2 * 1024 ** 3,
    unfinishedUploads: 10,
    recordsAtOnce: 4,
    mailsADay: 100,
    frameHosts: ['docs.google.com', 'drive.google.com'],
    logLevel: 'info',
    passwordThreads: 2,
    stopDelayMs: 0,
    stopTimeoutMs: 30_000,
  });
});

test('an empty variable counts as unset', () => {
  expect(readSettings({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null });
});

const proxies =
  'false, the number of proxies in a row in front of the portal (1 to 10), or their addresses separated by commas, such as 10.0.0.5, 10.0.0.0/8 or loopback; not true, which would trust any X-Forwarded-For';

test.each(['10.0.0.5', 'loopback, 10.0.0.0/8', '::1,fd00::/8', '10.0.0.0/255.0.0.0'])(
  'proxies may be %s',
  (value) => {
    expect(readSettings({ TRUST_PROXY: value }).trustProxy).toBe(value);
  },
);

test('proxies may be counted, there may be none, and it may be left open', () => {
  expect(['1', '10', 'false', ''].map((value) => readSettings({ TRUST_PROXY: value }).trustProxy)).toEqual([
    1,
    10,
    false,
    null,
  ]);
});

test.each([
  ['PORT', '65536', 'a whole number from 0 to 65535'],
  ['PORT', '3000x', 'a whole number from 0 to 65535'],
  ['PUBLIC_URL', 'portal.example.test', 'an http:// or https:// address without a path, or unset'],
  [
    'PUBLIC_URL',
    'https://portal.example.test/app',
    'an http:// or https:// address without a path, or unset',
  ],
  ['MAIL_FROM', 'ICTAK', 'an email address, or unset for no-reply@ and the host of PUBLIC_URL'],
  ['ACADEMY_ZONE', 'Kerala', 'a time zone of the IANA list, such as Asia/Kolkata'],
  ['DATABASE_POOL_SIZE', '1', 'a whole number of connections from 2 to 200'],
  ['MAX_UPLOAD_MB', '0', 'a whole number of megabytes from 1 to 10240'],
  ['FRAME_HOSTS', 'https://docs.google.com', 'host names separated by spaces, without a protocol or a path'],
  [
    'FRAME_HOSTS',
    'docs.google.com;script-src *',
    'host names separated by spaces, without a protocol or a path',
  ],
  ['LOG_LEVEL', 'loud', 'fatal, error, warn, info, debug, trace, silent'],
  ['HOST', 'http://0.0.0.0', 'a name or an IP address of this machine, or 0.0.0.0 or :: for all of them'],
  ['HOST', 'localhost:80', 'a name or an IP address of this machine, or 0.0.0.0 or :: for all of them'],
  ['TRUST_PROXY', '999.1.1.1', proxies],
  ['TRUST_PROXY', '10.0.0.0/33', proxies],
  ['TRUST_PROXY', '10.0.0.1, yes', proxies],
  ['TRUST_PROXY', ',', proxies],
  ['FORUM_POSTS_PER_HOUR', '10001', 'a whole number from 1 to 10000, or 0 for any number'],
  ['TRUST_PROXY', 'true', proxies],
  ['TRUST_PROXY', '0', proxies],
  ['TRUST_PROXY', '11', proxies],
  ['PASSWORD_THREADS', '0', 'a whole number from 1 to 64'],
  ['PASSWORD_THREADS', '65', 'a whole number from 1 to 64'],
  ['STOP_DELAY_SECONDS', '-1', 'a whole number from 0 to 300'],
  ['STOP_TIMEOUT_SECONDS', '0.5', 'a whole number from 1 to 3600'],
])('a wrong %s is named with its value and what is allowed', (name, value, allowed) => {
  expect(() => readSettings({ [name]: value })).toThrow(
    `Setting ${name} is ${JSON.stringify(value)}; allowed: ${allowed}`,
  );
});

test.each([
  'mail.example.test',
  'mail.example.test:25',
  'http://mail.example.test',
  'smtp://',
  'smtp:secret',
  'smtp://me:100%secret@mail.example.test',
])('a wrong address of the mail server (%s) is not repeated: it holds a password', (value) => {
  expect(() => readSettings({ SMTP_URL: value })).toThrow(
    /^Setting SMTP_URL is \(not shown\); allowed: smtp/,
  );
});

test('a wrong database address is not repeated: it holds a password', () => {
  expect(() => readSettings({ DATABASE_URL: 'mysql://me:secret@host/db' })).toThrow(
    /^Setting DATABASE_URL is \(not shown\)/,
  );
});

test('a wrong storage address is named without its secret', () => {
  expect(() => readSettings({ STORAGE_URL: 's3://KEY:top/secret@host/Bucket' })).toThrow(
    'Setting STORAGE_URL is "s3://***@host/Bucket"; allowed: s3://[KEY:SECRET@]HOST[:PORT]/BUCKET',
  );
});

test.each([
  [{ ACADEMY_ZONE: 'Kerala', PUBLIC_URL: 'portal.example.org' }, ['ACADEMY_ZONE', 'PUBLIC_URL']],
  [
    { PORT: 'http', OIDC_ISSUER: 'https://id.example.org', MAX_UPLOAD_MB: '-1' },
    ['PORT', 'MAX_UPLOAD_MB', 'OIDC_CLIENT_ID', 'PUBLIC_URL'],
  ],
  [{ STAFF_PASSWORD_LOGIN: 'false', LOG_LEVEL: 'loud' }, ['LOG_LEVEL', 'STAFF_PASSWORD_LOGIN']],
  [{ AUDIT_MONTHS: '1' }, ['AUDIT_MONTHS']],
])('every wrong setting is named at once: %j', (environment, names) => {
  const lines = thrownBy(() => readSettings(environment)).message.split('\n');
  expect(lines.map((line) => /^Setting (\w+) is/.exec(line)?.[1]).toSorted()).toEqual(names.toSorted());
});

function thrownBy(act: () => unknown): Error {
  try {
    act();
    return new Error('nothing was thrown');
  } catch (error) {
    return error as Error;
  }
}
