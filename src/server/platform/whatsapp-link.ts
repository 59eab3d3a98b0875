import type { Settings } from './settings/settings.ts';
import { portalLink } from './portal-link.ts';

type WhatsAppSettings = Pick<Settings, 'countryCode' | 'publicUrl' | 'host' | 'port'>;

/**
 * The number in its international form, as WhatsApp wants it: digits only.
 * @param countryCode such as `+91`; without it a national number is not guessed
 * @returns null for a number without a known country, and for what is no number
 */
export function internationalDigits(phone: string, countryCode: string | null): string | null {
  const text = phone.replaceAll(/[\s()-]/g, '');
  if (/^\+[1-9]\d{6,14}$/.test(text)) return text.slice(1);
  return countryCode !== null && /^[1-9]\d{9}$/.test(text) ? countryCode.slice(1) + text : null;
}

/** The portal's address as a sentence; empty where only this machine knows the portal. */
export const addressSentence = (settings: WhatsAppSettings): string =>
  settings.publicUrl === null ? '' : ` Your student portal: ${portalLink(settings, '/')}`;

/** An answer's field: a link that opens a chat with the text ready to send. Nothing is sent by the portal. */
export function whatsApp(
  { countryCode }: WhatsAppSettings,
  phone: string | null,
  text: string,
): { whatsapp?: string } {
  const digits = phone === null ? null : internationalDigits(phone, countryCode);
  return digits === null ? {} : { whatsapp: `https://wa.me/${digits}?text=${encodeURIComponent(text)}` };
}
