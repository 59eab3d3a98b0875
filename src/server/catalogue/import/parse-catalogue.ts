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

type List<S extends z.ZodObject> = { file: string; records: Placed<z.output<S>>[] } | null;

const wholeProject = (frames: Parameters<typeof projectRecord>[0]) =>
  projectRecord(frames).extend({ rubrics: rubricsRecord, viva: bankRecord });

/** Parsed without a database, with the errors found. */
export type ParsedCatalogue = {
  courses: List<typeof courseRecord>;
  batches: List<ReturnType<typeof batchRecord>>;
  projects: List<ReturnType<typeof wholeProject>>;
  files: CheckedFile[];
  faults: ImportError[];
};

export function parseCatalogue(
  { texts, files }: Pick<Sources, 'texts' | 'files'>,
  { academyZone, frameHosts, publicUrl }: Pick<Settings, 'academyZone' | 'frameHosts' | 'publicUrl'>,
): ParsedCatalogue {
  const faults: ImportError[] = [];
  const read = <S extends z.ZodObject>(name: keyof typeof texts, schema: S): List<S> => {
    const source = texts[name];
    if (source === undefined) return null;
    return { file: source.file, records: readYamlRecords(source.file, source.text, schema, faults) };
  };
  return {
    courses: read('courses.yaml', courseRecord),
    batches: read('batches.yaml', batchRecord(academyZone)),
    projects: read('projects.yaml', wholeProject({ hosts: frameHosts, publicUrl })),
    files: files.map(checkFile),
    faults,
  };
}
