import { useEffect, useState } from 'react';
import { readDraft, watchDraft, writeDraft, type Draft } from '../../../lib/forms/drafts.ts';
import { draftOfFiles } from '../../../lib/outbox/queued-request.ts';
import { useIsHydrated } from '../../../lib/page/page-time.ts';

const noFiles: readonly File[] = [];

function filesOf(value: Draft | undefined): readonly File[] {
  if (value instanceof File) return [value];
  return value === undefined || typeof value === 'string' ? noFiles : value;
}

/** The picked files. Set none once the server has them. */
export function useFilesDraft(key: string): [readonly File[], (files: readonly File[]) => void] {
  const isHydrated = useIsHydrated();
  const [files, setFiles] = useState(() => (isHydrated ? filesOf(readDraft(key)) : noFiles));
  useEffect(() => {
    const show = (value: Draft | undefined) => setFiles(filesOf(value));
    show(readDraft(key));
    return watchDraft(key, show);
  }, [key]);
  const change = (next: readonly File[]) => {
    setFiles(next);
    writeDraft(key, draftOfFiles(next));
  };
  return [files, change];
}
