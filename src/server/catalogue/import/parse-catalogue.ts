import type { z } from 'zod';
import { batchRecord } from '../../courses/import-batches.ts';
import { courseRecord } from '../../courses/import-courses.ts';
import type { ImportError, Placed } from '../../platform/import-files/source-location.ts';
import { readYamlRecords } from '../../platform/import-files/yaml-records.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { checkFile, type CheckedFile } from '../../projects/import-files.ts';
import { projectRecord } from '../../projects/import-projects.ts';
import { rubricsRecord } from '../../projects/rubrics/import-rubrics.ts';
import { bankRecord } from '../../projects/viva-bank/import-bank.ts';
import type { Sources } from './read-sources.ts';

const wholeProject = (frames: Parameters<typeof projectRecord>[0]) =>
  projectRecord(frames).extend({ rubrics: rubricsRecord, viva: bankRecord });

type Rules = Pick<Settings, 'academyZone' | 'frameHosts' | 'publicUrl'>;

/** Each file of the catalogue, with the schema of its entries. */
export const catalogueRecords = ({ academyZone, frameHosts, publicUrl }: Rules) => ({
  'courses.yaml': courseRecord,
  'batches.yaml': batchRecord(academyZone),
  'projects.yaml': wholeProject({ hosts: frameHosts, publicUrl }),
});

type List<S extends z.ZodObject> = { file: string; records: Placed<z.output<S>>[] } | null;

type Schemas = ReturnType<typeof catalogueRecords>;

/** Parsed without a database, with the errors found. */
export type ParsedCatalogue = {
  courses: List<Schemas['courses.yaml']>;
  batches: List<Schemas['batches.yaml']>;
  projects: List<Schemas['projects.yaml']>;
  files: CheckedFile[];
  faults: ImportError[];
};

export function parseCatalogue(
  { texts, files }: Pick<Sources, 'texts' | 'files'>,
  rules: Rules,
): ParsedCatalogue {
  const faults: ImportError[] = [];
  const schemas = catalogueRecords(rules);
  const read = <Name extends keyof typeof schemas>(name: Name): List<(typeof schemas)[Name]> => {
    const source = texts[name];
    if (source === undefined) return null;
    return { file: source.file, records: readYamlRecords(source.file, source.text, schemas[name], faults) };
  };
  return {
    courses: read('courses.yaml'),
    batches: read('batches.yaml'),
    projects: read('projects.yaml'),
    files: files.map(checkFile),
    faults,
  };
}
