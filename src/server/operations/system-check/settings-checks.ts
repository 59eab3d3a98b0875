import { misspeltSettings } from '../../platform/settings/misspelt-settings.ts';
import { describeSettings } from '../../platform/settings/settings.ts';
import { isLocalOnly } from '../../platform/portal-link.ts';
import { build } from '../../platform/version.ts';
import { localText, wallClock } from '../../platform/zoned-time.ts';
import { type Check, counted, ok, warn } from './check.ts';
import { batchKey } from '#contract/limits';
import { batchesAs } from '../../courses/batch-queries.ts';
import { coursesAs } from '../../courses/course-queries.ts';
import { isPartOfAddress } from '../../platform/import-files/fields.ts';

type Named = { table: 'batches' | 'courses'; id: number; name: string };

/** A search by name finds one of a group. */
function duplicates(rows: readonly Named[]): Named[][] {
  const groups = Map.groupBy(rows, ({ table, name }) => `${table} ${batchKey(name)}`);
  return [...groups.values()].filter((group) => group.length > 1);
}

const quoted = ({ name }: Named): string => `"${name}"`;

/** Older than the refusal. Their page does not open, so SQL renames them. */
function unreachable(rows: readonly Named[]) {
  const found = rows.filter(({ name }) => !isPartOfAddress(name));
  if (found.length === 0) return [];
  const statements = found.map(({ table, id }) => `update ${table} set name = 'NEW NAME' where id = ${id};`);
  return [
    {
      found: `The pages of ${found.map(quoted).join(', ')} cannot be opened: the name cannot be part of an address`,
      todo: `Rename in the database: ${statements.join(' ')} The portal uses the new name within an hour.`,
    },
  ];
}

function ambiguous(rows: readonly Named[]) {
  const groups = duplicates(rows);
  if (groups.length === 0) return [];
  const listed = groups.map((group) => group.map(quoted).join(' and ')).join(', ');
  return [
    {
      found: `These names differ only in case, spaces or similar characters: ${listed}`,
      todo: 'Rename one of each in the catalogue.',
    },
  ];
}

export const nameChecks: Check[] = [
  {
    id: 'names',
    title: 'Names of batches and courses',
    async run({ database: { reader } }) {
      const batches = await reader
        .selectFrom(batchesAs('batch'))
        .select(['batch.id', 'batch.name'])
        .orderBy('batch.id')
        .execute();
      const courses = await reader
        .selectFrom(coursesAs('course'))
        .select(['course.id', 'course.name'])
        .orderBy('course.id')
        .execute();
      const rows: Named[] = [
        ...batches.map((row) => ({ ...row, table: 'batches' as const })),
        ...courses.map((row) => ({ ...row, table: 'courses' as const })),
      ];
      const problems = [...unreachable(rows), ...ambiguous(rows)];
      if (problems.length === 0) return ok('All names are unique, and their pages can be opened');
      return warn(problems.map(({ found }) => found).join('. '), problems.map(({ todo }) => todo).join(' '));
    },
  },
];

/** Zone rules come with Node. */
const oldZoneYears = 2;

/** `+05:30`. */
function offsetText(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function settingsInWords(fromEnvironment: number): string {
  if (fromEnvironment === 0) return 'All settings have their default value';
  const come = fromEnvironment === 1 ? 'comes' : 'come';
  return `${counted(fromEnvironment, 'setting')} ${come} from the environment. The others have their default value`;
}

export const settingsChecks: Check[] = [
  {
    id: 'version',
    title: 'Version',
    run: () => Promise.resolve(ok(`Capstone ${build}, Node ${process.versions.node}`)),
  },
  {
    id: 'settings',
    title: 'Settings',
    async run({ settings }) {
      const set = describeSettings().filter(({ source }) => source === 'environment').length;
      const found = settingsInWords(set);
      const [misspelt] = misspeltSettings(process.env);
      if (misspelt !== undefined)
        return warn(`${found}. There is no setting ${misspelt.name}`, `Did you mean ${misspelt.meant}?`);
      if (settings.publicUrl === null)
        return warn(
          `${found}. PUBLIC_URL is not set`,
          'Set it: links in mail use it, https turns on secure cookies, and no certificate can be issued without it.',
        );
      if (isLocalOnly(settings) && settings.demo === null)
        return warn(
          `${found}. PUBLIC_URL is ${settings.publicUrl.origin}, which leads to the portal on this machine only`,
          'Set it to the address at which everybody reaches the portal: links in mail and the QR codes of certificates use it.',
        );
      if (settings.secretKeys.length === 0)
        return warn(
          `${found}. SECRET_KEY is not set`,
          'Set it: without it the keys of receipts and authenticator apps are stored unencrypted, and no certificate can be issued.',
        );
      return ok(found);
    },
  },
  {
    id: 'zone',
    title: 'Time zone',
    async run({ clock, settings }) {
      const { academyZone } = settings;
      const now = clock.now();
      const { tz = 'unknown' } = process.versions;
      const found = `${academyZone} is UTC${offsetText(wallClock(now, academyZone) - now)}, ${localText(now, academyZone)} now; time zone rules of ${tz}`;
      const year = Number.parseInt(tz, 10);
      return new Date(now).getUTCFullYear() - year > oldZoneYears
        ? warn(found, 'Update the portal to a version with a newer Node, which has newer rules.')
        : ok(found);
    },
  },
];
