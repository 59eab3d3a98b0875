import type { Settings } from './settings/settings.ts';

/** A wildcard address is no link. */
const loopbackOf = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '[::1]'],
]);

/** At its public address, else its local one. */
export function portalLink(
  settings: Pick<Settings, 'publicUrl' | 'host' | 'port'>,
  pathAndQuery: string,
): string {
  const host =
    loopbackOf.get(settings.host) ?? (settings.host.includes(':') ? `[${settings.host}]` : settings.host);
  return new URL(pathAndQuery, settings.publicUrl ?? `http://${host}:${settings.port}`).href;
}
