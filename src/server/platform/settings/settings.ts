import path from 'node:path';
import type { z } from 'zod';
import { hourMs, minuteMs } from '#contract/durations';
import { redactSecret, type S3Address } from '../files/s3-address.ts';
import {
  settingNames,
  settingSchemas,
  type logLevels,
  type samplers,
  type SettingName,
} from './setting-schemas.ts';

export { settingNames, type SettingName } from './setting-schemas.ts';

/** An invalid setting; its message names the setting, the value and what is allowed. */
export class SettingsError extends Error {}

export type Settings = {
  host: string;
  port: number;
  /** Absolute path of the folder for the embedded database and handed-in files. */
  dataDir: string;
  /** `postgres://…`, or null for the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** How many whole months lines of the audit log stay. */
  auditMonths: number;
  /** The most connections of this process to PostgreSQL. */
  databasePoolSize: number;
  /** The bucket that keeps handed-in files, or null for a folder in `dataDir`. */
  storage: S3Address | null;
  /** Where backups are made, a folder or `s3://…`, which may hold a secret; null when the operator has not said. */
  backupTarget: string | null;
  /** The address at which people reach the portal, or null when only the request's Host is known. */
  publicUrl: URL | null;
  /**
   * Whose `X-Forwarded-*` headers count: those of the proxies at these addresses, or of so many proxies in a row; null when
   * the operator has not said.
   */
  trustProxy: false | number | string | null;
  /** The operator's keys that seal secrets in the database; the first one seals, the others open. None: not given. */
  secretKeys: string[];
  /** `smtp://…` or `smtps://…`, or null: mail is then kept and not sent. */
  smtpUrl: string | null;
  /** The address that mail comes from, or null for one made from the portal's own. */
  mailFrom: string | null;
  /** Whether who signs up must confirm the address before choosing a project for good and coming into the forum. */
  requireConfirmedEmail: boolean;
  /** The identity provider with which people log in by the academy's own accounts; null for none. */
  oidc: OidcSettings | null;
  /** Whether mentors and administrators may log in with a password. */
  staffPasswordLogin: boolean;
  /** Whether administrators must have a second factor. */
  requireSecondFactor: boolean;
  /** After how long without use a session of staff ends, in milliseconds. */
  staffIdleMs: number;
  academyName: string;
  academyZone: string;
  maxUploadBytes: number;
  /** How many requests that bring files are served at once, by this process and of one account. */
  uploadsAtOnce: number;
  uploadsAtOnceOfAccount: number;
  /** How many calls a second a student's account may make; 0 for any number. */
  requestsPerSecond: number;
  /** How long a request that brings a file may take, in milliseconds, and how many bytes a second must come. */
  uploadLongestMs: number;
  uploadLeastRate: number;
  /** What a student may hand in within a day: versions, and bytes of files. */
  submissionsADay: number;
  submissionBytesADay: number;
  /** Resumable uploads of a student that are not handed in yet; beyond these the oldest is removed. */
  unfinishedUploads: number;
  /** How many records this process packs at once. */
  recordsAtOnce: number;
  /** How many mails may go to one address within a day. */
  mailsADay: number;
  /** At which hour, in the academy's zone, the mail of the day goes out. */
  dailyMailHour: number;
  frameHosts: string[];
  /** Whom to tell of a weakness, as addresses with a scheme; none for no `/.well-known/security.txt`. */
  securityContacts: string[];
  /** How people reach the academy's office, as an address with its scheme; null where screens only name the office. */
  officeContact: string | null;
  /** Whether the calls are described at `/api/openapi.json` and `/api/docs`. */
  apiDocs: boolean;
  /** The password that the demo gives its accounts. */
  demoPassword: string;
  logLevel: (typeof logLevels)[number];
  /** How requests are traced; null where they are not. */
  tracing: TracingSettings | null;
  /** From how many milliseconds on a statement is logged; 0 for never. */
  slowQueryMs: number;
  /** What whoever reads `/metrics` must send; null where nobody may. */
  metricsToken: string | null;
  /** How many questions and comments an account may post within an hour; 0 for any number. */
  forumPostsPerHour: number;
  /** How many threads hash passwords. */
  passwordThreads: number;
  /** How long the portal serves on after it was told to stop and says so, in milliseconds. */
  stopDelayMs: number;
  /** How long requests in flight may then take, in milliseconds. */
  stopTimeoutMs: number;
};

/** What the usual variables of OpenTelemetry say; where spans are sent to, its library reads itself. */
export type TracingSettings = {
  serviceName: string;
  sampler: (typeof samplers)[number];
  /** Of a `traceidratio` sampler, from 0 to 1. */
  samplerArgument: number;
};

/** An OpenID Connect provider. */
export type OidcSettings = {
  issuer: URL;
  clientId: string;
  /** Null for a client that proves itself by PKCE alone. */
  clientSecret: string | null;
  /** What the login screen's button says. */
  button: string;
  scope: string;
  /** How long one request to the provider may take; all those of one login may take twice as long. */
  timeoutMs: number;
  /** Whether a first login with an unknown address makes an account, which waits for placement. */
  makesAccounts: boolean;
  /** The claim that makes staff, and its values; null where no role is taken from the provider. */
  roleClaim: string | null;
  mentorRole: string | null;
  administratorRole: string | null;
};

/**
 * The error for a value whose form is right, and which still is of no use.
 * @param shown the value without secrets
 * @param why goes on behind the value: `which cannot be written`
 */
export function unusable(name: SettingName, shown: string, why: string, cause?: unknown): SettingsError {
  const { allowed } = settingSchemas[name];
  return new SettingsError(`Setting ${name} is ${JSON.stringify(shown)}, ${why}; allowed: ${allowed}`, {
    cause,
  });
}

function read<N extends SettingName>(
  environment: NodeJS.ProcessEnv,
  name: N,
): z.output<(typeof settingSchemas)[N]['schema']> {
  const setting = settingSchemas[name];
  const { schema, by, allowed } = setting;
  const input = environment[name];
  const value = input === undefined || input === '' ? by : input;
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const shown = 'show' in setting ? setting.show(input ?? '') : JSON.stringify(input);
    throw new SettingsError(`Setting ${name} is ${shown}; allowed: ${allowed}`);
  }
  return parsed.data as z.output<(typeof settingSchemas)[N]['schema']>;
}

/** Requests are traced where a collector is named, or `OTEL_TRACES_EXPORTER` asks for the usual one of this machine. */
function readTracing(environment: NodeJS.ProcessEnv): TracingSettings | null {
  const exporter = read(environment, 'OTEL_TRACES_EXPORTER');
  const addresses = [
    read(environment, 'OTEL_EXPORTER_OTLP_ENDPOINT'),
    read(environment, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'),
  ];
  read(environment, 'OTEL_EXPORTER_OTLP_PROTOCOL');
  const tracing = {
    serviceName: read(environment, 'OTEL_SERVICE_NAME'),
    sampler: read(environment, 'OTEL_TRACES_SAMPLER'),
    samplerArgument: read(environment, 'OTEL_TRACES_SAMPLER_ARG'),
  };
  const isWanted = exporter === 'otlp' || addresses.some((address) => address !== null);
  const isOff = exporter === 'none' || read(environment, 'OTEL_SDK_DISABLED') === 'true';
  return isWanted && !isOff ? tracing : null;
}

function readOidc(environment: NodeJS.ProcessEnv): OidcSettings | null {
  const issuer = read(environment, 'OIDC_ISSUER');
  const clientId = read(environment, 'OIDC_CLIENT_ID');
  const oidc = {
    clientSecret: read(environment, 'OIDC_CLIENT_SECRET'),
    button: read(environment, 'OIDC_BUTTON'),
    scope: read(environment, 'OIDC_SCOPE'),
    timeoutMs: read(environment, 'OIDC_TIMEOUT_SECONDS') * 1000,
    makesAccounts: read(environment, 'OIDC_NEW_ACCOUNTS') === 'waiting',
    roleClaim: read(environment, 'OIDC_ROLE_CLAIM'),
    mentorRole: read(environment, 'OIDC_MENTOR_ROLE'),
    administratorRole: read(environment, 'OIDC_ADMINISTRATOR_ROLE'),
  };
  return issuer === null || clientId === null ? null : { issuer, clientId, ...oidc };
}

/** What is wrong with settings by themselves, and with some beside others. */
function findFaults(environment: NodeJS.ProcessEnv): string[] {
  const faults: string[] = [];
  const note = (attempt: () => unknown): void => {
    try {
      attempt();
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      faults.push(error.message);
    }
  };
  for (const name of settingNames) note(() => read(environment, name));
  const isSet = (name: SettingName) => (environment[name] ?? '') !== '';
  const refuse = (...fault: Parameters<typeof unusable>) => void faults.push(unusable(...fault).message);
  if (isSet('OIDC_ISSUER')) {
    if (!isSet('OIDC_CLIENT_ID')) refuse('OIDC_CLIENT_ID', '', 'which OIDC_ISSUER needs');
    // The provider sends browsers back there: what a request calls the portal is not to be believed.
    if (!isSet('PUBLIC_URL'))
      refuse('PUBLIC_URL', '', 'which OIDC_ISSUER needs: the provider sends browsers back there');
  } else if (environment['STAFF_PASSWORD_LOGIN'] === 'false')
    refuse('STAFF_PASSWORD_LOGIN', 'false', 'which without OIDC_ISSUER lets no staff in');
  return faults;
}

/**
 * Reads the settings from the environment once; an unset or empty variable takes its default.
 * @throws SettingsError that names every value that is not allowed, a line each
 */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const faults = findFaults(environment);
  if (faults.length > 0) throw new SettingsError(faults.join('\n'));
  const smtpUrl = read(environment, 'SMTP_URL');
  const requireConfirmedEmail = read(environment, 'REQUIRE_CONFIRMED_EMAIL');
  const oidc = readOidc(environment);
  const staffPasswordLogin = read(environment, 'STAFF_PASSWORD_LOGIN') === 'true';
  const requireSecondFactor = read(environment, 'REQUIRE_SECOND_FACTOR');
  const publicUrl = read(environment, 'PUBLIC_URL');
  return {
    host: read(environment, 'HOST'),
    port: read(environment, 'PORT'),
    dataDir: path.resolve(read(environment, 'DATA_DIR')),
    databaseUrl: read(environment, 'DATABASE_URL'),
    auditMonths: read(environment, 'AUDIT_MONTHS'),
    databasePoolSize: read(environment, 'DATABASE_POOL_SIZE'),
    storage: read(environment, 'STORAGE_URL'),
    backupTarget: read(environment, 'BACKUP_TARGET'),
    publicUrl,
    trustProxy: read(environment, 'TRUST_PROXY'),
    secretKeys: [...(read(environment, 'SECRET_KEY') ?? []), ...(read(environment, 'SECRET_KEY_FILE') ?? [])],
    smtpUrl,
    mailFrom: read(environment, 'MAIL_FROM'),
    requireConfirmedEmail:
      requireConfirmedEmail === 'auto' ? smtpUrl !== null : requireConfirmedEmail === 'true',
    oidc,
    staffPasswordLogin,
    requireSecondFactor:
      requireSecondFactor === 'auto' ? publicUrl?.protocol === 'https:' : requireSecondFactor === 'true',
    staffIdleMs: read(environment, 'STAFF_IDLE_HOURS') * hourMs,
    academyName: read(environment, 'ACADEMY_NAME'),
    academyZone: read(environment, 'ACADEMY_ZONE'),
    maxUploadBytes: read(environment, 'MAX_UPLOAD_MB') * 1024 * 1024,
    uploadsAtOnce: read(environment, 'UPLOADS_AT_ONCE'),
    uploadsAtOnceOfAccount: read(environment, 'UPLOADS_AT_ONCE_PER_ACCOUNT'),
    requestsPerSecond: read(environment, 'REQUESTS_PER_SECOND'),
    uploadLongestMs: read(environment, 'UPLOAD_MINUTES') * minuteMs,
    uploadLeastRate: read(environment, 'UPLOAD_BYTES_PER_SECOND'),
    submissionsADay: read(environment, 'HAND_INS_PER_DAY'),
    submissionBytesADay: read(environment, 'HAND_IN_MB_PER_DAY') * 1024 * 1024,
    unfinishedUploads: read(environment, 'UNFINISHED_UPLOADS'),
    recordsAtOnce: read(environment, 'RECORDS_AT_ONCE'),
    mailsADay: read(environment, 'MAILS_PER_DAY'),
    dailyMailHour: read(environment, 'DAILY_MAIL_HOUR'),
    frameHosts: read(environment, 'FRAME_HOSTS'),
    securityContacts: (read(environment, 'SECURITY_CONTACT') ?? []) as string[],
    officeContact: read(environment, 'OFFICE_CONTACT'),
    apiDocs: read(environment, 'API_DOCS'),
    demoPassword: read(environment, 'DEMO_PASSWORD'),
    logLevel: read(environment, 'LOG_LEVEL'),
    tracing: readTracing(environment),
    slowQueryMs: read(environment, 'SLOW_QUERY_MS'),
    metricsToken: read(environment, 'METRICS_TOKEN'),
    forumPostsPerHour: read(environment, 'FORUM_POSTS_PER_HOUR'),
    passwordThreads: read(environment, 'PASSWORD_THREADS'),
    stopDelayMs: read(environment, 'STOP_DELAY_SECONDS') * 1000,
    stopTimeoutMs: read(environment, 'STOP_TIMEOUT_SECONDS') * 1000,
  };
}

/** A setting as an operator may see it: where its value comes from, and the value unless it is secret. */
export type ShownSetting = { name: SettingName; value: string | null; source: 'environment' | 'default' };

/** All settings, as they are set in an environment. What may hold a secret is shown without it. */
export function describeSettings(environment: NodeJS.ProcessEnv = process.env): ShownSetting[] {
  return (Object.keys(settingSchemas) as SettingName[]).map((name) => {
    const setting = settingSchemas[name];
    const input = environment[name];
    if (input === undefined || input === '') {
      const isSecret = 'show' in setting && setting.by !== null;
      return { name, value: isSecret ? '(not shown)' : setting.by, source: 'default' };
    }
    // Any address may hold a password.
    const plain = input.includes('://') ? redactSecret(input) : input;
    const value = 'show' in setting ? setting.show(input) : plain;
    return { name, value: value.replace(/^"(.*)"$/, '$1'), source: 'environment' };
  });
}
