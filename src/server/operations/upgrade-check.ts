import { statfs } from 'node:fs/promises';
import { readDatabaseFacts } from './system-check/database-checks.ts';
import { openEngine } from '../platform/database/database.ts';
import { commandLimits } from '../platform/database/engine.ts';
import { steps } from '../platform/database/migrate.ts';
import { readStepsDone, requireSchemaInRange } from '../platform/database/schema-step.ts';
import { settingNames, settingSchemas } from '../platform/settings/setting-schemas.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { version } from '../platform/version.ts';
import releases from './released-settings.json' with { type: 'json' };
import { counted, megabytes } from './system-check/check.ts';

/** Defaults by name; null without one. */
export type SettingDefaults = Record<string, string | null>;

export const ownDefaults: SettingDefaults = Object.fromEntries(
  settingNames.map((name) => [name, settingSchemas[name].by]),
);

/** Oldest first; `scripts/cut-release.mjs` adds one. */
export const releasedDefaults: { version: string; defaults: SettingDefaults }[] = releases;

export type SettingChange = { name: string; line: string };

const shown = (value: string | null | undefined): string => value ?? 'unset';

/** @param isSet whether the operator has set it */
export function compareDefaults(
  before: SettingDefaults,
  after: SettingDefaults,
  isSet: (name: string) => boolean,
): SettingChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return names.flatMap((name) => {
    if (!(name in after))
      return [
        { name, line: `${name} no longer exists${isSet(name) ? ': remove it, it has no effect' : ''}` },
      ];
    if (!(name in before)) return [{ name, line: `${name} is new, by default ${shown(after[name])}` }];
    if (before[name] === after[name]) return [];
    const effect = isSet(name) ? '; yours is set and stays' : '';
    return [
      { name, line: `${name} is by default ${shown(after[name])}, was ${shown(before[name])}${effect}` },
    ];
  });
}

function describeSettingChanges(from: string | undefined): string[] {
  const former = releasedDefaults.filter((release) => release.version !== version);
  const release = from === undefined ? former.at(-1) : former.find((one) => one.version === from);
  if (release === undefined && from !== undefined)
    throw new RangeError(
      `No release ${from} is known; known are: ${former.map((one) => one.version).join(', ') || 'none'}`,
    );
  if (release === undefined) return ['Settings: there is no earlier release to compare with.'];
  const changes = compareDefaults(release.defaults, ownDefaults, (name) => Boolean(process.env[name]));
  if (changes.length === 0) return [`Settings: no changes since ${release.version}.`];
  return [
    `Settings: ${counted(changes.length, 'change')} since ${release.version}.`,
    ...changes.map(({ line }) => `  ${line}`),
  ];
}

/**
 * Changes nothing.
 * @param from the running release; by default the newest before this one
 * @param known steps of the schema; tests add some
 * @throws SchemaOutOfRange if this version cannot start on it; RangeError for an unknown release
 */
export async function checkUpgrade(
  settings: Pick<Settings, 'databaseUrl' | 'dataDir'>,
  from?: string,
  known: readonly string[] = Object.keys(steps),
): Promise<string[]> {
  const settingLines = describeSettingChanges(from);
  const engine = await openEngine(settings, commandLimits);
  try {
    const done = await readStepsDone(engine.reader);
    await requireSchemaInRange(engine.reader, known, done);
    const pending = known.filter((step) => !done.includes(step));
    const { bytes } = await readDatabaseFacts(engine.reader, engine.name);
    const { bavail, bsize } = await statfs(settings.dataDir);
    return [
      pending.length === 0
        ? `Schema: no steps; the database is up to date with ${version}.`
        : `Schema: the first start applies ${counted(pending.length, 'step')}: ${pending.join(', ')}. "npx capstone rehearse" applies them to a copy of the newest backup first.`,
      ...settingLines,
      `Disk space: the database has ${megabytes(bytes)}, the disk of DATA_DIR ${megabytes(bavail * bsize)} free. Run "npx capstone backup" first.`,
    ];
  } finally {
    await engine.close();
  }
}
