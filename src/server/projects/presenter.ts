import type { Project, ProjectCard, References, Seats } from '#contract/projects/calls';
import type { projectById, referencesOfProject } from './queries.ts';

type SeatsRow = { seats: number | null; seatsTaken: number };

/** Nothing without a limit. */
export function presentSeats({ seats, seatsTaken }: SeatsRow): Seats {
  return seats === null ? {} : { seats, seats_left: Math.max(0, seats - seatsTaken) };
}

export function presentCard({
  seats,
  seatsTaken,
  ...card
}: Omit<ProjectCard, keyof Seats> & SeatsRow): ProjectCard {
  return { ...card, ...presentSeats({ seats, seatsTaken }) };
}

type ProjectRow = Awaited<ReturnType<typeof projectById>>[number];

function parseList(text: string): string[] {
  return JSON.parse(text) as string[];
}

/** Lists are JSON texts in the database. */
export function presentProject(row: ProjectRow): Project {
  return {
    id: row.id,
    name: row.name,
    course: row.course,
    details: row.details,
    overview: parseList(row.overview),
    prerequisiteKnowledge: parseList(row.prerequisiteKnowledge),
    jobOpportunities: parseList(row.jobOpportunities),
    backgroundImage: row.backgroundImage,
    project_url: row.projectUrl,
    ...(row.archivedAt !== null && { retired: true as const }),
    ...presentSeats(row),
  };
}

/** Specification, section 3. */
export function presentReferences(row: Awaited<ReturnType<typeof referencesOfProject>>[number]): References {
  return { p_id: row.id, p_name: row.name, ref1: row.ref1, ref2: row.ref2, ref3: row.ref3, ref4: row.ref4 };
}
