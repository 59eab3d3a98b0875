import { useEffect, useRef, useState } from 'react';
import type { Task } from '#contract/dates';
import { CallError } from '../../../../lib/calls/call-error.ts';
import { loadPart } from '../../../../lib/calls/load-part.ts';
import { useSite } from '../../../../lib/page/site.ts';
import { formatBytes } from '../../../../ui/format-bytes.ts';
import { failedToPack, isPhoto, maxFiles, zipName, type ListedFile } from './pack-rules.ts';

type Run = {
  files: readonly File[];
  list: readonly ListedFile[];
  ready: number;
  zip: Blob | null;
  failure: string;
};
const noRun: Run = { files: [], list: [], ready: 0, zip: null, failure: '' };

/** @returns null on failure and when it was aborted */
async function runPack(
  files: readonly File[],
  signal: AbortSignal,
  onChange: (run: Run) => void,
): Promise<Blob | null> {
  let run: Run = { ...noRun, files };
  const change = (next: Partial<Run>) => {
    run = { ...run, ...next };
    if (!signal.aborted) onChange(run);
  };
  try {
    const { pack } = await loadPart(() => import('./pack.ts'));
    const zip = await pack(files, (list, ready) => change({ list, ready }), signal);
    change({ zip });
    return zip;
  } catch (error) {
    change({ failure: error instanceof CallError ? error.message : failedToPack });
    return null;
  }
}

function errorOf(files: readonly File[], bytes: number, maxBytes: number): string {
  if (files.length > maxFiles)
    return `Up to ${maxFiles} files can be sent at once. Remove ${files.length - maxFiles}.`;
  return files.length > 1 && bytes > maxBytes
    ? `Together these files are larger than ${formatMax(maxBytes)}. Remove some.`
    : '';
}

function summaryOf(count: number, ready: number, name: string, zip: Blob | null): string {
  return zip === null
    ? `Preparing ${ready} of ${count} files…`
    : `${count} files will be sent as ${name} (${formatBytes(zip.size)})`;
}

export const formatMax = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024)} MB`;

/**
 * Packs several files as soon as they are picked. One file stays as it is.
 * @param files the same array until they change
 * @param queued the ZIP of a submission that is already queued; null before that
 */
export function usePack(files: readonly File[], task: Task, queued: File | null) {
  const { maxUploadBytes } = useSite();
  const [last, setLast] = useState(noRun);
  const running = useRef<Promise<Blob | null>>(Promise.resolve(null));
  const plainBytes = files.reduce((sum, file) => sum + (isPhoto(file) ? 0 : file.size), 0);
  const isPacked = queued === null && files.length > 1 && errorOf(files, plainBytes, maxUploadBytes) === '';
  useEffect(() => {
    if (!isPacked) return;
    const controller = new AbortController();
    running.current = runPack(files, controller.signal, setLast);
    return () => controller.abort();
  }, [files, isPacked]);

  const { list, ready, zip: made, failure } = last.files === files ? last : noRun;
  const zip = queued ?? made;
  const name = zipName(task);
  const picked: readonly ListedFile[] = files.map((file) => ({ file, name: file.name, bytes: file.size }));
  const error = failure || errorOf(files, zip?.size ?? plainBytes, maxUploadBytes);
  return {
    /** Empty for one file. */
    list: files.length < 2 || list.length > 0 ? list : picked,
    error,
    summary: error === '' ? summaryOf(files.length, ready, name, zip) : '',
    isReady: zip !== null,
    /** @returns what is sent; null when it cannot be: `error` says why */
    async whenReady(): Promise<File | null> {
      if (failure !== '') running.current = runPack(files, new AbortController().signal, setLast);
      const packed = await running.current;
      if (packed === null || packed.size > maxUploadBytes) return null;
      const lastModified = Math.max(...files.map((file) => file.lastModified));
      return new File([packed], name, { type: 'application/zip', lastModified });
    },
  };
}
export type Pack = ReturnType<typeof usePack>;
