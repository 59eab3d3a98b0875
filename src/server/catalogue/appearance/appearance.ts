import type { z } from 'zod';
import * as calls from '#contract/catalogue/appearance-calls';
import type { AppearanceEntry } from '#contract/catalogue/appearance-calls';
import { accentRules, accentTokens } from '#contract/catalogue/accent';
import type { HomeWords, LogoScheme, ShownAppearance } from '#contract/catalogue/appearance';
import { newestBatch } from '../../courses/batch-queries.ts';
import { recordAuditEvent } from '../../audit/record-audit-event.ts';
import { act, read } from '../../accounts/sessions/act.ts';
import { announce } from '../../platform/database/announce.ts';
import type { Reader, Writer } from '../../platform/database/database.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { type MailLogo, type MailAppearance, ownMailAppearance } from '../../platform/mail/mail-html.ts';
import { contactAddress, zone as knownZone } from '../../platform/settings/setting-schemas.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { checkFields, fieldsOf, isOlder, versionOf } from '../change-entry.ts';
import { editor } from '../policy.ts';
import { type Logo, parseLogo } from './stored-logo.ts';

type Words = Omit<z.output<typeof calls.changeAppearance.body>, 'version' | 'began' | 'zone'>;

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

export type Appearance = { words: Words; zone: string | null; logos: Record<LogoScheme, Logo | null> };

export async function readAppearance(database: Reader): Promise<Appearance> {
  const row = await database
    .selectFrom('academy_face')
    .select(['words', 'zone', 'logo_light', 'logo_dark'])
    .executeTakeFirst();
  return {
    words: row === undefined ? noWords : { ...noWords, ...(JSON.parse(row.words) as Words) },
    zone: row?.zone ?? null,
    logos: { light: parseLogo(row?.logo_light ?? null), dark: parseLogo(row?.logo_dark ?? null) },
  };
}

export const addressOf = (file: string | null): string | null => (file === null ? null : `/face/${file}`);

const logoAddresses = ({ logos: { light, dark } }: Appearance) => ({
  light: addressOf(light?.file ?? null),
  dark: addressOf(dark?.file ?? null),
});

/** On paper, which is white. */
export const readPaperLogo = async (database: Reader) => (await readAppearance(database)).logos.light;

/** Null for the portal's own. */
export function appearanceOf(appearance: Appearance): ShownAppearance | null {
  const { accent } = appearance.words;
  const logo = logoAddresses(appearance);
  if (accent === null && logo.light === null && logo.dark === null) return null;
  return { rules: accent === null ? null : accentRules(accent), logo };
}

export const homeWordsOf = ({ words: { heading, paragraph, steps } }: Appearance): HomeWords => ({
  heading,
  paragraph,
  steps,
});

type Replaced = Pick<
  Settings,
  'academyName' | 'academyZone' | 'officeContact' | 'mailFooter' | 'mailAppearance' | 'countryCode'
>;

/** The environment's values of what the office's screen replaces. */
const replaced = new WeakMap<Settings, Replaced>();

function ownOf(settings: Settings): Replaced {
  const { academyName, academyZone, officeContact, mailFooter, mailAppearance, countryCode } = settings;
  const now = { academyName, academyZone, officeContact, mailFooter, mailAppearance, countryCode };
  const own = replaced.get(settings) ?? now;
  replaced.set(settings, own);
  return own;
}

/** The size from a PNG's header, halved for sharp screens. */
function mailLogoOf(logo: Logo | null): MailLogo | null {
  if (logo === null) return null;
  const half = (at: number) => Math.max(1, Math.round(logo.mail.readUInt32BE(at) / 2));
  return { png: logo.mail, width: half(16), height: half(20) };
}

function mailAccentOf(accent: string): MailAppearance['accent'] {
  const { light, dark } = accentTokens(accent);
  const pair = (tokens: Record<string, string>) => ({
    accent: tokens['accent'] as string,
    onAccent: tokens['on-accent'] as string,
  });
  return { light: pair(light), dark: pair(dark) };
}

const zoneOf = (settings: Settings, zone: string | null): string =>
  settings.fixed.academyZone ? ownOf(settings).academyZone : (zone ?? ownOf(settings).academyZone);

/** Null while it can change: each date of a batch is a local one. */
async function whyZoneStays(database: Reader, settings: Settings): Promise<string | null> {
  if (settings.fixed.academyZone) return 'The setting ACADEMY_ZONE sets it.';
  const batch = await newestBatch(database);
  return batch === undefined ? null : `It cannot change, because ${batch} has dates.`;
}

/** The row is locked. @throws 400 for an unknown zone, or where it stays */
async function changeZone(
  writer: Writer,
  settings: Settings,
  { zone, now }: { zone: string; now: number },
): Promise<void> {
  const refuse = (message: string) => {
    throw httpErrors.invalidFields(message, [{ name: 'zone', message }]);
  };
  if (!knownZone.safeParse(zone).success)
    refuse('Enter a time zone of the IANA list, such as Asia/Kolkata or Europe/Berlin.');
  const why = await whyZoneStays(writer, settings);
  if (why !== null) refuse(`The time zone stays. ${why}`);
  await writeAppearance(writer, { zone }, now);
}

/** Mails, receipts and the like read the settings: the office's words take the place of the environment's. */
export function applyAppearance(settings: Settings, { words, zone, logos }: Appearance): void {
  const own = ownOf(settings);
  Object.assign(settings, {
    academyName: words.name ?? own.academyName,
    academyZone: zoneOf(settings, zone),
    officeContact: words.contact === null ? own.officeContact : contactAddress(words.contact),
    mailFooter: words.mail_footer,
    countryCode: words.country_code,
    mailAppearance: {
      logo: { light: mailLogoOf(logos.light), dark: mailLogoOf(logos.dark) },
      accent: words.accent === null ? ownMailAppearance.accent : mailAccentOf(words.accent),
    },
  } satisfies Replaced);
}

export async function presentAppearance(database: Reader, settings: Settings): Promise<AppearanceEntry> {
  const appearance = await readAppearance(database);
  const own = ownOf(settings);
  return {
    ...appearance.words,
    logo: logoAddresses(appearance),
    defaults: {
      name: own.academyName,
      contact: own.officeContact,
      zone_fixed: await whyZoneStays(database, settings),
    },
    zone: zoneOf(settings, appearance.zone),
    version: versionOf(appearance.words),
  };
}

/** An upsert, so that it locks the row also where there is none yet. */
export async function lockAppearance(writer: Writer, now: number): Promise<void> {
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
export async function writeAppearance(
  writer: Writer,
  values: { words?: string; zone?: string; logo_light?: string | null; logo_dark?: string | null },
  now: number,
): Promise<void> {
  await writer
    .updateTable('academy_face')
    .set({ ...values, changed_at: now })
    .execute();
  announce(writer, 'texts');
}

function wordsOf(body: z.output<typeof calls.changeAppearance.body>): Words {
  const { zone: _, ...words } = fieldsOf(body);
  return words;
}

const unusableContact = 'contact must be an email address, an https:// address or a tel: number';

export const appearanceCalls = [
  read(calls.readAppearance, {
    who: editor,
    run: ({ context: { database, settings } }) => presentAppearance(database.reader, settings),
  }),

  act(calls.changeAppearance, {
    who: editor,
    prepare({ body: { contact } }) {
      if (contact !== null && contactAddress(contact) === null)
        throw httpErrors.invalidFields(unusableContact, [{ name: 'contact', message: unusableContact }]);
    },
    key: { kind: 'face', content: ({ body }) => [fieldsOf(body)] },
    changes: {
      async stored(writer, { context, now }) {
        await lockAppearance(writer, now);
        return presentAppearance(writer, context.settings);
      },
      message: 'The appearance was changed in the meantime. Your version is not saved yet.',
      refuses: (body, current) => isOlder(body, current, versionOf(wordsOf(body))),
    },
    audit: 'change-face',
    async run(writer, { context, viewer: { accountId }, body, stored: current, now }) {
      const words = wordsOf(body);
      const { zone = current.zone } = body;
      const isMoved = zone !== current.zone;
      if (isMoved) await changeZone(writer, context.settings, { zone, now });
      if (versionOf(words) === current.version && !isMoved) return { id: accountId };
      const names = Object.keys(words) as (keyof Words)[];
      const isSame = (name: keyof Words) => JSON.stringify(current[name]) === JSON.stringify(words[name]);
      const changed = names.filter((name) => !isSame(name));
      const only = (from: Words, of: string) => ({
        ...Object.fromEntries(changed.map((name) => [name, from[name]])),
        ...(isMoved && { zone: of }),
      });
      await writeAppearance(writer, { words: JSON.stringify(words) }, now);
      const audit = { subject: 'academy', before: only(current, current.zone), after: only(words, zone) };
      return { id: accountId, audit };
    },
    answer: (reader, { context }) => presentAppearance(reader, context.settings),
  }),
];

type Beginning = {
  academy_name?: string | undefined;
  accent?: string | undefined;
  zone?: string | undefined;
};

/**
 * What the first administrator says of the academy, within that transaction; empty fields stay as they are.
 * @throws 400 with the field, before and within it
 */
export function prepareAcademy(settings: Settings, typed: Beginning) {
  const { academy_name: name, accent, zone } = checkFields(calls.beginning, typed);
  if (settings.fixed.academyName && name !== null && name !== settings.academyName) {
    const message = 'The setting ACADEMY_NAME sets the name.';
    throw httpErrors.invalidFields(message, [{ name: 'academy_name', message }]);
  }
  return async (writer: Writer, { actorId, at }: { actorId: number; at: number }): Promise<void> => {
    await lockAppearance(writer, at);
    const appearance = await readAppearance(writer);
    const isNamed = name !== null && name !== settings.academyName;
    const isMoved = zone !== undefined && zone !== '' && zone !== zoneOf(settings, appearance.zone);
    if (!isNamed && accent === null && !isMoved) return;
    if (isMoved) await changeZone(writer, settings, { zone, now: at });
    const changed = { ...(isNamed && { name }), ...(accent !== null && { accent }) };
    await writeAppearance(writer, { words: JSON.stringify({ ...appearance.words, ...changed }) }, at);
    const after = { ...changed, ...(isMoved && { zone }) };
    await recordAuditEvent(writer, { at, actorId, act: 'change-face', subject: 'academy', after });
  };
}
