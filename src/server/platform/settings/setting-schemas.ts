import proxyAddr from '@fastify/proxy-addr';
import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { demoPassword } from '#contract/demo-accounts';
import { isEmail, limits } from '#contract/limits';
import { parseS3Address, redactSecret, s3AddressForm } from '../files/s3-address.ts';
import { parseSecretKeys, readSecretKeys, secretKeyForm } from './sealing.ts';

export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const wholeNumber = (min: number, max: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().int().min(min).max(max));

/** @param unit as in "of months" */
const whole = (min: number, max: number, by: string, unit = '') => ({
  schema: wholeNumber(min, max),
  by,
  allowed: `a whole number ${unit === '' ? '' : `${unit} `}from ${min} to ${max}`,
});

const trueOrFalse = z.enum(['true', 'false']).transform((value) => value === 'true');

const url = (...protocols: string[]) =>
  z.string().refine((value) => protocols.includes(URL.parse(value)?.protocol ?? ''));

const secretKeys = (parse: (text: string) => string[] | null) =>
  z
    .string()
    .transform(parse)
    .refine((keys) => keys !== null)
    .nullable();

/** With scheme (RFC 9116); null if invalid. */
export function contactAddress(value: string): string | null {
  if (isEmail(value) && !value.includes(':')) return `mailto:${value}`;
  const url = URL.parse(value);
  const isKnown = url !== null && ['https:', 'mailto:', 'tel:'].includes(url.protocol);
  return isKnown && /^[\x21-\x7e]+$/.test(value) ? value : null;
}

function isMailServer(value: string): boolean {
  const { username, password, hostname } = URL.parse(value) ?? { username: '', password: '', hostname: '' };
  try {
    return hostname !== '' && decodeURIComponent(username + password) !== null;
  } catch {
    return false;
  }
}

/** Of the IANA list. */
export const zone = z.string().refine((value) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
});

const hostName = /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?$/i;

function isProxyList(value: string): boolean {
  try {
    proxyAddr.compile(value.split(',').map((proxy) => proxy.trim()));
    return true;
  } catch {
    return false;
  }
}

const thisMachine = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Answers must not be altered on the way. */
function isIssuer(value: string): boolean {
  const url = URL.parse(value);
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && thisMachine.has(url.hostname));
}

/** `by`: default; `allowed`, `show`: for errors. */
export const settingSchemas = {
  HOST: {
    schema: z.string().refine((value) => isIP(value) !== 0 || /^[\w.-]+$/.test(value)),
    by: '127.0.0.1',
    allowed: 'a name or an IP address of this machine, or 0.0.0.0 or :: for all of them',
  },
  PORT: whole(0, 65_535, '3000'),
  DATA_DIR: {
    schema: z
      .string()
      .min(1)
      // Only shells expand it.
      .refine((value) => !/^~(?:\/|$)/.test(value)),
    by: './data',
    allowed: 'the path of a folder that the portal may create or write, without ~',
  },
  DATABASE_URL: {
    schema: url('postgres:', 'postgresql:').nullable(),
    by: null,
    allowed: 'postgres://user:password@host:port/database, or unset for the embedded database',
    show: () => '(not shown)',
  },
  AUDIT_MONTHS: whole(6, 120, '36', 'of months'),
  DATABASE_POOL_SIZE: whole(2, 200, '16', 'of connections'),
  STORAGE_URL: {
    schema: z
      .string()
      .transform(parseS3Address)
      .refine((address) => address !== null)
      .nullable(),
    by: null,
    allowed: s3AddressForm,
    show: (input: string) => JSON.stringify(redactSecret(input)),
  },
  BACKUP_TARGET: {
    schema: z
      .string()
      .refine((value) => path.isAbsolute(value) || value.startsWith('s3:'))
      .nullable(),
    by: null,
    allowed: 'the absolute path of a folder outside DATA_DIR, or s3://bucket/folder, or unset',
    show: (input: string) => JSON.stringify(redactSecret(input)),
  },
  PUBLIC_URL: {
    schema: url('http:', 'https:')
      .transform((value) => new URL(value))
      .refine((value) => value.pathname === '/' && value.search === '')
      .nullable(),
    by: null,
    allowed: 'an http:// or https:// address without a path, or unset',
  },
  TRUST_PROXY: {
    schema: z
      .union([
        z.literal('false').transform(() => false as const),
        wholeNumber(1, 10),
        z.string().refine((value) => !/^\d+$/.test(value) && isProxyList(value)),
      ])
      .nullable(),
    by: null,
    allowed:
      'false, the number of proxies in a row in front of the portal (1 to 10), or their addresses separated by commas, such as 10.0.0.5, 10.0.0.0/8 or loopback; not true, which would trust any X-Forwarded-For',
  },
  SECRET_KEY: {
    schema: secretKeys(parseSecretKeys),
    by: null,
    allowed: `${secretKeyForm}; or unset`,
    show: () => '(not shown)',
  },
  SECRET_KEY_FILE: {
    schema: secretKeys(readSecretKeys),
    by: null,
    allowed: `the path of a file that the portal can read, with ${secretKeyForm}; or unset`,
  },
  SMTP_URL: {
    schema: url('smtp:', 'smtps:').refine(isMailServer).nullable(),
    by: null,
    allowed:
      'smtp://user:password@host:port or smtps://… (in the password / is %2F, # is %23 and % is %25), or unset to queue mail without sending it',
    show: () => '(not shown)',
  },
  MAIL_FROM: {
    schema: z.string().trim().refine(isEmail).nullable(),
    by: null,
    allowed: 'an email address, or unset for no-reply@ and the host of PUBLIC_URL',
  },
  REQUIRE_CONFIRMED_EMAIL: {
    schema: z.enum(['auto', 'true', 'false']),
    by: 'auto',
    allowed: 'auto (where SMTP_URL is set), true or false',
  },
  OIDC_ISSUER: {
    schema: z
      .string()
      .refine(isIssuer)
      .transform((value) => new URL(value))
      .nullable(),
    by: null,
    allowed:
      'the https:// address of an OpenID Connect provider, exactly as the provider publishes it (http:// on this machine only), or unset',
  },
  OIDC_CLIENT_ID: {
    schema: z.string().trim().min(1).max(500).nullable(),
    by: null,
    allowed: 'the client id from the provider; required with OIDC_ISSUER',
  },
  OIDC_CLIENT_SECRET: {
    schema: z.string().min(1).max(2_000).nullable(),
    by: null,
    allowed: 'the client secret from the provider, or unset for a client without one',
    show: () => '(not shown)',
  },
  OIDC_BUTTON: {
    schema: z.string().trim().min(1).max(40),
    by: 'Login with your academy account',
    allowed: '1 to 40 characters',
  },
  OIDC_SCOPE: {
    schema: z.string().regex(/^openid( [\x21\x23-\x5b\x5d-\x7e]+)*$/),
    by: 'openid email profile',
    allowed: 'openid and other scopes, separated by spaces',
  },
  OIDC_TIMEOUT_SECONDS: whole(1, 60, '5'),
  OIDC_NEW_ACCOUNTS: {
    schema: z.enum(['waiting', 'refused']),
    by: 'waiting',
    allowed: 'waiting (for a batch) or refused',
  },
  OIDC_ROLE_CLAIM: {
    schema: z.string().trim().min(1).max(200).nullable(),
    by: null,
    allowed: 'the name of a claim, or the path to it such as realm_access.roles, or unset',
  },
  OIDC_MENTOR_ROLE: {
    schema: z.string().min(1).max(200).nullable(),
    by: null,
    allowed: 'the value of OIDC_ROLE_CLAIM that makes a mentor, or unset',
  },
  OIDC_ADMINISTRATOR_ROLE: {
    schema: z.string().min(1).max(200).nullable(),
    by: null,
    allowed: 'the value of OIDC_ROLE_CLAIM that makes an administrator, or unset',
  },
  STAFF_PASSWORD_LOGIN: {
    schema: trueOrFalse,
    by: 'true',
    allowed: 'true; or false if OIDC_ISSUER is set',
  },
  REQUIRE_SECOND_FACTOR: {
    schema: z.enum(['auto', 'true', 'false']),
    by: 'auto',
    allowed: 'auto (for administrators where PUBLIC_URL is https), true (for administrators) or false',
  },
  STAFF_IDLE_HOURS: whole(1, 336, '12', 'of hours'),
  ACADEMY_NAME: { schema: z.string().trim().min(1).max(60), by: 'ICTAK', allowed: '1 to 60 characters' },
  ACADEMY_ZONE: {
    schema: zone,
    by: 'Asia/Kolkata',
    allowed: 'a time zone of the IANA list, such as Asia/Kolkata',
  },
  MAX_UPLOAD_MB: whole(1, 10_240, '64', 'of megabytes'),
  REQUESTS_PER_SECOND: whole(0, 10_000, '300'),
  UPLOADS_AT_ONCE: whole(2, 2_000, '200'),
  UPLOADS_AT_ONCE_PER_ACCOUNT: whole(1, 100, '4'),
  UPLOAD_MINUTES: whole(1, 1_440, '60', 'of minutes'),
  UPLOAD_BYTES_PER_SECOND: whole(0, 1_000_000, '500'),
  HAND_INS_PER_DAY: whole(1, 1_000_000, '2000'),
  HAND_IN_MB_PER_DAY: whole(1, 10_000_000, '2048', 'of megabytes'),
  UNFINISHED_UPLOADS: whole(1, 1_000, '10'),
  RECORDS_AT_ONCE: whole(1, 100, '4'),
  DAILY_MAIL_HOUR: { schema: wholeNumber(0, 23), by: '7', allowed: 'a whole hour from 0 to 23' },
  MAILS_PER_DAY: whole(1, 100_000, '100'),
  FRAME_HOSTS: {
    schema: z
      .string()
      .transform((value) => value.split(/[\s,]+/).filter((host) => host !== ''))
      .refine((hosts) => hosts.every((host) => hostName.test(host))),
    by: 'docs.google.com drive.google.com',
    allowed: 'host names separated by spaces, without a protocol or a path',
  },
  SECURITY_CONTACT: {
    schema: z
      .string()
      .transform((value) => value.split(',').map((contact) => contactAddress(contact.trim())))
      .refine((contacts) => contacts.every((contact) => contact !== null))
      .nullable(),
    by: null,
    allowed:
      'email addresses, https:// addresses or tel: numbers, separated by commas, the preferred one first; or unset for no /.well-known/security.txt',
  },
  OFFICE_CONTACT: {
    schema: z
      .string()
      .transform((value) => contactAddress(value.trim()))
      .refine((contact) => contact !== null)
      .nullable(),
    by: null,
    allowed:
      'an email address, an https:// address or a tel: number of the office; or unset for none on screens',
  },
  API_DOCS: { schema: trueOrFalse, by: 'true', allowed: 'true or false' },
  DEMO: {
    schema: z.enum(['false', 'local', 'true']),
    by: 'false',
    allowed: 'true for a public demo, local for one on this machine (npm run demo), or false',
  },
  DEMO_RESET_MINUTES: {
    schema: wholeNumber(0, 10_080),
    by: '0',
    allowed: 'a whole number of minutes from 1 to 10080 with DEMO=true, or 0 for no reset',
  },
  DEMO_PASSWORD: {
    schema: z.string().min(limits.passwordMin).max(limits.passwordMax),
    by: demoPassword,
    allowed: `${limits.passwordMin} to ${limits.passwordMax} characters`,
    show: () => '(not shown)',
  },
  LOG_LEVEL: { schema: z.enum(logLevels), by: 'info', allowed: logLevels.join(', ') },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: url('http:', 'https:').nullable(),
    by: null,
    allowed: 'the http:// or https:// address of an OpenTelemetry collector, or unset',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    schema: url('http:', 'https:').nullable(),
    by: null,
    allowed: 'the http:// or https:// address that takes traces, or unset for OTEL_EXPORTER_OTLP_ENDPOINT',
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    schema: z.literal('http/protobuf'),
    by: 'http/protobuf',
    allowed: 'http/protobuf',
  },
  OTEL_TRACES_EXPORTER: { schema: z.enum(['otlp', 'none']).nullable(), by: null, allowed: 'otlp or none' },
  OTEL_SDK_DISABLED: { schema: trueOrFalse, by: 'false', allowed: 'true or false' },
  OTEL_SERVICE_NAME: { schema: z.string().max(200), by: 'capstone', allowed: 'up to 200 characters' },
  OTEL_TRACES_SAMPLER: {
    schema: z.enum(samplers),
    by: 'parentbased_always_on',
    allowed: samplers.join(', '),
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: z
      .string()
      .regex(/^\d+(?:\.\d+)?$/)
      .transform(Number)
      .pipe(z.number().max(1)),
    by: '1',
    allowed: 'a number from 0 to 1',
  },
  SLOW_QUERY_MS: {
    schema: wholeNumber(0, 600_000),
    by: '500',
    allowed: 'a whole number of milliseconds from 0 to 600000; 0 logs no slow query',
  },
  METRICS_TOKEN: {
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{16,256}$/)
      .nullable(),
    by: null,
    allowed: '16 to 256 letters, digits and signs without spaces, or unset for no /metrics',
    show: () => '(not shown)',
  },
  FORUM_POSTS_PER_HOUR: {
    schema: wholeNumber(0, 10_000),
    by: '300',
    allowed: 'a whole number from 1 to 10000, or 0 for any number',
  },
  PASSWORD_THREADS: whole(1, 64, '2'),
  STOP_DELAY_SECONDS: whole(0, 300, '0'),
  STOP_TIMEOUT_SECONDS: whole(1, 3_600, '30'),
} as const;

export type SettingName = keyof typeof settingSchemas;
export const settingNames = Object.keys(settingSchemas) as SettingName[];
