import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { changeFace as changeFaceCall, FaceEntry } from '#contract/catalogue/face-calls';
import { accentRules, accentTokens } from '#contract/catalogue/accent';
import { type HomeWords, type LogoScheme, logoSchemes, type Look } from '#contract/catalogue/face';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import type { AppContext } from '../../platform/context.ts';
import { announce } from '../../platform/database/announce.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { type MailLogo, type MailLook, ownMailLook } from '../../platform/mail/mail-html.ts';
import { contactAddress } from '../../platform/settings/setting-schemas.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { editOnce, type Editor, mustChange, versionOf } from '../change-entry.ts';
import { drawLogo } from './draw-logo.ts';

type Context = Pick<AppContext, 'database' | 'clock' | 'settings'>;

type Words = Omit<z.output<typeof changeFaceCall.body>, 'version'>;

const noWords: Words = {
  name: null,
  accent: null,
  heading: null,
  paragraph: null,
  steps: null,
  contact: null,
  mail_footer: null,
  country_code: null,
};

/** `mail`: as a small PNG. */
export type Logo = { file: string; contentType: string; body: Buffer; mail: Buffer };

export type Face = { words: Words; logos: Record<LogoScheme, Logo | null> };

/** SVG: stored by earlier versions, which kept its shapes. */
const contentTypes: Record<string, string> = { svg: 'image/svg+xml', png: 'image/png', webp: 'image/webp' };

function parseLogo(stored: string | null): Logo | null {
  if (stored === null) return null;
  const [file = '', ...bytes] = stored.split(' ');
  const contentType = contentTypes[file.split('.')[1] ?? ''] as string;
  const [body, mail] = [0, 1].map((at) => Buffer.from(bytes[at] ?? '', 'base64')) as [Buffer, Buffer];
  return { file, contentType, body, mail };
}

const storedForm = ({ file, body, mail }: Logo): string =>
  [file, body.toString('base64'), mail.toString('base64')].join(' ');

export async function readFace(database: Reader): Promise<Face> {
  const row = await database
    .selectFrom('academy_face')
    .select(['words', 'logo_light', 'logo_dark'])
    .executeTakeFirst();
  return {
    words: row === undefined ? noWords : { ...noWords, ...(JSON.parse(row.words) as Words) },
    logos: { light: parseLogo(row?.logo_light ?? null), dark: parseLogo(row?.logo_dark ?? null) },
  };
}

const addressOf = (logo: Logo | null): string | null => (logo === null ? null : `/face/${logo.file}`);
const logoAddresses = ({ logos }: Face) => ({ light: addressOf(logos.light), dark: addressOf(logos.dark) });

/** Null for the portal's own. */
export function lookOf(face: Face): Look | null {
  const { accent } = face.words;
  const logo = logoAddresses(face);
  if (accent === null && logo.light === null && logo.dark === null) return null;
  return { rules: accent === null ? null : accentRules(accent), logo };
}

export const homeWordsOf = ({ words: { heading, paragraph, steps } }: Face): HomeWords => ({
  heading,
  paragraph,
  steps,
});

type Replaced = Pick<Settings, 'academyName' | 'officeContact' | 'mailFooter' | 'mailLook' | 'countryCode'>;

/** The environment's values of what the office's screen replaces. */
const replaced = new WeakMap<Settings, Replaced>();

function ownOf(settings: Settings): Replaced {
  const { academyName, officeContact, mailFooter, mailLook, countryCode } = settings;
  const own = replaced.get(settings) ?? { academyName, officeContact, mailFooter, mailLook, countryCode };
  replaced.set(settings, own);
  return own;
}

/** The size from a PNG's header, halved for sharp screens. */
function mailLogoOf(logo: Logo | null): MailLogo | null {
  if (logo === null) return null;
  const half = (at: number) => Math.max(1, Math.round(logo.mail.readUInt32BE(at) / 2));
  return { png: logo.mail, width: half(16), height: half(20) };
}

function mailAccentOf(accent: string): MailLook['accent'] {
  const { light, dark } = accentTokens(accent);
  const pair = (tokens: Record<string, string>) => ({
    accent: tokens['accent'] as string,
    onAccent: tokens['on-accent'] as string,
  });
  return { light: pair(light), dark: pair(dark) };
}

/** Mails, receipts and the like read the settings: the office's words take the place of the environment's. */
export function applyFace(settings: Settings, { words, logos }: Face): void {
  const own = ownOf(settings);
  Object.assign(settings, {
    academyName: words.name ?? own.academyName,
    officeContact: words.contact === null ? own.officeContact : contactAddress(words.contact),
    mailFooter: words.mail_footer,
    countryCode: words.country_code,
    mailLook: {
      logo: { light: mailLogoOf(logos.light), dark: mailLogoOf(logos.dark) },
      accent: words.accent === null ? ownMailLook.accent : mailAccentOf(words.accent),
    },
  } satisfies Replaced);
}

export async function presentFace(database: Reader, settings: Settings): Promise<FaceEntry> {
  const face = await readFace(database);
  const own = ownOf(settings);
  return {
    ...face.words,
    logo: logoAddresses(face),
    defaults: { name: own.academyName, contact: own.officeContact },
    version: versionOf(face.words),
  };
}

async function write(
  writer: Writer,
  values: { words?: string; logo_light?: string | null; logo_dark?: string | null },
  now: number,
): Promise<void> {
  const changed = { ...values, changed_at: now };
  await writer
    .insertInto('academy_face')
    .values({ id: 1, words: JSON.stringify(noWords), logo_light: null, logo_dark: null, ...changed })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changed))
    .execute();
  announce(writer, 'texts');
}

const unusableContact = 'contact must be an email address, an https:// address or a tel: number';

/** @throws 400 for a contact that leads nowhere; 409 with `current` after a change by others */
export async function changeFace(
  context: Context,
  { accountId, key }: Editor,
  { version, ...words }: z.output<typeof changeFaceCall.body>,
): Promise<FaceEntry> {
  if (words.contact !== null && contactAddress(words.contact) === null)
    throw httpErrors.invalidFields(unusableContact, [{ name: 'contact', message: unusableContact }]);
  return editOnce(
    context,
    { accountId, key, kind: 'face', content: [words] },
    async (writer, now) => {
      const current = await presentFace(writer, context.settings);
      const message = 'The appearance was changed in the meantime. Your version is not saved yet.';
      if (!mustChange(current, { wanted: versionOf(words), seen: version, message })) return;
      const names = Object.keys(words) as (keyof Words)[];
      const isSame = (name: keyof Words) => JSON.stringify(current[name]) === JSON.stringify(words[name]);
      const changed = names.filter((name) => !isSame(name));
      const only = (from: Words) => Object.fromEntries(changed.map((name) => [name, from[name]]));
      await write(writer, { words: JSON.stringify(words) }, now);
      const event = { at: now, actorId: accountId, act: 'change-face', subject: 'academy' } as const;
      await recordAuditEvent(writer, { ...event, before: only(current), after: only(words) });
    },
    (writer) => presentFace(writer, context.settings),
  );
}

/** @throws 400 for another kind of file, or one that cannot be kept as it is */
async function readLogo(bytes: Buffer): Promise<Logo> {
  const { ending, body, mail } = await drawLogo(bytes);
  const name = createHash('sha256').update(body).digest('hex').slice(0, 20);
  return { file: `${name}.${ending}`, contentType: contentTypes[ending] as string, body, mail };
}

/** @param body null to remove it */
export async function setLogo(
  context: Context,
  { accountId, key }: Editor,
  scheme: LogoScheme,
  body: Buffer | null,
): Promise<FaceEntry> {
  const logo = body === null ? null : await readLogo(body);
  return editOnce(
    context,
    { accountId, key, kind: 'face', content: [scheme, logo?.file ?? null] },
    async (writer, now) => {
      const before = (await readFace(writer)).logos[scheme]?.file ?? null;
      if (before === (logo?.file ?? null)) return;
      const stored = logo === null ? null : storedForm(logo);
      await write(writer, { [`logo_${scheme}`]: stored }, now);
      await recordAuditEvent(writer, {
        at: now,
        actorId: accountId,
        act: logo === null ? 'remove-logo' : 'put-logo',
        subject: `${scheme} scheme`,
        before: before === null ? null : { file: before },
        after: logo === null ? null : { file: logo.file },
      });
    },
    (writer) => presentFace(writer, context.settings),
  );
}

/** Undefined if no scheme has it. */
export const logoNamed = ({ logos }: Face, file: string): Logo | undefined =>
  logoSchemes.map((scheme) => logos[scheme]).find((logo) => logo?.file === file) ?? undefined;
