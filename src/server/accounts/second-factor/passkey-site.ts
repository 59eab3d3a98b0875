import { isIP } from 'node:net';
import type { Settings } from '../../platform/settings/settings.ts';

/** Where passkeys are made and used: the host that they are bound to, and the only origin that is believed. */
export type PasskeySite = { id: string; origin: string };

/**
 * The site of `PUBLIC_URL`, and nothing else: a name that a request brings along could be somebody else's. Null where browsers
 * make no passkeys: without such an address, over plain HTTP except on this machine, and under a number in place of a name.
 */
export function passkeySite({ publicUrl }: Pick<Settings, 'publicUrl'>): PasskeySite | null {
  if (publicUrl === null) return null;
  const { hostname, protocol, origin } = publicUrl;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isNumber = hostname.startsWith('[') || isIP(hostname) !== 0;
  return (protocol === 'https:' || isLocal) && !isNumber ? { id: hostname, origin } : null;
}
