import type { BatchEntry, CourseEntry, ListedCourse, ProjectEntry } from '#contract/catalogue/calls';
import { mentor } from './contract-fixtures.ts';

/** Answers of the catalogue's calls for component tests. */

export const administrator = { ...mentor, s_name: 'Meera Nair', role: 'administrator' as const };

const courseName = 'Full Stack Web Development (MERN)';

export const courseEntry: CourseEntry = { name: courseName, retired: false, used: true, version: 'c1' };

export const batchEntry: BatchEntry = {
  name: 'MERN-2026-11',
  course: courseName,
  open: true,
  default: true,
  comment_first: false,
  joining: 'anyone',
  declaration: null,
  mentors: ['Anjali Menon', 'Ravi Menon'],
  accounts: ['Ravi Menon'],
  retired: false,
  used: true,
  version: 'b1',
};

export const projectEntry: ProjectEntry = {
  id: 'P001',
  name: 'Health Centre Token Queue',
  course: courseName,
  details: 'At a family health centre the first bus brings forty patients.',
  overview: ['Issue tokens', 'Call the next one'],
  prerequisiteKnowledge: ['React'],
  jobOpportunities: ['MERN stack developer'],
  backgroundImage: '/images/clinic-queue.svg',
  project_url: '/documents/clinic-queue.html',
  ref1: 'https://example.test/1',
  ref2: 'https://example.test/2',
  ref3: 'https://example.test/3',
  ref4: 'https://example.test/4',
  seats: null,
  retired: false,
  used: true,
  version: 'p1',
};

export const listedCourse: ListedCourse = {
  name: courseName,
  retired: false,
  batches: [{ name: 'MERN-2026-11', open: true, default: true, retired: false }],
  next_batches: null,
  projects: [
    {
      id: 'P001',
      name: 'Health Centre Token Queue',
      backgroundImage: '/images/clinic-queue.svg',
      retired: false,
    },
  ],
  next_projects: null,
};
