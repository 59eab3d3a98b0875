import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { readDatabaseFacts } from './system-check/database-checks.ts';
import { baselineStep } from '../platform/database/baseline.ts';
import { openEngine } from '../platform/database/database.ts';
import { commandLimits } from '../platform/database/engine.ts';
import { steps } from '../platform/database/migrate.ts';
import {
  numberOf,
  readStepsDone,
  requireSchemaInRange,
  SchemaOutOfRange,
} from '../platform/database/schema-step.ts';
import { settingNames, settingSchemas } from '../platform/settings/setting-schemas.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { version } from '../platform/version.ts';
import releases from './released-settings.json' with { type: 'json' };
import { counted, shownSize } from './system-check/check.ts';

const baseline = numberOf(baselineStep);

/** Defaults by name; null without one. */
export type SettingDefaults = Record<string, string | null>;

export const ownDefaults: SettingDefaults = Object.fromEntries(
  settingNames.map((name) => [name, settingSchemas[name].by]),
);

/** Of this version. */
export const ownSchema = Math.max(...Object.keys(steps).map(numberOf));

type Release = {
  version: string;
  /** The last step of the schema that it knows. */
  schema: number;
  defaults: SettingDefaults;
};

/** Oldest first; `scripts/cut-release.mjs` adds one. */
export const releasedDefaults: Release[] = releases;

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

const known = `known are: ${releasedDefaults.map((one) => one.version).join(', ')}`;

/**
 * What runs now: by default the newest release before this version that the schema is not too old for.
 * @throws RangeError for an unknown one
 */
export function runningRelease(
  releases: readonly Release[],
  { from, schema }: { from: string | undefined; schema: number },
): Release | undefined {
  if (from !== undefined) {
    const named = releases.find((one) => one.version === from);
    if (named === undefined) throw new RangeError(`No release ${from} is known; ${known}`);
    return named;
  }
  const possible = releases.filter((one) => one.schema <= schema);
  // Until this version has a number of its own, it has the last release's.
  return possible.findLast((one) => one.version !== version && one.schema > baseline) ?? possible.at(-1);
}

function describeSettingChanges(release: Release | undefined): string[] {
  if (release === undefined) return [`Settings: name the version that runs now with --from; ${known}.`];
  const changes = compareDefaults(release.defaults, ownDefaults, (name) => Boolean(process.env[name]));
  if (changes.length === 0) return [`Settings: no changes since ${release.version}.`];
  return [
    `Settings: ${counted(changes.length, 'change')} since ${release.version}.`,
    ...changes.map(({ line }) => `  ${line}`),
  ];
}

const hasMailKey = ({ databaseUrl, dataDir }: Place): boolean =>
  databaseUrl === null && existsSync(path.join(dataDir, 'mail.key'));

/** The upgrade over the baseline is a backup and a restore. */
function adviseOnMove(place: Place): string[] {
  return [
    ...(hasMailKey(place)
      ? [
          `  Links in waiting mail: copy ${path.join(place.dataDir, 'mail.key')} into the new DATA_DIR before the restore, unless SECRET_KEY is set.`,
        ]
      : []),
    '  Room: the backup and the restored portal each need as much as the database and the files have now.',
    '  Roll-back: restore this backup by its name (--backup NAME) with the old version, into an empty database.',
    '  Every step is in docs/operating/upgrade.md, "From a version before step 0080".',
  ];
}

type Place = Pick<Settings, 'databaseUrl' | 'dataDir'>;

/**
 * Changes nothing.
 * @param from the running release; by default found by the schema
 * @param own steps of the schema; tests add some
 * @returns `problem`: why this version cannot start on the database
 * @throws RangeError for an unknown release
 */
export async function checkUpgrade(
  settings: Place,
  from?: string,
  own: readonly string[] = Object.keys(steps),
): Promise<{ lines: string[]; problem: string | null }> {
  const engine = await openEngine(settings, commandLimits);
  try {
    const done = await readStepsDone(engine.reader);
    const schema = Math.max(0, ...done.map(numberOf));
    const settingLines = describeSettingChanges(runningRelease(releasedDefaults, { from, schema }));
    const problem = await requireSchemaInRange(engine.reader, own, done).then(
      () => null,
      (error: unknown) => {
        if (error instanceof SchemaOutOfRange) return error.message;
        throw error;
      },
    );
    const pending = own.filter((step) => !done.includes(step));
    const schemaLines =
      problem !== null
        ? ['Schema: this version cannot start on it.', ...(schema < baseline ? adviseOnMove(settings) : [])]
        : pending.length === 0
          ? [`Schema: no steps; the database is up to date with ${version}.`]
          : [
              `Schema: the first start applies ${counted(pending.length, 'step')}: ${pending.join(', ')}. "npx capstone rehearse" applies them to a copy of the newest backup first.`,
            ];
    const { bytes } = await readDatabaseFacts(engine.reader, engine.name);
    const { bavail, bsize } = await statfs(settings.dataDir);
    const disk = `Disk space: the database has ${shownSize(bytes)}, the disk of DATA_DIR ${shownSize(bavail * bsize)} free.`;
    return {
      lines: [
        ...schemaLines,
        ...settingLines,
        problem === null ? `${disk} Run "npx capstone backup" first.` : disk,
      ],
      problem,
    };
  } finally {
    await engine.close();
  }
}
