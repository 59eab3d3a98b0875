import type { Settings } from './settings/settings.ts';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { privateFile } from './files/local-folders.ts';

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

const fileIn = (dataDir: string): string => path.join(dataDir, 'listening-port');

/** For links that commands print. A failing write does not stop the portal. */
export async function recordListeningPort({
  dataDir,
  port,
}: Pick<Settings, 'dataDir' | 'port'>): Promise<void> {
  await writeFile(fileIn(dataDir), String(port), { mode: privateFile }).catch(() => undefined);
}

/** Current or last port of the data folder's portal; by default the setting's. */
export async function listeningPort({ dataDir, port }: Pick<Settings, 'dataDir' | 'port'>): Promise<number> {
  const noted = Number(await readFile(fileIn(dataDir), 'utf8').catch(() => ''));
  return Number.isInteger(noted) && noted > 0 ? noted : port;
}
