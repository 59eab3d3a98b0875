/** One kind of alarm: it stays on until an operator acknowledges it. */
type AlarmOf = {
  title: string;
  /** The id of the system check that shows it. */
  check: string;
  /** Without a full stop. */
  found(facts: readonly string[]): string;
  todo: string;
  /** A fact that is found again while it lasts: once acknowledged, it is off until it has ended and comes back. */
  lasts: boolean;
};

const shownFacts = 3;

function some(facts: readonly string[]): string {
  const shown = facts.slice(0, shownFacts).join(', ');
  const others = facts.length - shownFacts;
  return others > 0 ? `${shown} and ${others.toLocaleString('en')} more` : shown;
}

const counted = (facts: readonly string[], one: string): string =>
  `${facts.length.toLocaleString('en')} ${facts.length === 1 ? one : `${one}s`}`;

/**
 * Everything that says that something was lost, damaged or restored from an older copy. A fact names the very row,
 * file or event, and has no personal data.
 */
export const alarmKinds = {
  'lost-submissions': {
    title: 'Lost submissions',
    check: 'newest-submission',
    found: (numbers) =>
      `At least ${counted(numbers, 'submission')} with receipts missing, for example ${some(numbers)}. The database is an older copy`,
    todo: 'Check that this is the right database. If the newer one is lost, ask these students to submit again.',
    lasts: false,
  },
  'older-copy': {
    title: 'Lost changes',
    check: 'newest-submission',
    found: (lines) =>
      `At least ${counted(lines, 'audit event')} missing that this machine recorded: ${some(lines)}. The database is an older copy`,
    todo: 'Check that this is the right database. If the newer one is lost, tell the staff that their newest changes are missing.',
    lasts: false,
  },
  'receipt-key': {
    title: 'Receipt key changed',
    check: 'receipt-key',
    found: (keys) =>
      `This database does not know the key ${some(keys)}, with which this machine signed receipts before. Those receipts cannot be verified here`,
    todo: 'Check that this is the right database and not an older copy. Otherwise restore a newer backup.',
    lasts: false,
  },
  'missing-files': {
    title: 'Missing files',
    check: 'missing-files',
    found: (files) => `${counted(files, 'file')} missing or altered: ${some(files)}`,
    todo: 'Check that this is the right folder or bucket. npx capstone fsck lists whose files they are; npx capstone restore --reuse-files into an empty database adds them from a backup.',
    lasts: true,
  },
  'damaged-database': {
    title: 'Damaged database',
    check: 'database',
    found: (causes) => `The database was damaged (${some(causes)})`,
    todo: 'See docs/operating/data-loss.md#the-database-is-damaged.',
    lasts: false,
  },
  'replaced-database': {
    title: 'Replaced database',
    check: 'database',
    found: (causes) => `The database file was deleted or replaced while the portal ran (${some(causes)})`,
    todo: 'Check that the file in DATA_DIR is the right one and not an older copy.',
    lasts: false,
  },
  'unreadable-mail': {
    title: 'Unreadable mail',
    check: 'outbox',
    found: (mails) =>
      `The links of ${counted(mails, 'mail')} cannot be decrypted, because their key is not here: ${some(mails)}`,
    todo: 'Put back mail.key in DATA_DIR or the former SECRET_KEY, or give these people new links.',
    lasts: true,
  },
  'unreadable-apps': {
    title: 'Unreadable authenticator apps',
    check: 'sealed',
    found: (accounts) =>
      `${counted(accounts, 'app')} encrypted with another SECRET_KEY and not usable: ${some(accounts)}`,
    todo: 'Add that key to SECRET_KEY after a comma, or reset two-step verification of these accounts.',
    lasts: true,
  },
  'failed-rehearsal': {
    title: 'Failed test restore',
    check: 'rehearsal',
    found: (backups) => `${counted(backups, 'test restore')} found differences: ${some(backups)}`,
    todo: 'Run npx capstone backup and npx capstone rehearse. If that fails as well, use another place.',
    lasts: false,
  },
  'restored-without': {
    title: 'Incomplete restore',
    check: 'backup',
    found: (what) => `This database was restored without ${some(what)}`,
    todo: 'Look for a backup that has it, and ask the people concerned to send it again.',
    lasts: false,
  },
  'clock-set-back': {
    title: 'Clock set back',
    check: 'clock',
    found: (times) => `The clock was wrong: ${some(times)}`,
    todo: 'Keep the clocks of all machines in step with NTP. Stored times stay as they are, so check due dates and submission times of that day.',
    lasts: true,
  },
  'later-version': {
    title: 'Older version ran',
    check: 'migrations',
    found: (steps) => `An older version ran on the schema ${some(steps)}, which it does not know`,
    todo: 'Update every machine to the same version.',
    lasts: true,
  },
} as const satisfies Record<string, AlarmOf>;

export type AlarmKind = keyof typeof alarmKinds;

export const isAlarmKind = (text: string): text is AlarmKind => Object.hasOwn(alarmKinds, text);

export const alarmOf = (kind: AlarmKind): AlarmOf => alarmKinds[kind];
