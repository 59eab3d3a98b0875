import { excerpt } from '#contract/excerpt';
import type { ProjectCard } from '#contract/projects/calls';
import type { Database } from '../platform/database/database.ts';
import { everyOfferedProject } from './queries.ts';

/** Offered projects, by course and id. */
export async function listCatalogue(database: Database): Promise<ProjectCard[]> {
  const rows = await everyOfferedProject(database.reader, {});
  return rows.map((row) => ({ ...row, details: excerpt(row.details) }));
}
