import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { AppContext } from '#server/platform/context';
import { isFileNeeded } from '#server/operations/backups/file-sources';
import { openPlace } from '#server/operations/backups/open-place';
import { restoreBackup } from '#server/operations/backups/restore-backup';
import { leaseMs } from '#server/operations/journal/journal-row';
import { makeShipper } from '#server/operations/journal/ship-journal';
import { openSqlite } from '#server/platform/database/sqlite/sqlite';
import { openLocalStore } from '#server/platform/files/local-store';
import { databaseFile } from './portal.ts';
import type { Fault } from './seams.ts';
import type { World } from './world.ts';

/** The place of the backups is set for this alone: the portal's own jobs would back up each simulated day. */
const withPlace = ({ portal: { context }, backups }: World): AppContext => ({
  ...context,
  settings: { ...context.settings, backupTarget: backups },
});

/** Copies what has changed, as the portal does every two seconds. @returns false where it was killed meanwhile */
export async function copyChanges(world: World, fault: Fault | null): Promise<boolean> {
  // A process that was killed has left its lease.
  world.clock.advance(leaseMs + 1);
  const { turns } = world.portal.seams;
  const done = await world.under(fault, () =>
    turns.alone(async () => {
      const shipper = makeShipper(withPlace(world));
      // The first look may make the backup of a new line.
      for (let look = 0; look < 2; look += 1) await shipper.work();
      await shipper.giveWay();
      return true;
    }),
  );
  return done === true;
}

/** The folder is gone; the newest backup and the journal are restored into an empty one. */
export async function loseDisk(world: World): Promise<void> {
  const { settings, log } = withPlace(world);
  const folder = path.join(world.folder, 'data');
  const { broken } = world.portal.seams;
  await world.portal.kill();
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  copyFileSync(world.source, databaseFile(folder));
  const engine = openSqlite(databaseFile(folder));
  const place = await openPlace(world.backups, settings, log, { mustExist: true });
  try {
    const files = await openLocalStore(path.join(folder, 'files'));
    const [newest] = (await place.list()).slice(-1);
    await restoreBackup(engine, files, place, newest as string, { withJournal: true });
    for await (const { sha256 } of files.list())
      if (!(await isFileNeeded(engine.reader, sha256)))
        broken.push(`the restored file ${sha256} is nobody's`);
  } finally {
    await place.close();
    await engine.close();
  }
  await world.start();
  world.portal.seams.broken.push(...broken);
}
