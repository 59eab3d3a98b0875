import { z } from 'zod';
import { endpoint, errorBody } from '../wire/endpoint.ts';

/** Absent: no limit. */
const seats = { seats: z.number().optional(), seats_left: z.number().optional() };
export type Seats = { seats?: number | undefined; seats_left?: number | undefined };

const projectCard = z.object({
  id: z.string(),
  name: z.string(),
  course: z.string(),
  details: z.string(),
  backgroundImage: z.string(),
  ...seats,
});
export type ProjectCard = z.infer<typeof projectCard>;

export const project = z.object({
  id: z.string(),
  name: z.string(),
  course: z.string(),
  details: z.string(),
  overview: z.array(z.string()),
  prerequisiteKnowledge: z.array(z.string()),
  jobOpportunities: z.array(z.string()),
  backgroundImage: z.string(),
  project_url: z.string(),
  /** Archived. */
  retired: z.literal(true).optional(),
  ...seats,
});
export type Project = z.infer<typeof project>;

export const references = z.object({
  p_id: z.string(),
  p_name: z.string(),
  ref1: z.string(),
  ref2: z.string(),
  ref3: z.string(),
  ref4: z.string(),
});
export type References = z.infer<typeof references>;

const projectParams = z.object({ p_id: z.string() });

export const listAvailableProjects = endpoint('GET', '/api/students/availableProjects/:course', {
  summary: "A course's projects, by id",
  params: z.object({ course: z.string() }),
  answers: { 200: z.array(projectCard), 401: errorBody },
});

export const readProject = endpoint('GET', '/api/projects/projects/:p_id', {
  summary: 'One project as a list of one; an unknown id gives the empty list',
  params: projectParams,
  answers: { 200: z.array(project), 401: errorBody },
});

export const readReferences = endpoint('GET', '/api/references/projects/:p_id', {
  summary: "A project's name and four references",
  params: projectParams,
  answers: { 200: references, 401: errorBody, 404: errorBody },
});
