import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export const sampleFolder = fileURLToPath(new URL('../../../../sample', import.meta.url));

/** By what the sample's rows are known: their names, a project's id with its name, a file's path with its hash. */
export type SampleNames = {
  courses: string[];
  batches: string[];
  projects: { id: string; name: string }[];
  files: { path: string; sha256: string }[];
};

const named = z.object({ name: z.string() });
const project = z.object({ id: z.string(), name: z.string() });

/** Reads them from the folder of the sample. */
export async function readSampleNames(): Promise<SampleNames> {
  // Only who asks for the sample needs them: readers of YAML are megabytes that a portal at rest would keep.
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
