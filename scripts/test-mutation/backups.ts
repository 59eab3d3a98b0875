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
};
