import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { privateFile } from './files/private-files.ts';
import type { Settings } from './settings/settings.ts';

const fileIn = (dataDir: string): string => path.join(dataDir, 'listening-port');

/** Notes the port that was taken for commands, whose links lead there; a folder that cannot be written is no reason to stop. */
export async function noteListeningPort({
  dataDir,
  port,
}: Pick<Settings, 'dataDir' | 'port'>): Promise<void> {
  await writeFile(fileIn(dataDir), String(port), { mode: privateFile }).catch(() => undefined);
}

/** The port on which the portal of a folder listens, or last did; the setting's where none was noted. */
export async function listeningPort({ dataDir, port }: Pick<Settings, 'dataDir' | 'port'>): Promise<number> {
  const noted = Number(await readFile(fileIn(dataDir), 'utf8').catch(() => ''));
  return Number.isInteger(noted) && noted > 0 ? noted : port;
}
