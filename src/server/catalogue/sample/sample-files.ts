import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export const sampleFolder = fileURLToPath(new URL('../../../../sample', import.meta.url));

/** Identifies the sample's rows: names, projects' ids with names, files' paths with hashes. */
export type SampleNames = {
  courses: string[];
  batches: string[];
  projects: { id: string; name: string }[];
  files: { path: string; sha256: string }[];
};

const named = z.object({ name: z.string() });
const project = z.object({ id: z.string(), name: z.string() });

export async function readSampleNames(): Promise<SampleNames> {
  // Imported on demand: the YAML reader takes megabytes.
  const [{ readYamlRecords }, { readSources }] = await Promise.all([
    import('../../platform/import-files/yaml-records.ts'),
    import('../import/read-sources.ts'),
  ]);
  const { texts, files } = await readSources(sampleFolder);
  const read = <S extends z.ZodObject>(name: keyof typeof texts, schema: S): z.output<S>[] =>
    readYamlRecords(name, texts[name]?.text ?? '[]', schema, []).map(({ value }) => value);
  return {
    courses: read('courses.yaml', named).map(({ name }) => name),
    batches: read('batches.yaml', named).map(({ name }) => name),
    projects: read('projects.yaml', project),
    files: files.map(({ folder, name, body }) => ({
      path: `/${folder}/${name}`,
      sha256: createHash('sha256').update(body).digest('hex'),
    })),
  };
}
