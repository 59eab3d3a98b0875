import type { Settings } from './settings/settings.ts';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { privateFile } from './files/local-folders.ts';
import { BlockList, isIPv6 } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** The only name is `localhost`. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || loopback.check(host, isIPv6(host) ? 'ipv6' : 'ipv4');
}

/** Whether a link to the portal works on this machine alone. */
export function isLocalOnly({ publicUrl }: Pick<Settings, 'publicUrl'>): boolean {
  const host = publicUrl?.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '') ?? 'localhost';
  return isLoopback(host) || host.endsWith('.localhost') || loopbackOf.has(host);
}

/** A link cannot have a wildcard address. */
const loopbackOf = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
]);

/** The public address, else the local one. */
export function portalLink(
  settings: Pick<Settings, 'publicUrl' | 'host' | 'port'>,
  pathAndQuery: string,
): string {
  const host =
    loopbackOf.get(settings.host) ?? (settings.host.includes(':') ? `[${settings.host}]` : settings.host);
  return new URL(pathAndQuery, settings.publicUrl ?? `http://${host}:${settings.port}`).href;
}

const fileIn = (dataDir: string): string => path.join(dataDir, 'listening-port');

/** For links that commands print, so a failure is harmless. */
export async function recordListeningPort({
  dataDir,
  port,
}: Pick<Settings, 'dataDir' | 'port'>): Promise<void> {
  await writeFile(fileIn(dataDir), String(port), { mode: privateFile }).catch(() => undefined);
}

/** Current or last port; by default the setting's. */
export async function listeningPort({ dataDir, port }: Pick<Settings, 'dataDir' | 'port'>): Promise<number> {
  const noted = Number(await readFile(fileIn(dataDir), 'utf8').catch(() => ''));
  return Number.isInteger(noted) && noted > 0 ? noted : port;
}

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
