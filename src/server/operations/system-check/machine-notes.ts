import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../../platform/context.ts';
import { ifPresent } from '../../platform/error-code.ts';
import { privateFile, stagingName } from '../../platform/files/local-folders.ts';

// In DATA_DIR, of this machine's database: one that lacks it is another, or older.

type Note = 'receipt-key' | 'newest-submission' | 'newest-changes';
type Settings = Pick<AppContext, 'settings'>;

const noteFile = ({ settings }: Settings, note: Note): string => path.join(settings.dataDir, note);

/** Empty without one. */
export async function readNote(context: Settings, note: Note): Promise<string> {
  const text = await ifPresent(readFile(noteFile(context, note), 'utf8'));
  return text?.trim() ?? '';
}

export async function writeNote(context: Settings, note: Note, text: string): Promise<void> {
  const temporary = path.join(context.settings.dataDir, `.${stagingName(note)}`);
  try {
    await writeFile(temporary, `${text}\n`, { mode: privateFile });
    await rename(temporary, noteFile(context, note));
  } finally {
    await rm(temporary, { force: true });
  }
}
