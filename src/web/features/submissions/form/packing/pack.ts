import { distinctEntryNames } from '#contract/zip-names';
import { CallError } from '../../../../lib/calls/call-error.ts';
import type { Work } from './pack-files.ts';
import { failedToPack, isPhoto, type ListedFile } from './pack-rules.ts';
import { loadPart } from '../../../../lib/calls/load-part.ts';

type Packer = { work: (given: Work) => Promise<Blob | null>; close: () => void };

async function openPacker(signal: AbortSignal): Promise<Packer> {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') {
    const { work } = await loadPart(() => import('./pack-files.ts'));
    return { work, close() {} };
  }
  const worker = new Worker(new URL('./pack-worker.ts', import.meta.url), { type: 'module' });
  const work = (given: Work) =>
    new Promise<Blob | null>((resolve, reject) => {
      const fail = () => reject(new Error(failedToPack));
      const answer = ({ data }: MessageEvent<{ result: Blob | null } | null>) =>
        data === null ? fail() : resolve(data.result);
      signal.addEventListener('abort', fail, { once: true });
      worker.addEventListener('error', fail, { once: true });
      worker.addEventListener('message', answer, { once: true });
      worker.postMessage(given);
    });
  return { work, close: () => worker.terminate() };
}

/** Of photos: taking one out does not prepare the others again. */
const prepared = new WeakMap<File, Blob | null>();

async function prepare(file: File, { work }: Packer): Promise<Blob> {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      const message = `“${file.name}” can no longer be read. Remove it, then add it again.`;
      throw new CallError(0, 'file_gone', message);
    });
  if (!isPhoto(file)) return file;
  if (!prepared.has(file)) prepared.set(file, await work({ photo: file }));
  return prepared.get(file) ?? file;
}

/**
 * One file at a time: a phone has memory for one decoded photo.
 * @param onListed called with the files as they go into the ZIP, and how many are ready
 * @throws CallError `file_gone`; others
 */
export async function pack(
  files: readonly File[],
  onListed: (list: ListedFile[], ready: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  onListed(listFiles(files), 0);
  const packer = await openPacker(signal);
  try {
    const inputs: Blob[] = [];
    for (const file of files) {
      signal.throwIfAborted();
      inputs.push(await prepare(file, packer));
      onListed(listFiles(files), inputs.length);
    }
    const names = listFiles(files).map(({ name }) => name);
    const entries = inputs.map((input, index) => ({ name: names[index] as string, input }));
    return (await packer.work({ entries })) as Blob;
  } finally {
    packer.close();
  }
}

/** As they go into the ZIP, as far as that is known. */
function listFiles(files: readonly File[]): ListedFile[] {
  const names = distinctEntryNames(
    files.map((file) => (prepared.get(file) ? file.name.replace(/\.hei[cf]$/i, '.jpg') : file.name)),
  );
  return files.map((file, index) => ({
    file,
    name: names[index] as string,
    bytes: (prepared.get(file) ?? file).size,
    isUnchangedPhoto: prepared.get(file) === null,
  }));
}
