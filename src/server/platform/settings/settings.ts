import path from 'node:path';
import type { z } from 'zod';
import { hourMs, minuteMs } from '#contract/durations';
import type { OwnMailWords } from '#contract/mail-words';
import { redactSecret } from '../files/s3-address.ts';
import { ownMailAppearance } from '../mail/mail-html.ts';
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

type Values = { [N in SettingName]: z.output<(typeof settingSchemas)[N]['schema']> };

/** Unset and empty mean the default. @returns only the valid values, and a line per invalid one */
function parseAll(environment: NodeJS.ProcessEnv): { values: Values; faults: string[] } {
  const values: Partial<Record<SettingName, unknown>> = {};
  const faults: string[] = [];
  for (const name of settingNames) {
    const setting = settingSchemas[name];
    const input = environment[name];
    const parsed = setting.schema.safeParse(input === undefined || input === '' ? setting.by : input);
    if (parsed.success) values[name] = parsed.data;
    else {
      const shown = 'show' in setting ? setting.show(input ?? '') : JSON.stringify(input);
      faults.push(`Setting ${name} is ${shown}; allowed: ${setting.allowed}`);
    }
  }
  return { values: values as Values, faults };
}

/** With a collector, or the exporter's default. */
function readTracing(values: Values) {
  const exporter = values.OTEL_TRACES_EXPORTER;
  const addresses = [values.OTEL_EXPORTER_OTLP_ENDPOINT, values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT];
  const tracing = {
    serviceName: values.OTEL_SERVICE_NAME,
    sampler: values.OTEL_TRACES_SAMPLER,
    /** For `traceidratio`, 0 to 1. */
    samplerArgument: values.OTEL_TRACES_SAMPLER_ARG,
  };
  const isOn = exporter === 'otlp' || addresses.some((address) => address !== null);
  const isOff = exporter === 'none' || values.OTEL_SDK_DISABLED;
  return isOn && !isOff ? tracing : null;
}

function readOidc(values: Values) {
  const issuer = values.OIDC_ISSUER;
  const clientId = values.OIDC_CLIENT_ID;
  const oidc = {
    /** Null: PKCE only. */
    clientSecret: values.OIDC_CLIENT_SECRET,
    button: values.OIDC_BUTTON,
    scope: values.OIDC_SCOPE,
    /** Per request; a login may take two. */
    timeoutMs: values.OIDC_TIMEOUT_SECONDS * 1000,
    /** Unknown emails get accounts that wait for placement. */
    makesAccounts: values.OIDC_NEW_ACCOUNTS === 'waiting',
    /** Null: roles are not taken from the provider. */
    roleClaim: values.OIDC_ROLE_CLAIM,
    mentorRole: values.OIDC_MENTOR_ROLE,
    administratorRole: values.OIDC_ADMINISTRATOR_ROLE,
  };
  return issuer === null || clientId === null ? null : { issuer, clientId, ...oidc };
}

const isSetIn = (environment: NodeJS.ProcessEnv, name: SettingName): boolean =>
  (environment[name] ?? '') !== '';

/** Of valid values together. */
function findConflicts(environment: NodeJS.ProcessEnv): string[] {
  const faults: string[] = [];
  const isSet = (name: SettingName) => isSetIn(environment, name);
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

/** @throws SettingsError, a line per invalid value */
export function readSettings(environment: NodeJS.ProcessEnv = process.env) {
  const { values, faults } = parseAll(environment);
  faults.push(...findConflicts(environment));
  if (faults.length > 0) throw new SettingsError(faults.join('\n'));
  const demo = values.DEMO;
  const isPublicDemo = demo === 'true';
  const maxUploadMb = values.MAX_UPLOAD_MB;
  const smtpUrl = isPublicDemo ? listedMail : values.SMTP_URL;
  const requireConfirmedEmail = values.REQUIRE_CONFIRMED_EMAIL;
  const oidc = readOidc(values);
  const staffPasswordLogin = values.STAFF_PASSWORD_LOGIN;
  const requireSecondFactor = values.REQUIRE_SECOND_FACTOR;
  const publicUrl = values.PUBLIC_URL;
  return {
    host: values.HOST,
    port: values.PORT,
    /** Absolute. */
    dataDir: path.resolve(values.DATA_DIR),
    /** Null: SQLite in `dataDir`. */
    databaseUrl: values.DATABASE_URL,
    auditMonths: values.AUDIT_MONTHS,
    databasePoolSize: values.DATABASE_POOL_SIZE,
    /** Null: a folder in `dataDir`. */
    storage: values.STORAGE_URL,
    /** Folder or `s3://…`, for backups and the journal; may contain a secret. */
    backupTarget: values.BACKUP_TARGET,
    /** Null: only the request's Host is known. */
    publicUrl,
    /** Proxies' addresses, or their number; null if unset. */
    trustProxy: values.TRUST_PROXY,
    /** The first encrypts, all decrypt. */
    secretKeys: [...(values.SECRET_KEY ?? []), ...(values.SECRET_KEY_FILE ?? [])],
    /** Null to queue mail without sending it; `listedMail` in a public demo. */
    smtpUrl,
    /** Null: made from `publicUrl`. */
    mailFrom: values.MAIL_FROM,
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
    staffIdleMs: values.STAFF_IDLE_HOURS * hourMs,
    /** What screens cannot change. */
    fixed: {
      academyName: isSetIn(environment, 'ACADEMY_NAME'),
      academyZone: isSetIn(environment, 'ACADEMY_ZONE'),
    },
    academyName: values.ACADEMY_NAME,
    academyZone: values.ACADEMY_ZONE,
    maxUploadBytes: (isPublicDemo ? Math.min(maxUploadMb, 5) : maxUploadMb) * 1024 * 1024,
    uploadsAtOnce: values.UPLOADS_AT_ONCE,
    uploadsAtOnceOfAccount: values.UPLOADS_AT_ONCE_PER_ACCOUNT,
    /** Of a student; 0 for no limit. */
    requestsPerSecond: values.REQUESTS_PER_SECOND,
    uploadLongestMs: values.UPLOAD_MINUTES * minuteMs,
    /** Bytes a second. */
    uploadLeastRate: values.UPLOAD_BYTES_PER_SECOND,
    /** Of a student. */
    submissionsADay: values.HAND_INS_PER_DAY,
    submissionBytesADay: values.HAND_IN_MB_PER_DAY * 1024 * 1024,
    /** Of a student; beyond, the oldest goes. */
    unfinishedUploads: values.UNFINISHED_UPLOADS,
    recordsAtOnce: values.RECORDS_AT_ONCE,
    /** To one address. */
    mailsADay: values.MAILS_PER_DAY,
    /** In the academy's zone. */
    dailyMailHour: values.DAILY_MAIL_HOUR,
    frameHosts: values.FRAME_HOSTS,
    /** With schemes; empty: no `/.well-known/security.txt`. */
    securityContacts: (values.SECURITY_CONTACT ?? []) as string[],
    /** With a scheme; null: screens name the office. */
    officeContact: values.OFFICE_CONTACT,
    /** Set on the office's screen. */
    mailFooter: null as string | null,
    /** Of national phone numbers, such as `+91`. */
    countryCode: null as string | null,
    /** The academy's logo and colour in mails, likewise. */
    mailAppearance: ownMailAppearance,
    /** Mails in the office's words, likewise. */
    mailWords: {} as OwnMailWords,
    apiDocs: values.API_DOCS,
    /** `local` shows the bar and the logins; `public` also lists mail, resets, and takes small files only. */
    demo: demo === 'false' ? null : isPublicDemo ? ('public' as const) : ('local' as const),
    /** Null for no reset. */
    demoResetMs: isPublicDemo ? values.DEMO_RESET_MINUTES * minuteMs || null : null,
    demoPassword: values.DEMO_PASSWORD,
    logLevel: values.LOG_LEVEL,
    tracing: readTracing(values),
    /** In milliseconds; 0: none. */
    slowQueryMs: values.SLOW_QUERY_MS,
    /** Null: no `/metrics`. */
    metricsToken: values.METRICS_TOKEN,
    /** Of one account; 0 for no limit. */
    forumPostsPerHour: values.FORUM_POSTS_PER_HOUR,
    passwordThreads: values.PASSWORD_THREADS,
    stopDelayMs: values.STOP_DELAY_SECONDS * 1000,
    /** After the delay. */
    stopTimeoutMs: values.STOP_TIMEOUT_SECONDS * 1000,
  };
}

export type Settings = ReturnType<typeof readSettings>;
export type TracingSettings = NonNullable<Settings['tracing']>;
export type OidcSettings = NonNullable<Settings['oidc']>;

export type ShownSetting = { name: SettingName; value: string | null; source: 'environment' | 'default' };

export function describeSettings(environment: NodeJS.ProcessEnv = process.env): ShownSetting[] {
  return settingNames.map((name) => {
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
