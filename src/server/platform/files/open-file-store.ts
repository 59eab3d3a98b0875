import path from 'node:path';
import type { AppContext } from '../context.ts';
import type { Settings } from '../settings/settings.ts';
import type { ObserveCall } from '../tracing/tracing.ts';
import type { FileStore } from './file-store.ts';
import { openLocalStore } from './local-store.ts';

export async function openFileStore(
  { dataDir, storage }: Pick<Settings, 'dataDir' | 'storage'>,
  log: Pick<AppContext['log'], 'warn'>,
  observe?: ObserveCall,
): Promise<FileStore> {
  const root = path.join(dataDir, 'files');
  if (storage === null) return openLocalStore(root);
  // The AWS SDK takes 30 MB.
  const { openS3Store } = await import('./s3-store.ts');
  return openS3Store(root, storage, log, observe);
}
