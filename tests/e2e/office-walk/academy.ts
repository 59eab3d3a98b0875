import { makeXlsx } from '#support/make-xlsx';
import { makeZip } from '#support/make-zip';

/** An academy that the office makes out of nothing: its names and lists, as large as a walk asks for. */
export type Academy = {
  courses: readonly string[];
  /** Two thirds of them of the first course. */
  batches: readonly { name: string; course: string; joining: 'anyone' | 'invited' }[];
  /** Made on screen, field by field. */
  projects: readonly ProjectEntry[];
  /** The other projects, as a colleague has packed them. */
  zip: Buffer;
  zipped: number;
  people: readonly Person[];
};

export type Person = { name: string; email: string; phone: string; batch: string; score: number };
export type ProjectEntry = { id: string; name: string; course: string };

const courses = ['Full Stack Web Development', 'Data Science and Analytics'] as const;
const given = ['Asha', 'Zoë', 'Rahul', 'Anaïs', 'Fathima', 'José', 'Meera', 'Arjun', 'Nila', 'Çelik'];
const family = ['Menon', 'Ünal', 'Nair', 'Kurian', 'Das', 'Thomas', 'Pillai', 'Müller', 'Rao', 'Iyer'];

const plan =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><rect width="16" height="9" fill="#0f766e"/></svg>';
const document =
  '<!doctype html><html lang="en"><title>Plan</title><h1>The plan</h1><p>What is built in four weeks.</p></html>';

const pad = (number: number, digits: number) => String(number).padStart(digits, '0');

function packed(projects: readonly ProjectEntry[]): Buffer {
  const list = (entries: readonly string[]) => entries.map((entry) => `    - ${entry}\n`).join('');
  const yaml = projects.map(
    ({ id, name, course }) =>
      `- id: ${id}\n  name: ${name}\n  course: ${course}\n  details: A service that the town needs, built in four weeks.\n` +
      `  overview:\n${list(['Show it', 'Test it'])}  prerequisiteKnowledge:\n${list(['HTTP'])}  jobOpportunities:\n${list(['Developer'])}` +
      `  backgroundImage: /images/plan.svg\n  project_url: /documents/plan.html\n` +
      [1, 2, 3, 4].map((n) => `  ref${n}: https://example.test/${id}/${n}\n`).join(''),
  );
  return makeZip([
    { name: 'catalogue/projects.yaml', data: yaml.join('') },
    { name: 'catalogue/images/plan.svg', data: plan },
    { name: 'catalogue/documents/plan.html', data: document },
  ]);
}

/**
 * @param size how many batches, projects (of which two are typed on screen) and people there are
 */
export function makeAcademy(size: { batches: number; projects: number; people: number }): Academy {
  const batches = Array.from({ length: size.batches }, (_, index) => {
    const isFirst = index % 3 < 2;
    return {
      name: `${isFirst ? 'WEB' : 'DATA'}-2027-${pad(index + 1, 2)}`,
      course: courses[isFirst ? 0 : 1],
      joining: index === 0 ? ('invited' as const) : ('anyone' as const),
    };
  });
  const projects = Array.from({ length: size.projects }, (_, index) => ({
    id: `P${pad(index + 1, 3)}`,
    name: `${['Ferry', 'Library', 'Rainfall', 'Market'][index % 4]} desk ${index + 1}`,
    course: courses[index % 2] as string,
  }));
  const people = Array.from({ length: size.people }, (_, index) => {
    const name = `${given[index % 10]} ${family[Math.floor(index / 10) % 10]}`;
    return {
      name,
      email: `student${pad(index + 1, 3)}@example.test`,
      phone: `98${pad(index, 8)}`,
      batch: batches[index % batches.length]?.name ?? '',
      score: 50 + (index % 50),
    };
  });
  return {
    courses,
    batches,
    projects: projects.slice(0, 2),
    zip: packed(projects.slice(2)),
    zipped: Math.max(0, projects.length - 2),
    people,
  };
}

/** A picture and a document for the projects that are typed. */
export const projectFiles = {
  picture: { name: 'Ferry at dawn.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(plan) },
  document: { name: 'Plan of the ferry.html', mimeType: 'text/html', buffer: Buffer.from(document) },
};

const headings = ['Sl. No.', 'Student Name', 'Mail ID', 'Mobile No', 'Cohort', 'Marks %', 'Father Name'];
const cells = ({ name, email, phone, batch, score }: Person, index: number) => [
  String(index + 1),
  name,
  email,
  `${phone.slice(0, 5)} ${phone.slice(5)}`,
  // As people type it.
  batch.toLowerCase(),
  String(score),
  'Ravi K',
];

/** A list as another office keeps it: a title above the headings, `;` between cells, Windows-1252 with its line ends. */
export function csvOf(people: readonly Person[]): Buffer {
  const rows = [['Intake 2027'], headings, ...people.map(cells)];
  return Buffer.from(rows.map((row) => row.join(';')).join('\r\n'), 'latin1');
}

export function xlsxOf(people: readonly Person[]): Buffer {
  return makeXlsx([headings, ...people.map(cells)]);
}
