import type { Guards } from './mutation.ts';

const backups = ['src/server/backups/backup.api.test.ts'];
const places = ['src/server/backups/open-place.test.ts'];

/** What a backup promises, and a restore. */
export const backupGuards: Guards = {
  'a backup has the rows of one instant': {
    file: 'src/server/platform/database/sqlite.ts',
    take: "    connection.exec('begin');\n    // The instant",
    put: '    // The instant',
    tests: backups,
  },
  'a backup has no file of other bytes than its name says': {
    file: 'src/server/backups/copy-files.ts',
    take: 'if (staged.sha256 !== sha256) {',
    put: 'if (staged.sha256 === "") {',
    tests: backups,
  },
  'a part of a backup has the rows that were written': {
    file: 'src/server/backups/parts.ts',
    take: 'if (rows !== part.rows)',
    put: 'if (rows < 0)',
    tests: backups,
  },
  'a part of a backup has the bytes that were written': {
    file: 'src/server/backups/parts.ts',
    take: 'if (sha256 !== part.sha256)',
    put: "if (sha256 === '')",
    tests: backups,
  },
  'a restore touches no database that has rows': {
    file: 'src/server/backups/restore-backup.ts',
    take: '  if (filled.length === 0) return;\n',
    put: '  if (filled.length >= 0) return;\n',
    tests: backups,
  },
  'a restore touches no store that has files': {
    file: 'src/server/backups/restore-backup.ts',
    take: '  if (keep && !reuseFiles) await requireEmptyStore(store);\n',
    put: '',
    tests: backups,
  },
  'triggers stand again after a restore': {
    file: 'src/server/platform/database/without-triggers.ts',
    take: '  for (const { text } of triggers) await run(writer, text);\n',
    put: '',
    tests: backups,
  },
  'ids go on after a restore': {
    file: 'src/server/backups/load-rows.ts',
    take: '    if (last !== undefined) await setCounter(writer, shape.name, last, engine);\n',
    put: '',
    tests: backups,
  },
  'no file goes while another backup is made': {
    file: 'src/server/backups/prune-backups.ts',
    take: 'if (isOneUnderWay || backups.length === 0)',
    put: 'if (backups.length === 0)',
    tests: backups,
  },
  'backups do not lie in the data folder': {
    file: 'src/server/backups/open-place.ts',
    take: '  refuseOwnFolder(folder, settings.dataDir);\n',
    put: '',
    tests: places,
  },
  'a backup of a later schema is not restored': {
    file: 'src/server/backups/restore-backup.ts',
    take: '  if (unknown !== undefined)\n',
    put: '  if (unknown === "")\n',
    tests: backups,
  },
  'a restore goes into a schema of the same steps alone': {
    file: 'src/server/backups/restore-backup.ts',
    take: '  if (done.join() !== steps.join())\n',
    put: '  if (done.join() === "")\n',
    tests: backups,
  },
  'nobody comes before a restore': {
    file: 'src/server/backups/restore-backup.ts',
    take: '      await requireNoRows(writer, names);\n',
    put: '',
    tests: backups,
  },
  'a file that is damaged stops a restore': {
    file: 'src/server/backups/restore-backup.ts',
    take: '    else onDamaged(why);\n',
    put: '',
    tests: backups,
  },
  'a backup that breaks off leaves nothing': {
    file: 'src/server/backups/write-backup.ts',
    take: '    await draft.abandon().catch(() => {});\n',
    put: '',
    tests: backups,
  },
  'a backup that is made leaves its line': {
    file: 'src/server/backups/write-backup.ts',
    take: '    await recordAct(writer, {\n      at: madeAt,',
    put: '    if (rows < 0) await recordAct(writer, {\n      at: madeAt,',
    tests: backups,
  },
  'a file that another backup names stays': {
    file: 'src/server/backups/prune-backups.ts',
    take: 'if (!named.has(sha256) && ',
    put: 'if (',
    tests: backups,
  },
  'a manifest is what was written': {
    file: 'src/server/backups/manifest.ts',
    take: '  if (success) return data;\n',
    put: '  if (success || !success) return json as Manifest;\n',
    tests: backups,
  },
};
