import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ifPresent } from '../error-code.ts';
import { privateFile, syncFolder } from '../files/local-folders.ts';

/** A kind of a later version stays as it is. */
export type Alarm = { id: string; kind: string; facts: readonly string[]; foundAt: number };

type Line = Alarm | { id: string; acknowledged: true };

const noteName = 'alarms';

function parseLine(text: string): Line | null {
  try {
    const line = JSON.parse(text) as Line;
    return typeof line.id === 'string' && ('acknowledged' in line || Array.isArray(line.facts)) ? line : null;
  } catch {
    // Half of a line, as after a power loss.
    return null;
  }
}

/** Beside the database, since an older copy of that has lost its own rows. */
export async function readAlarmNote(
  dataDir: string,
): Promise<{ alarms: Alarm[]; acknowledged: Set<string> }> {
  const text = (await ifPresent(readFile(path.join(dataDir, noteName), 'utf8'))) ?? '';
  const alarms: Alarm[] = [];
  const acknowledged = new Set<string>();
  for (const line of text.split('\n').map(parseLine)) {
    if (line === null) continue;
    if ('acknowledged' in line) acknowledged.add(line.id);
    else alarms.push(line);
  }
  return { alarms, acknowledged };
}

/** Only appends: several processes share it. */
export async function appendToAlarmNote(dataDir: string, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return;
  const handle = await open(path.join(dataDir, noteName), 'a', privateFile);
  try {
    await handle.write(lines.map((line) => `\n${JSON.stringify(line)}\n`).join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
  await syncFolder(dataDir);
}
