import { randomBytes } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { dayMs, hourMs } from '#contract/durations';
import { readBackupAges } from '../backups/backup-records.ts';
import { localText } from '../../platform/zoned-time.ts';
import { counted, fail, lengthOf, shownSize, ok, warn, type Check } from './check.ts';

/** Below either, a disk is soon full. */
const littleShare = 0.1;
const littleBytes = 2e9;
const hardlyAnyBytes = 200e6;

/** Milliseconds: nightly backups late, then forgotten. */
const lateBackupMs = 26 * hourMs;
const oldBackupMs = 7 * dayMs;
const lateRehearsalMs = 8 * dayMs;

const howToBackUp = 'Run npx capstone backup PLACE every night, for example by deploy/capstone-backup.timer.';
const howToRehearse =
  'Run npx capstone rehearse PLACE. To test every night, install deploy/capstone-backup.timer.';

export const storageChecks: Check[] = [
  {
    id: 'files',
    title: 'File storage',
    async run({ files, settings }) {
      const bytes = randomBytes(64);
      const startedAt = performance.now();
      const staged = await files.stage(Readable.from([bytes]), bytes.length);
      await staged.keep();
      const back = await buffer(await files.read(staged.sha256, bytes.length));
      const isGone = await files.removeUnused(staged.sha256, Date.now() + hourMs);
      const where =
        settings.storage === null
          ? `The folder files in ${settings.dataDir}`
          : `The bucket ${settings.storage.bucket} at ${settings.storage.endpoint}`;
      if (!back.equals(bytes))
        return fail(
          `${where} returned other bytes than were written`,
          'Replace the disk or the service, and run npx capstone fsck.',
        );
      const took = Math.round(performance.now() - startedAt);
      if (!isGone)
        return warn(
          `${where}: written and read in ${took} ms, but the file could not be removed`,
          'Give its key the right to remove files.',
        );
      return ok(`${where}: written, read and removed in ${took} ms`);
    },
  },
  {
    id: 'disk',
    title: 'Disk of DATA_DIR',
    async run({ settings }) {
      const { bavail, blocks, bsize } = await statfs(settings.dataDir);
      const [free, all] = [bavail * bsize, blocks * bsize];
      const found = `${shownSize(free)} free of ${shownSize(all)}`;
      const todo = 'Free space or enlarge the disk. Do not remove anything in DATA_DIR by hand.';
      if (free < hardlyAnyBytes) return fail(found, todo);
      return free < littleBytes || free < littleShare * all ? warn(found, todo) : ok(found);
    },
  },
  {
    id: 'backup',
    title: 'Backup',
    async run(context) {
      const { newest, backupMs: age } = await readBackupAges(context);
      // A new portal had no night for a backup yet.
      if (newest === undefined) return (age > lateBackupMs ? fail : warn)('There is no backup', howToBackUp);
      const { settings } = context;
      const { madeAt, where, files, rows, faults } = newest;
      const made = `${lengthOf(age)} old (${localText(madeAt, settings.academyZone)}), in ${where}: ${counted(rows, 'row')}, ${counted(files, 'file')}`;
      if (age > oldBackupMs) return fail(made, howToBackUp);
      if (age > lateBackupMs) return warn(made, howToBackUp);
      if (faults > 0)
        return warn(
          `${made}, ${faults} of them missing`,
          'Run npx capstone fsck to see whose files they are.',
        );
      return ok(made);
    },
  },
  {
    id: 'rehearsal',
    title: 'Test restore',
    async run(context) {
      const { rehearsedAt, rehearsalMs: age } = await readBackupAges(context);
      if (rehearsedAt === null) return warn('No backup has been test-restored yet', howToRehearse);
      const found = `${lengthOf(age)} ago, without errors`;
      return age > lateRehearsalMs ? warn(found, howToRehearse) : ok(found);
    },
  },
];
