import type { SubmittedEntry } from '#contract/submissions/preview-calls';
import { linesOf } from '#contract/submissions/text-lines';
import { decodeText, encodingOf, type TextEncoding } from '#contract/text-encoding';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors } from '../../platform/http/http-errors.ts';
import { limits } from '#contract/limits';
import type { ReadableFile } from '../policy.ts';
import { textBytes } from './describe-preview.ts';
import { headBytes, isTextName, kindOf } from './file-kind.ts';
import { listZip, openEntry, UnreadableZip } from './read-zip.ts';
import { readRange, whileStored } from './stored-file.ts';

type Context = Pick<AppContext, 'files' | 'log' | 'alarms'>;

/** At most `textBytes` of it. */
export type FileBeginning = { bytes: Buffer; encoding: TextEncoding; isCut: boolean };

const noText = () => httpErrors.unsupportedType('This file is not a text.');

async function headOf({ files }: Context, file: ReadableFile) {
  return kindOf(file.name, await readRange(files, file, 0, headBytes));
}

/** @throws 415 where it cannot be read */
async function ofZip<T>(context: Context, file: ReadableFile, read: () => Promise<T>): Promise<T> {
  if ((await headOf(context, file)).kind !== 'zip')
    throw httpErrors.unsupportedType('This file is not a ZIP.');
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UnreadableZip)) throw error;
    throw httpErrors.unsupportedType(`This ZIP cannot be read here. ${error.message}`);
  }
}

async function readEntry(context: Context, file: ReadableFile, path: string): Promise<FileBeginning> {
  const { files } = context;
  const opened = await ofZip(context, file, async () => {
    const { entries } = await listZip(files, file);
    const entry = entries.find(({ name, isFolder }) => name === path && !isFolder);
    return entry === undefined ? null : openEntry(files, file, entry.index, textBytes);
  });
  if (opened === null) throw httpErrors.notFound('There is no such file in this ZIP.');
  const { entry, bytes } = opened;
  const encoding = encodingOf(bytes);
  if (encoding === null && bytes.length > 0) throw noText();
  return { bytes, encoding: encoding ?? 'utf-8', isCut: Math.max(entry.bytes, bytes.length) > bytes.length };
}

async function readWhole(context: Context, file: ReadableFile): Promise<FileBeginning> {
  const kind = await headOf(context, file);
  if (kind.kind !== 'text') throw noText();
  const bytes = await readRange(context.files, file, 0, textBytes);
  // These are more bytes than were checked before.
  return { bytes, encoding: encodingOf(bytes) ?? kind.encoding, isCut: bytes.length < file.bytes };
}

/** @param path in a ZIP; null: the file itself. @throws 404 for no such entry, 410 for lost bytes, 415 for no text */
export function readBeginning(
  context: Context,
  file: ReadableFile,
  path: string | null,
): Promise<FileBeginning> {
  return whileStored(context, file, () =>
    path === null ? readWhole(context, file) : readEntry(context, file, path),
  );
}

/** How many lines of it are shown. @throws as `readBeginning` */
export async function countLines(context: Context, file: ReadableFile, path: string | null): Promise<number> {
  const { bytes, encoding } = await readBeginning(context, file, path);
  return linesOf(decodeText(bytes, encoding)).length;
}

/** Of entries with one name the first is meant, and a name that no request can have is left out. */
export function listEntries(context: Context, file: ReadableFile): Promise<SubmittedEntry[]> {
  return whileStored(context, file, () =>
    ofZip(context, file, async () => {
      const { entries } = await listZip(context.files, file);
      const files = new Map<string, SubmittedEntry>();
      for (const { name, bytes, isFolder, isEncrypted } of entries) {
        const isNamed = name !== '' && name.length <= limits.linePath && !name.includes('\0');
        if (isFolder || !isNamed || files.has(name)) continue;
        files.set(name, { path: name, bytes, isText: !isEncrypted && isTextName(name) });
      }
      return [...files.values()];
    }),
  );
}
