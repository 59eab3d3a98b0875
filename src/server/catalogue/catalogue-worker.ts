import { workOf } from '../platform/bounded-thread.ts';
import { ImportRefused, type ImportError } from '../platform/import-files/source-location.ts';
import type { Settings } from '../platform/settings/settings.ts';
import { parseCatalogue, type ParsedCatalogue } from './import/parse-catalogue.ts';
import { readZipSources } from './import/read-zip-sources.ts';

export type Job = Pick<Settings, 'academyZone' | 'frameHosts'> & {
  zip: Uint8Array;
  publicUrl: string | null;
};
export type Done = ParsedCatalogue | { faults: ImportError[] };

/** Bounds the work on the main thread. */
const mostFaults = 200;
const mostEntries = 2_000;

/** @throws 400 for an unreadable ZIP */
export default workOf(async ({ zip, publicUrl, ...settings }: Job): Promise<Done> => {
  try {
    const bytes = Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength);
    const url = publicUrl === null ? null : new URL(publicUrl);
    const parsed = parseCatalogue(await readZipSources(bytes), { ...settings, publicUrl: url });
    const { courses, batches, projects } = parsed;
    const long = [courses, batches, projects].find((list) => (list?.records.length ?? 0) > mostEntries);
    if (long != null) {
      const message = `has more than ${mostEntries} entries; import it in parts`;
      return { faults: [{ file: long.file, line: 1, column: 1, message }] };
    }
    return { ...parsed, faults: parsed.faults.slice(0, mostFaults) };
  } catch (error) {
    if (error instanceof ImportRefused) return { faults: error.faults.slice(0, mostFaults) };
    throw error;
  }
});
