import path from 'node:path';
import type { z } from 'zod';
import { hourMs, minuteMs } from '#contract/durations';
import { redactSecret } from '../files/s3-address.ts';
import { ownMailLook } from '../mail/mail-html.ts';
import { settingNames, settingSchemas, type SettingName } from './setting-schemas.ts';

export { settingNames, type SettingName } from './setting-schemas.ts';

export class SettingsError extends Error {}

/** In place of SMTP_URL in a public demo: mail counts as sent and is listed on a screen. Nothing connects to it. */
export const listedMail = 'smtp://demo.invalid';

/**
 * A well-formed but unusable value.
 * @param shown without secrets
 * @param why such as `which cannot be written`
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

/** With a collector, or the exporter's default. */
function readTracing(environment: NodeJS.ProcessEnv) {
  const exporter = read(environment, 'OTEL_TRACES_EXPORTER');
  const addresses = [
    read(environment, 'OTEL_EXPORTER_OTLP_ENDPOINT'),
    read(environment, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'),
  ];
  read(environment, 'OTEL_EXPORTER_OTLP_PROTOCOL');
  const tracing = {
    serviceName: read(environment, 'OTEL_SERVICE_NAME'),
    sampler: read(environment, 'OTEL_TRACES_SAMPLER'),
    /** For `traceidratio`, 0 to 1. */
    samplerArgument: read(environment, 'OTEL_TRACES_SAMPLER_ARG'),
  };
  const isOn = exporter === 'otlp' || addresses.some((address) => address !== null);
  const isOff = exporter === 'none' || read(environment, 'OTEL_SDK_DISABLED');
  return isOn && !isOff ? tracing : null;
}

function readOidc(environment: NodeJS.ProcessEnv) {
  const issuer = read(environment, 'OIDC_ISSUER');
  const clientId = read(environment, 'OIDC_CLIENT_ID');
  const oidc = {
    /** Null: PKCE only. */
    clientSecret: read(environment, 'OIDC_CLIENT_SECRET'),
    button: read(environment, 'OIDC_BUTTON'),
    scope: read(environment, 'OIDC_SCOPE'),
    /** Per request; a login may take two. */
    timeoutMs: read(environment, 'OIDC_TIMEOUT_SECONDS') * 1000,
    /** Unknown emails get accounts that wait for placement. */
    makesAccounts: read(environment, 'OIDC_NEW_ACCOUNTS') === 'waiting',
    /** Null: roles are not taken from the provider. */
    roleClaim: read(environment, 'OIDC_ROLE_CLAIM'),
    mentorRole: read(environment, 'OIDC_MENTOR_ROLE'),
    administratorRole: read(environment, 'OIDC_ADMINISTRATOR_ROLE'),
  };
  return issuer === null || clientId === null ? null : { issuer, clientId, ...oidc };
}

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
    if (!isSet('OIDC_CLIENT_ID')) refuse('OIDC_CLIENT_ID', '', 'which OIDC_ISSUER requires');
    // For the redirect; a request's Host is untrusted.
    if (!isSet('PUBLIC_URL'))
      refuse('PUBLIC_URL', '', 'which OIDC_ISSUER requires: the provider sends browsers back there');
  } else if (environment['STAFF_PASSWORD_LOGIN'] === 'false')
    refuse('STAFF_PASSWORD_LOGIN', 'false', 'which locks staff out without OIDC_ISSUER');
  const resetMinutes = environment['DEMO_RESET_MINUTES'] ?? '';
  if (environment['DEMO'] === 'true') {
    if (isSet('SMTP_URL'))
      refuse('SMTP_URL', '(not shown)', 'which DEMO=true excludes: a demo sends no mail');
  } else if (isSet('DEMO_RESET_MINUTES') && Number(resetMinutes) !== 0)
    refuse('DEMO_RESET_MINUTES', resetMinutes, 'which requires DEMO=true: a reset deletes all data');
  return faults;
}

/** Unset and empty mean the default. @throws SettingsError, a line per invalid value */
export function readSettings(environment: NodeJS.ProcessEnv = process.env) {
  const faults = findFaults(environment);
  if (faults.length > 0) throw new SettingsError(faults.join('\n'));
  const demo = read(environment, 'DEMO');
  const isPublicDemo = demo === 'true';
  const maxUploadMb = read(environment, 'MAX_UPLOAD_MB');
  const smtpUrl = isPublicDemo ? listedMail : read(environment, 'SMTP_URL');
  const requireConfirmedEmail = read(environment, 'REQUIRE_CONFIRMED_EMAIL');
  const oidc = readOidc(environment);
  const staffPasswordLogin = read(environment, 'STAFF_PASSWORD_LOGIN');
  const requireSecondFactor = read(environment, 'REQUIRE_SECOND_FACTOR');
  const publicUrl = read(environment, 'PUBLIC_URL');
  return {
    host: read(environment, 'HOST'),
    port: read(environment, 'PORT'),
    /** Absolute. */
    dataDir: path.resolve(read(environment, 'DATA_DIR')),
    /** Null: SQLite in `dataDir`. */
    databaseUrl: read(environment, 'DATABASE_URL'),
    auditMonths: read(environment, 'AUDIT_MONTHS'),
    databasePoolSize: read(environment, 'DATABASE_POOL_SIZE'),
    /** Null: a folder in `dataDir`. */
    storage: read(environment, 'STORAGE_URL'),
    /** Folder or `s3://…`; may contain a secret. */
    backupTarget: read(environment, 'BACKUP_TARGET'),
    /** Null: only the request's Host is known. */
    publicUrl,
    /** Proxies' addresses, or their number; null if unset. */
    trustProxy: read(environment, 'TRUST_PROXY'),
    /** The first encrypts, all decrypt. */
    secretKeys: [...(read(environment, 'SECRET_KEY') ?? []), ...(read(environment, 'SECRET_KEY_FILE') ?? [])],
    /** Null to queue mail without sending it; `listedMail` in a public demo. */
    smtpUrl,
    /** Null: made from `publicUrl`. */
    mailFrom: read(environment, 'MAIL_FROM'),
    requireConfirmedEmail:
      requireConfirmedEmail === 'auto' ? smtpUrl !== null && !isPublicDemo : requireConfirmedEmail === 'true',
    oidc,
    staffPasswordLogin,
    /** Administrators need one. */
    requireSecondFactor:
      requireSecondFactor === 'auto'
        ? publicUrl?.protocol === 'https:' && !isPublicDemo
        : requireSecondFactor === 'true',
    /** Sessions of staff. */
    staffIdleMs: read(environment, 'STAFF_IDLE_HOURS') * hourMs,
    academyName: read(environment, 'ACADEMY_NAME'),
    academyZone: read(environment, 'ACADEMY_ZONE'),
    maxUploadBytes: (isPublicDemo ? Math.min(maxUploadMb, 5) : maxUploadMb) * 1024 * 1024,
    uploadsAtOnce: read(environment, 'UPLOADS_AT_ONCE'),
    uploadsAtOnceOfAccount: read(environment, 'UPLOADS_AT_ONCE_PER_ACCOUNT'),
    /** Of a student; 0 for no limit. */
    requestsPerSecond: read(environment, 'REQUESTS_PER_SECOND'),
    uploadLongestMs: read(environment, 'UPLOAD_MINUTES') * minuteMs,
    /** Bytes a second. */
    uploadLeastRate: read(environment, 'UPLOAD_BYTES_PER_SECOND'),
    /** Of a student. */
    submissionsADay: read(environment, 'HAND_INS_PER_DAY'),
    submissionBytesADay: read(environment, 'HAND_IN_MB_PER_DAY') * 1024 * 1024,
    /** Of a student; beyond, the oldest goes. */
    unfinishedUploads: read(environment, 'UNFINISHED_UPLOADS'),
    recordsAtOnce: read(environment, 'RECORDS_AT_ONCE'),
    /** To one address. */
    mailsADay: read(environment, 'MAILS_PER_DAY'),
    /** In the academy's zone. */
    dailyMailHour: read(environment, 'DAILY_MAIL_HOUR'),
    frameHosts: read(environment, 'FRAME_HOSTS'),
    /** With schemes; empty: no `/.well-known/security.txt`. */
    securityContacts: (read(environment, 'SECURITY_CONTACT') ?? []) as string[],
    /** With a scheme; null: screens name the office. */
    officeContact: read(environment, 'OFFICE_CONTACT'),
    /** Set on the office's screen. */
    mailFooter: null as string | null,
    /** Of national phone numbers, such as `+91`. */
    countryCode: null as string | null,
    /** The academy's logo and colour in mails, likewise. */
    mailLook: ownMailLook,
    apiDocs: read(environment, 'API_DOCS'),
    /** `local` shows the bar and the logins; `public` also lists mail, resets, and takes small files only. */
    demo: demo === 'false' ? null : isPublicDemo ? ('public' as const) : ('local' as const),
    /** Null for no reset. */
    demoResetMs: isPublicDemo ? read(environment, 'DEMO_RESET_MINUTES') * minuteMs || null : null,
    demoPassword: read(environment, 'DEMO_PASSWORD'),
    logLevel: read(environment, 'LOG_LEVEL'),
    tracing: readTracing(environment),
    /** In milliseconds; 0: none. */
    slowQueryMs: read(environment, 'SLOW_QUERY_MS'),
    /** Null: no `/metrics`. */
    metricsToken: read(environment, 'METRICS_TOKEN'),
    /** Of one account; 0 for no limit. */
    forumPostsPerHour: read(environment, 'FORUM_POSTS_PER_HOUR'),
    passwordThreads: read(environment, 'PASSWORD_THREADS'),
    stopDelayMs: read(environment, 'STOP_DELAY_SECONDS') * 1000,
    /** After the delay. */
    stopTimeoutMs: read(environment, 'STOP_TIMEOUT_SECONDS') * 1000,
  };
}

export type Settings = ReturnType<typeof readSettings>;
export type TracingSettings = NonNullable<Settings['tracing']>;
export type OidcSettings = NonNullable<Settings['oidc']>;

export type ShownSetting = { name: SettingName; value: string | null; source: 'environment' | 'default' };

export function describeSettings(environment: NodeJS.ProcessEnv = process.env): ShownSetting[] {
  return (Object.keys(settingSchemas) as SettingName[]).map((name) => {
    const setting = settingSchemas[name];
    const input = environment[name];
    if (input === undefined || input === '') {
      const isSecret = 'show' in setting && setting.by !== null;
      return { name, value: isSecret ? '(not shown)' : setting.by, source: 'default' };
    }
    // May contain a password.
    const plain = input.includes('://') ? redactSecret(input) : input;
    const value = 'show' in setting ? setting.show(input) : plain;
    return { name, value: value.replace(/^"(.*)"$/, '$1'), source: 'environment' };
  });
}
