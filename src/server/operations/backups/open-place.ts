import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { AppContext } from '../../platform/context.ts';
import { recordKinds } from '../../platform/files/file-store.ts';
import {
  parseS3Address,
  redactSecret,
  s3AddressForm,
  type S3Address,
} from '../../platform/files/s3-address.ts';
import { firstLine } from '../../platform/start-errors.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { BackupRefused, type BackupPlace } from './backup-place.ts';
import { openFolderPlace } from './folder-place.ts';

type PlaceSettings = Pick<Settings, 'dataDir' | 'storage'>;

/** `s3://BUCKET/FOLDERS`, of STORAGE_URL's service. */
const ownService = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9-]{1,61}[a-z0-9])(?<folders>(?:\/[\w.-]+)*)\/?$/;

function addressOf(target: string, { storage }: PlaceSettings): S3Address {
  const { bucket, folders = '' } = ownService.exec(target)?.groups ?? {};
  if (bucket !== undefined && bucket !== 'localhost') {
    if (storage === null)
      throw new BackupRefused(
        `${target} needs STORAGE_URL, which is not set. Set it, or write s3://key:secret@host/bucket/folder in full`,
      );
    return { ...storage, bucket, prefix: folders === '' ? '' : `${folders.slice(1)}/` };
  }
  const address = parseS3Address(target);
  if (address === null)
    throw new BackupRefused(`${redactSecret(target)} is not a bucket address; allowed: ${s3AddressForm}`);
  return address;
}

const real = (folder: string): string => (existsSync(folder) ? realpathSync(folder) : path.resolve(folder));

/** It would be lost with the portal. */
function refuseOwnFolder(folder: string, dataDir: string): void {
  const [target, own] = [real(folder), real(dataDir)];
  if (target === own || target.startsWith(own + path.sep))
    throw new BackupRefused(
      `${folder} is inside DATA_DIR (${dataDir}): the backup would be lost with it. Name another folder`,
    );
  if (existsSync(path.join(target, 'capstone.sqlite')))
    throw new BackupRefused(`${folder} is the data folder of a portal. Name another folder`);
}

/** Whether files of a backup and of the portal would be under one key, or swept as the other's. */
function isOwnStore(backup: S3Address, own: S3Address): boolean {
  if (own.endpoint !== backup.endpoint || own.bucket !== backup.bucket) return false;
  return (
    own.prefix === backup.prefix ||
    ['files/', 'backups/', 'damaged/', 'journal/'].some((folder) =>
      own.prefix.startsWith(backup.prefix + folder),
    ) ||
    ['uploads', 'leaving', ...recordKinds].some((folder) =>
      backup.prefix.startsWith(`${own.prefix}${folder}/`),
    )
  );
}

/**
 * @param options.mustExist refuses a missing folder
 * @throws BackupRefused
 */
export async function openPlace(
  target: string,
  settings: PlaceSettings,
  log: Pick<AppContext['log'], 'warn'>,
  { mustExist }: { mustExist: boolean },
): Promise<BackupPlace> {
  if (target.startsWith('s3:')) {
    const address = addressOf(target, settings);
    const own = settings.storage;
    if (own !== null && isOwnStore(address, own))
      throw new BackupRefused(
        'The portal keeps its own files there (STORAGE_URL). Name another folder or bucket',
      );
    // The AWS SDK takes 30 MB.
    const { openBucketPlace } = await import('./bucket-place.ts');
    return openBucketPlace(address, log);
  }
  // Shells expand it; settings and units do not.
  if (target === '' || /^~(?:\/|$)/.test(target))
    throw new BackupRefused(
      target === '' ? 'The folder has no name' : `${target} begins with ~. Write the whole path`,
    );
  const folder = path.resolve(target);
  if (mustExist && !existsSync(path.join(folder, 'backups')))
    throw new BackupRefused(`There are no backups in ${folder}`);
  refuseOwnFolder(folder, settings.dataDir);
  try {
    return await openFolderPlace(folder);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new BackupRefused(`${folder} cannot be used for backups (${firstLine(error)})`, { cause: error });
  }
}
