import type { z } from 'zod';
import * as calls from '#contract/catalogue/face-calls';
import type { FaceEntry } from '#contract/catalogue/face-calls';
import { accentRules, accentTokens } from '#contract/catalogue/accent';
import type { HomeWords, LogoScheme, Look } from '#contract/catalogue/face';
import { act, read } from '../../accounts/sessions/act.ts';
import { announce } from '../../platform/database/announce.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { type MailLogo, type MailLook, ownMailLook } from '../../platform/mail/mail-html.ts';
import { contactAddress } from '../../platform/settings/setting-schemas.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { fieldsOf, isOlder, versionOf } from '../change-entry.ts';
import { editor } from '../policy.ts';
import { type Logo, parseLogo } from './stored-logo.ts';

type Words = Omit<z.output<typeof calls.changeFace.body>, 'version' | 'began'>;

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

export type Face = { words: Words; logos: Record<LogoScheme, Logo | null> };

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

export const addressOf = (file: string | null): string | null => (file === null ? null : `/face/${file}`);

const logoAddresses = ({ logos: { light, dark } }: Face) => ({
  light: addressOf(light?.file ?? null),
  dark: addressOf(dark?.file ?? null),
});

/** On paper, which is white. */
export const readPaperLogo = async (database: Reader) => (await readFace(database)).logos.light;

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

/** An upsert, so that it locks the row also where there is none yet. */
export async function lockFace(writer: Writer, now: number): Promise<void> {
  await writer
    .insertInto('academy_face')
    .values({
      id: 1,
      words: JSON.stringify(noWords),
      logo_light: null,
      logo_dark: null,
      changed_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id: 1 }))
    .execute();
}

/** The row is locked. */
export async function writeFace(
  writer: Writer,
  values: { words?: string; logo_light?: string | null; logo_dark?: string | null },
  now: number,
): Promise<void> {
  await writer
    .updateTable('academy_face')
    .set({ ...values, changed_at: now })
    .execute();
  announce(writer, 'texts');
}

const unusableContact = 'contact must be an email address, an https:// address or a tel: number';

export const faceCalls = [
  read(calls.readFace, {
    who: editor,
    run: ({ context: { database, settings } }) => presentFace(database.reader, settings),
  }),

  act(calls.changeFace, {
    who: editor,
    prepare({ body: { contact } }) {
      if (contact !== null && contactAddress(contact) === null)
        throw httpErrors.invalidFields(unusableContact, [{ name: 'contact', message: unusableContact }]);
    },
    key: { kind: 'face', content: ({ body }) => [fieldsOf(body)] },
    changes: {
      async stored(writer, { context, now }) {
        await lockFace(writer, now);
        return presentFace(writer, context.settings);
      },
      message: 'The appearance was changed in the meantime. Your version is not saved yet.',
      refuses: (body, current) => isOlder(body, current, versionOf(fieldsOf(body))),
    },
    audit: 'change-face',
    async run(writer, { viewer: { accountId }, body, stored: current, now }) {
      const words = fieldsOf(body);
      if (versionOf(words) === current.version) return { id: accountId };
      const names = Object.keys(words) as (keyof Words)[];
      const isSame = (name: keyof Words) => JSON.stringify(current[name]) === JSON.stringify(words[name]);
      const changed = names.filter((name) => !isSame(name));
      const only = (from: Words) => Object.fromEntries(changed.map((name) => [name, from[name]]));
      await writeFace(writer, { words: JSON.stringify(words) }, now);
      return { id: accountId, audit: { subject: 'academy', before: only(current), after: only(words) } };
    },
    answer: (reader, { context }) => presentFace(reader, context.settings),
  }),
];
