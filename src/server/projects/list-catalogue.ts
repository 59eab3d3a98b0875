import { excerpt } from '#contract/excerpt';
import type { ProjectCard } from '#contract/projects/calls';
import type { Database } from '../platform/database/database.ts';
import { everyOfferedProject } from './queries.ts';

/** What one can build here, course by course and by id: each project with the beginning of its details. */
export async function listCatalogue(database: Database): Promise<ProjectCard[]> {
  const rows = await everyOfferedProject(database.reader, {});
  return rows.map((row) => ({ ...row, details: excerpt(row.details) }));
}
