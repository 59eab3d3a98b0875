import { misspeltSettings } from '../../platform/settings/misspelt-settings.ts';
import { describeSettings } from '../../platform/settings/settings.ts';
import { version } from '../../platform/version.ts';
import { localText, wallClock } from '../../platform/zoned-time.ts';
import { counted, ok, warn, type Check } from './check.ts';

/** Zone rules come with Node. */
const oldZoneYears = 2;

/** `+05:30`. */
function offsetText(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

export const settingsChecks: Check[] = [
  {
    id: 'version',
    title: 'Version',
    run: () => Promise.resolve(ok(`Capstone ${version}, Node ${process.versions.node}`)),
  },
  {
    id: 'settings',
    title: 'Settings',
    async run({ settings }) {
      const set = describeSettings().filter(({ source }) => source === 'environment').length;
      const found = `${counted(set, 'setting')} from the environment, the others by default`;
      const [misspelt] = misspeltSettings(process.env);
      if (misspelt !== undefined)
        return warn(`${found}; there is no setting ${misspelt.name}`, `Did you mean ${misspelt.meant}?`);
      if (settings.publicUrl === null)
        return warn(
          `${found}; PUBLIC_URL is not set`,
          'Set it: links in mail use it, and https turns on secure cookies.',
        );
      if (settings.secretKeys.length === 0)
        return warn(
          `${found}; SECRET_KEY is not set`,
          'Set it: without it the keys of receipts and authenticator apps are stored unencrypted.',
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
