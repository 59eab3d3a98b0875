import type { Settings } from './settings/settings.ts';

/** A wildcard address is bound on all interfaces; links use loopback instead. */
const loopbackOf = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
]);

/** A link to the portal at its public address, else at the one where it listens on this machine. */
export function portalLink(
  settings: Pick<Settings, 'publicUrl' | 'host' | 'port'>,
  pathAndQuery: string,
): string {
  const host =
    loopbackOf.get(settings.host) ?? (settings.host.includes(':') ? `[${settings.host}]` : settings.host);
  return new URL(pathAndQuery, settings.publicUrl ?? `http://${host}:${settings.port}`).href;
}
