import type { Settings } from './settings/settings.ts';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { privateFile } from './files/local-folders.ts';

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
